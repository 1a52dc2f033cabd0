import type { Automation } from '../module.ts'
import type { StoreReport } from './report.ts'
import type { Subscription } from './subscription.ts'

/** How an automation is called among subscriptions. */
export const nameOf = ({ name }: Pick<Automation, 'name'>): string => `automation:${name}`

/**
 * An automation as a subscription: event by event, so that a crash repeats one at most. It starts with what happens
 * after it was first deployed: a new automation must not write mails about last year.
 */
export function subscriptionOf(automation: Automation): Subscription {
  const { on, handle } = automation
  return {
    name: nameOf(automation),
    types: on,
    batchSize: 1,
    from: 'now',
    handle: async ([event]) => {
      if (event) await handle(event)
    },
  }
}

/** Resolves in any case: what could not be put right now is left for the next start. */
export async function putRight({ name, atStart }: Automation, report: StoreReport): Promise<void> {
  try {
    await atStart?.()
  } catch (err) {
    report.warn({ automation: name, err }, 'What a crash may have left behind could not be put right')
  }
}
