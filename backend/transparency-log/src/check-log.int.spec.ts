import { seed } from '@ultimate/event-store/fixtures/seed.fixture.ts'
import { type TestStore, until } from '@ultimate/event-store/fixtures/store.fixture.ts'
import { type DatabaseSession, openSession } from '@ultimate/event-store/session.ts'
import fc from 'fast-check'
import type { ISql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLog, type LogCheck } from './check-log.ts'
import { otherSigner, seal, signer, treeStore } from './sealed.fixture.ts'
import { readSealed } from './stored-tree.ts'
import { transparencyLog } from './transparency-log.ts'

const { verifierKey } = signer
/** Events written past the store send no notification, so readers have to poll for them. */
const timing = { fallbackPollMs: 10 }
const [streams, perStream] = [12, 16]
const count = streams * perStream

let test: TestStore
/** Heads as they left the site, the last of all events. */
let brought: string
let positions: number[]
let session: DatabaseSession
beforeAll(async () => {
  test = await treeStore(timing)
  session = openSession(test.database.sql)
  seal(test, test.store)
  for (let version = 1; version <= perStream; version += 4) {
    await addEvents(test.database.sql, version, Math.min(version + 3, perStream))
    await allSealed()
  }
  const heads = await transparencyLog(test.database.sql, signer).heads()
  brought = heads.map(({ text }) => text).join('\n')
  const rows = await test.database.sql<{ position: number }[]>`select position from events order by position`
  positions = rows.map(({ position }) => Number(position))
})
afterAll(async () => {
  await session.close()
  await test.close()
})

/** Inserts events with plain SQL, past the store: versions `from` to `to` of each stream. */
async function addEvents(sql: ISql, from: number, to: number, book = 'Emma'): Promise<void> {
  await sql`
    insert into events (position, stream, version, category, type, schema_version, data, actor_kind, actor_id,
      actor_name, actor_role, correlation_id, causation_id, edition, at, happened_at)
    select (select coalesce(max(position), 0) from events) + version * 100 + shelf * 2, 'shelf-' || shelf, version, 'shelf',
      'BookPut', 1, json_build_object('book', ${book}::text || version, 'pages', shelf), 'staff', 'user-1', 'Thea', 'TD',
      'c-' || shelf, 'c-' || version, '2026', '2026-11-26'::timestamptz + version * interval '1 second',
      case when shelf % 2 = 0 then now() end
    from generate_series(${from}::int, ${to}::int) as version, generate_series(1, ${streams}::int) as shelf`
}

const allSealed = () =>
  until(async () => {
    const [row] = await test.database.sql<{ count: number }[]>`select count(*)::int as count from events`
    return (await readSealed(test.database.sql)).size === row?.count
  })

