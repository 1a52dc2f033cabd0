import type { Automation } from '../module.ts'
import type { StoreReport } from './report.ts'
import type { Subscription } from './subscription.ts'

/** How an automation is called among subscriptions. */
export const nameOf = ({ name }: Pick<Automation, 'name'>): string => `automation:${name}`

export const subscriptionOf = (automation: Automation): Subscription => ({
  name: nameOf(automation),
  types: automation.on,
  handle: automation.handle,
})

/** Resolves in any case: what could not be put right now is left for the next start. */
export async function putRight({ name, atStart }: Automation, report: StoreReport): Promise<void> {
  try {
    await atStart?.()
  } catch (err) {
    report.warn({ automation: name, err }, 'What a crash may have left behind could not be put right')
  }
}
