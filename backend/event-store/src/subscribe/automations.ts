import type { ISql } from 'postgres'
import type { Automation } from '../automation.ts'
import type { UnhandledEvent } from '../event-log.ts'
import type { StoreReport } from '../report.ts'
import type { Subscription } from './subscription.ts'

/** The name of an automation's subscription. */
export const toSubscriptionName = ({ name }: Pick<Automation, 'name'>): string => `automation:${name}`

export const toSubscription = (automation: Automation): Subscription => ({
  name: toSubscriptionName(automation),
  types: automation.on,
  ...('gather' in automation ? { handle: async () => {}, gather: automation.gather } : { handle: automation.handle }),
})

/** Never rejects: after a failure, the next start runs it again. */
export async function runAtStart({ name, atStart }: Automation, report: StoreReport): Promise<void> {
  try {
    await atStart?.()
  } catch (err) {
    report.warn({ automation: name, err }, 'What a crash may have left behind could not be put right')
  }
}

/** The events that an automation has still to handle, and its dead letters. */
export async function readUnhandled(sql: ISql, automation: Pick<Automation, 'name' | 'on'>): Promise<UnhandledEvent[]> {
  const name = toSubscriptionName(automation)
  const types = sql`e.type = any(${[...automation.on]}::text[])`
  // Apart, because each has an index; joined by "or" they would read every event of these types.
  return sql<UnhandledEvent[]>`
    select e.stream, e.position::float8 as position, e.at, d.error, not d.later as "isGivenUp"
    from dead_letters d join events e on e.position = d.position
    where d.subscription = ${name} and ${types}
    union all
    select e.stream, e.position::float8 as position, e.at, null as error, false as "isGivenUp"
    from events e
    where ${types} and e.position > (select position from subscriptions where name = ${name})
      and not exists (select from dead_letters d where d.subscription = ${name} and d.position = e.position)`
}
