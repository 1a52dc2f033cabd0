import type { ISql } from 'postgres'
import type { Automation } from '../module.ts'
import { nameOf } from './automations.ts'
import type { Unhandled } from './unhandled-fact.ts'

/** What an automation has before it, and what it has put aside, for later or for good. */
export async function readUnhandled(sql: ISql, automation: Pick<Automation, 'name' | 'on'>): Promise<Unhandled[]> {
  const name = nameOf(automation)
  return sql<Unhandled[]>`
    select e.stream, e.at, coalesce(not d.later, false) as "isGivenUp"
    from events e left join dead_letters d on d.subscription = ${name} and d.position = e.position
    where e.type = any(${[...automation.on]}::text[])
      and (d.position is not null or e.position > (select position from subscriptions where name = ${name}))`
}