/** Returns the result of a check after the database was altered; everything is undone again. */
async function checkAfter(alter: (tx: ISql) => Promise<unknown>, heads = ''): Promise<LogCheck> {
  class Undo extends Error {}
  let result: LogCheck | undefined
  try {
    await session.transaction('begin', async (tx) => {
      await alter(tx)
      result = await checkLog({ tx, verifierKey, brought: heads })
      throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  return result as LogCheck
}

/** Text columns and others, each with another value of its kind. */
const edits = [
  `stream = stream || 'x'`,
  'version = version + 1000',
  `category = 'team'`,
  `type = 'BookTaken'`,
  'schema_version = 2',
  `data = '{"book": "Evil", "pages": 1}'`,
  `data = (data::text || ' ')::json`,
  `data = ('{"pages":0,' || substr(data::text, 2))::json`,
  `actor_kind = 'system'`,
  `actor_id = null`,
  `actor_name = 'Mallory'`,
  `actor_role = 'helper'`,
  `correlation_id = ''`,
  `causation_id = 'other'`,
  `edition = '2025'`,
  `at = at + interval '1 microsecond'`,
  `at = 'infinity'`,
  `happened_at = case when happened_at is null then now() end`,
] as const

type Alteration = { readonly kind: string; readonly first: number; readonly sql: string }

const alterations: fc.Arbitrary<Alteration> = fc
  .record({
    kind: fc.constantFrom('edit', 'delete', 'swap', 'insert'),
    one: fc.nat(count - 1),
    other: fc.nat(count - 2),
    edit: fc.constantFrom(...edits),
  })
  .map(({ kind, one, other, edit }) => {
    const [a = 0, b = 0] = [positions[one], positions[other >= one ? other + 1 : other]]
    if (kind === 'edit')
      return { kind: `edit: ${edit}`, first: a, sql: `update events set ${edit} where position = ${a}` }
    if (kind === 'delete') return { kind, first: a, sql: `delete from events where position = ${a}` }
    if (kind === 'swap')
      return {
        kind,
        first: Math.min(a, b),
        sql: `update events set position = -position where position in (${a}, ${b});
          update events set position = case position when ${-a} then ${b} else ${a} end where position < 0`,
      }
    // The new event is in a gap; at the very end it would be valid.
    const at = a === positions.at(-1) ? (positions[0] ?? 1) - 1 : a + 1
    return {
      kind,
      first: at,
      sql: `insert into events select (json_populate_record(events, json_build_object('position', ${at}, 'version', 5000))).*
        from events where position = ${a}`,
    }
  })

describe('The check of the log', () => {
  it('finds nothing in a log that was not altered, and all heads hold', async () => {
    const check = await checkAfter(async () => {}, brought)
    expect(check).toMatchObject({ findings: [], events: count, unsealed: 0 })
    expect(check.heads.stored).toBe(check.heads.brought)
    expect(check.newest?.size).toBe(count)
  })

  it('finds each of 50 edits, deletions, swaps and insertions, and names the first wrong event', async () => {
    await fc.assert(
      fc.asyncProperty(alterations, async ({ first, sql }) => {
        const { findings, heads } = await checkAfter((tx) => tx.unsafe(sql))
        expect(findings[0]?.position).toBe(first)
        expect(heads.stored).toBeLessThan(4)
      }),
      { seed, numRuns: 50 },
    )
  })

  it('finds a tail that was cut, by the leaves or by heads that left', async () => {
    const cut = positions[150] ?? 0
    const events = await checkAfter((tx) => tx`delete from events where position >= ${cut}`)
    expect(events.findings[0]).toMatchObject({ position: cut, what: expect.stringContaining('missing') })
    const all = await checkAfter((tx) => cutAll(tx, cut), brought)
    expect(all.findings[0]?.position).toBeGreaterThan(positions[149] ?? 0)
    expect(all.findings[0]?.what).toContain('42 events are missing')
  })

  it('takes an event that is forged after the newest head for one that is to be sealed, unless it breaks its stream', async () => {
    expect(await checkAfter((tx) => addEvents(tx, perStream + 1, perStream + 1))).toMatchObject({
      findings: [],
      unsealed: streams,
    })
    const { findings } = await checkAfter((tx) => addEvents(tx, perStream + 2, perStream + 2))
    expect(findings[0]?.what).toBe('the event does not follow the one before in its stream')
  })

  it.each([
    ['of another site', (text: string) => text, otherSigner.verifierKey, 'is of another key'],
    ['truncated', (text: string) => text.slice(0, 60), verifierKey, 'is truncated'],
    ['altered', (text: string) => text.replace(`\n${count}\n`, `\n${count + 1}\n`), verifierKey, 'is signed wrongly'],
  ])('says of a head that is %s that it is', async (_, change, key, what) => {
    const { findings } = await session.steady((tx) => checkLog({ tx, verifierKey: key, brought: change(brought) }))
    expect(findings.map((it) => it.what)).toContain(`head 1 of the file ${what}`)
  })
})

/** Cuts the end of the log with all traces of it, as in a restored backup. */
async function cutAll(tx: ISql, from: number): Promise<void> {
  await tx`delete from events where position >= ${from}`
  await tx`delete from tree_heads where size > (select count(*) from events)`
  await tx`delete from merkle_hashes where level > 0 or position >= ${from}`
  await tx`
    update merkle_tree set size = (select count(*) from events), position = (select max(position) from events)`
}

describe('A tail that was cut and written anew', () => {
  it('is sealed anew, and found by the heads that left before', async () => {
    const other = await treeStore(timing)
    const { sql } = other.database
    const sealedAll = (size: number) => until(async () => (await readSealed(sql)).size === size)
    const firstSealer = other.another(2, timing)
    seal(other, firstSealer)
    await addEvents(sql, 1, 10)
    await sealedAll(120)
    await addEvents(sql, 11, 20)
    await sealedAll(240)
    await firstSealer.close()
    const left = (await transparencyLog(sql, signer).heads()).map(({ text }) => text).join('\n')
    const [{ position: cut = 0 } = {}] = await sql<{ position: number }[]>`
      select position from events order by position offset 120 limit 1`
    await cutAll(sql, Number(cut))
    await addEvents(sql, 11, 20, 'Forged ')
    seal(other, other.store)
    await sealedAll(240)
    const check = async (heads: string) => {
      const session = openSession(sql)
      const result = await session.steady((tx) => checkLog({ tx, verifierKey, brought: heads }))
      await session.close()
      return result
    }
    expect((await check('')).findings).toEqual([])
    const { findings, heads } = await check(left)
    expect(findings[0]).toMatchObject({
      position: Number(cut),
      what: expect.stringContaining('of 240 events, does not hold'),
    })
    expect(heads.brought).toBe(1)
    await other.close()
  })
})
