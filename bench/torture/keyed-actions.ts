import type { Sql } from 'postgres'
import type { Call, PreparedSite } from './site-client.ts'

/** Something that is done once: a call with its key, and the same key with another body. */
export interface Action {
  readonly key: string
  readonly call: Call
  readonly other: Call
  /** By which {@link storedActions} knows it. */
  readonly name: string
}

/** The n-th action: a slot is added, a visitor signs up, or a slot is changed, in turn. */
export function buildAction(n: number, { captainId, slotIds }: PreparedSite): Action {
  const slotId = slotIds[n % slotIds.length] ?? ''
  const named = (name: string, call: (name: string) => Call): Action => ({
    key: `key-${n}`,
    name,
    call: call(name),
    other: call(`Not ${name}`),
  })
  if (n % 3 === 0)
    return named(`Pie ${n}`, (name) => ({
      method: 'POST',
      path: '/api/dinner-slots',
      body: { name, category: 'dishes', max_signups: 3 },
    }))
  if (n % 3 === 1)
    return named(`Person ${n}`, (personName) => ({
      method: 'POST',
      path: '/api/dinner-signup',
      body: { personName, email: `person${n}@example.org`, captainId, slotId },
    }))
  return named(`Recipe ${n}`, (description) => ({
    method: 'PUT',
    path: `/api/dinner-slots/${slotId}`,
    body: { description },
  }))
}

/** How often each action is in the log, by its name. People are sealed there, so their rows are counted beside. */
export async function storedActions(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ name: string; copies: number }[]>`
    select data->'slot'->>'name' as name, count(*)::int as copies from events where type = 'SlotAdded' group by 1
    union all
    select data->'slot'->>'description', count(*)::int from events where type = 'SlotChanged' group by 1
    union all
    select person_name, count(*)::int from dinner_signups group by 1`
  return new Map(rows.map(({ name, copies }) => [name, copies]))
}

export interface CopyCounts {
  readonly lost: number
  readonly doubled: number
}

/** Counts what is stored of these accepted actions, and sign-ups that have no row. */
export async function countStored(sql: Sql, accepted: readonly Action[]): Promise<CopyCounts> {
  const stored = await storedActions(sql)
  const copies = accepted.map(({ name }) => stored.get(name) ?? 0)
  const [signups] = await sql<{ surplus: number }[]>`
    select (select count(*) from events where type = 'SignedUp')::int
      - (select count(*) from dinner_signups)::int as surplus`
  return {
    lost: copies.filter((count) => count === 0).length,
    doubled: copies.filter((count) => count > 1).length + (signups?.surplus ?? 0),
  }
}
