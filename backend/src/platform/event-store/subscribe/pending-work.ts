import type { ISql } from 'postgres'
import { againAfter } from './postponed.ts'
import type { Subscription } from './subscription.ts'

/** What a subscription has to do that no other backend is doing. */
export interface PendingWork {
  readonly name: string
  /** An event, or a dead letter or a group of events whose time has come. */
  readonly isReady: boolean
  /** An event that may not be read yet, because an older transaction is still running. */
  readonly isHeldBack: boolean
  /** When the next group of events is due; null where none waits. */
  readonly nextDue: Date | null
}

/** One question for all subscriptions, and one look into an index for each type, however long the log is. */
export async function findWork(
  sql: ISql,
  subscriptions: readonly Pick<Subscription, 'name' | 'types'>[],
  { owner, now }: { readonly owner: string; readonly now: Date },
): Promise<PendingWork[]> {
  const wanted = subscriptions.flatMap(({ name, types }) => types.map((type) => ({ name, type })))
  return sql<PendingWork[]>`
    select s.name,
      coalesce(min(next.position) < event_safe_position(), false) or exists (
        select from dead_letters d
        where d.subscription = s.name and d.later and d.at < now() - ${againAfter}::interval)
      or coalesce(min(gathered.due) <= ${now}, false) as "isReady",
      coalesce(min(next.position) >= event_safe_position(), false) as "isHeldBack",
      min(gathered.due) as "nextDue"
    from json_to_recordset(${JSON.stringify(wanted)}::text::json) as wanted(name text, type text)
    join subscriptions s on s.name = wanted.name
    left join lateral (
      select position from events e where e.type = wanted.type and e.position > s.position order by e.position limit 1
    ) as next on true
    left join lateral (
      select due from gathered_events g where g.subscription = s.name order by due limit 1
    ) as gathered on true
    where s.leased_by is null or s.leased_by = ${owner} or s.leased_until < now()
    group by s.name`
}
