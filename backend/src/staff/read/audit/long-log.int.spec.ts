import { maxHistory } from '@ultimate/event-store/event-log.ts'
import { type OverheardSql, overhear } from '@ultimate/event-store/fixtures/rows-touched.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Platform } from '../../../platform/module.ts'
import { openStore } from '../../../platform/store.ts'
import { testApp } from '../../../test/test-app.ts'
import { type AuditQuestion, type Bounds, readAudit } from './audit.query.ts'
import { Histories } from './histories.ts'

const long = 100_000
const page = 100

let app: Awaited<ReturnType<typeof testApp>>
let platform: Pick<Platform, 'log' | 'modules'>
let close: () => Promise<void>
let overheard: OverheardSql

beforeAll(async () => {
  app = await testApp()
  await fill()
  overheard = overhear(app.database.url)
  const { sql } = overheard
  const store = openStore({ sql, modules: app.platform.modules, edition: () => '2025', clock: app.platform.clock })
  platform = { log: store.log, modules: app.platform.modules }
  close = async () => {
    await store.close()
    await sql.end()
  }
})
afterAll(async () => {
  await close()
  await app.close()
})

/** Slots that were added and changed, and sign-ins that failed, below everything that the app has stored itself. */
async function fill() {
  const [first] = await app.sql<{ position: number }[]>`select min(position) as position from events`
  expect(first?.position).toBeGreaterThan(2 * long)
  await app.sql`
    insert into events
    select n, case when n % 2 = 0 then 'attempt-' || n else 'slot-' || (n % 100) end,
      case when n % 2 = 0 then 1 else 1 + n / 100 end,
      case when n % 2 = 0 then 'attempt' else 'slot' end,
      case when n % 2 = 0 then 'SignInFailed' when n < 100 then 'SlotAdded' else 'SlotChanged' end,
      1,
      case when n % 2 = 0 then json_build_object('userId', null) else json_build_object('slot', json_build_object(
        'category', 'dishes', 'name', 'Pie ' || (n % 100), 'description', '', 'teamRequirement', 4, 'maxSignups', n)) end,
      case when n % 2 = 0 then 'visitor' else 'staff' end,
      case when n = 2 then 'a-visitor' when n % 2 = 0 then null else 'tom' end,
      case when n % 2 = 0 then null else 'Tom' end, case when n % 2 = 0 then null else 'admin' end,
      'c', 'c', '2025', now() - (${long} - n) * interval '1 second', null
    from generate_series(1, ${long}) as n`
  await fillPot()
  await fillShortStreams()
  await fillPools()
  await app.sql`analyze events`
}

const shortStreams = 1_000
const shortLength = 5
const lastOfShortStreams = long + 30_000

/** Slots with few events each, so far apart in the log that a page hardly holds two of one slot. */
async function fillShortStreams() {
  const count = shortStreams * shortLength
  await app.sql`
    insert into events (position, stream, version, category, type, schema_version, data, actor_kind, correlation_id,
      causation_id, edition, at)
    select ${lastOfShortStreams - count} + n, 'slot-short-' || n % ${shortStreams}, 1 + (n - 1) / ${shortStreams}, 'slot',
      case when n <= ${shortStreams} then 'SlotAdded' else 'SlotChanged' end, 1,
      json_build_object('slot', json_build_object('category', 'dishes', 'name', 'Pie ' || n % ${shortStreams},
        'description', '', 'teamRequirement', 4, 'maxSignups', n)),
      'system', 'c', 'c', '2025', now()
    from generate_series(1, ${count}) as n`
}

const dishes = 100
const moves = 20

/** One slot with many dishes, each of which was checked in and moved about. */
async function fillPot() {
  const columns = app.sql`
    position, stream, version, category, type, schema_version, data, actor_kind, correlation_id, causation_id, edition, at`
  const rest = app.sql`'system', 'c', 'c', '2025', now()`
  await app.sql`
    insert into events (${columns})
    select ${long} + n, 'slot-pot', 1 + n, 'slot', 'SignedUp', 1, json_build_object('signupId', n::text, 'teamId', 'no',
      'visitorId', 'v', 'person', json_build_object('name', 'Cook ' || n, 'email', '')), ${rest}
    from generate_series(1, ${dishes}) as n`
  await app.sql`
    insert into events (${columns})
    select ${long + dishes + 1} + n, 'signup-' || (1 + n / ${moves}), 1 + n % ${moves}, 'signup',
      case when n % ${moves} = 0 then 'CheckedIn' else 'DishMoved' end, 1,
      case when n % ${moves} = 0 then json_build_object('slotId', 'pot', 'at', now())
        else json_build_object('dinner', 1, 'to', json_build_object('zone', 'warming', 'position', n % 8), 'at', now()) end,
      ${rest}
    from generate_series(0, ${dishes * moves - 1}) as n`
}

/** The rest are drafts, each with a team more than the one before. */
const publications = { 2: 'PoolsPublished', 202: 'PoolsPublished', 453: 'PoolsPublished', 704: 'PoolsUnpublished' }

async function fillPools() {
  const types = app.sql.json(publications)
  await app.sql`
    insert into events (position, stream, version, category, type, schema_version, data, actor_kind, correlation_id,
      causation_id, edition, at)
    select ${long + 10_000} + n, 'pools-rec', n, 'pools', coalesce(types ->> n::text, 'PoolsSaved'), 1,
      case when types ->> n::text is null then json_build_object('pools', json_build_array(json_build_object(
        'id', 'a', 'name', 'Pool A', 'size', n, 'teams',
        (select json_agg('t' || place order by place) from generate_series(1, n) as place)))) else '{}' end,
      'system', 'c', 'c', '2025', now()
    from generate_series(1, 704) as n, (select ${types}::json as types) as given`
}

const read = (question: Partial<AuditQuestion> = {}, bounds?: Bounds) =>
  readAudit(platform, { limit: page, ...question }, undefined, bounds)

async function readTime(position: number): Promise<string | undefined> {
  const [event] = await app.sql<{ at: Date }[]>`select at from events where position = ${position}`
  return event?.at.toISOString()
}

/** Rows of the log that were touched for this page, by everything that was asked. */
async function rowsTouched(question: Partial<AuditQuestion>, bounds?: Bounds): Promise<number> {
  await read(question, bounds)
  return overheard.countTouched(() => read(question, bounds))
}

describe(`an audit of ${long.toLocaleString('en-US')} facts`, () => {
  it('is read to its end without a gap or a repetition, newest first', async () => {
    const positions: number[] = []
    let before: number | undefined
    do {
      // This reads the events as `readAudit` does, without putting 100,000 facts into words.
      const events = await platform.log.read({
        newestFirst: true,
        limit: 5000,
        ...(before !== undefined && { before }),
      })
      for (const { metadata } of events) positions.push(metadata.position)
      before = events.at(-1)?.metadata.position
    } while (before !== undefined)
    expect(positions.length).toBeGreaterThan(long)
    expect(positions.every((position, index) => index === 0 || position < (positions[index - 1] ?? 0))).toBe(true)
  })

  it('costs no more at its end than in its middle: what lies above is not read again', async () => {
    const middle = await rowsTouched({ before: long / 2 })
    const end = await rowsTouched({ before: 2 * page })
    expect(end).toBeLessThanOrEqual(middle)
    // The page itself, and of each stream on it the first fact and the last ones.
    expect(middle).toBeLessThan(page * 205)
  })

  it.each<[string, Partial<AuditQuestion>]>([
    ['a kind', { kind: 'visitor', to: new Date(0).toISOString() }],
    ['a person of a subject', { stream: 'team-of-another-world', actor: 'tom' }],
    ['an area', { module: 'tournament', search: 'nothing of the kind' }],
  ])(
    'ends soon without a hit for %s, shows how far back it has looked, and leads on to the end',
    async (_, question) => {
      const bounds = { perStatement: 1_000, scanned: 4_000, described: 2_000 }
      const answers: (number | null)[] = []
      let before: number | undefined = 10_000
      do {
        const answer = await readAudit(platform, { limit: page, before, ...question }, new Histories(), bounds)
        const { events, next, reached } = answer
        expect(events).toEqual([])
        if (next !== null) expect(reached).toBe(await readTime(next))
        answers.push(next)
        before = next ?? undefined
      } while (before !== undefined)
      expect(answers).toEqual([6_000, 2_000, null])
    },
  )

  it('finds the only hit, wherever the edges of what was looked through lie', async () => {
    for (const perStatement of [1, 7, 997, 998, 999, 2_000]) {
      const bounds = { perStatement, scanned: 20_000, described: 2_000 }
      const question = { limit: page, before: 1_000, kind: 'visitor', actor: 'a-visitor' } as const
      const { events, next } = await readAudit(platform, question, new Histories(), bounds)
      expect([events.map(({ position }) => position), next]).toEqual([[2], null])
    }
  })

  it('costs for a subject what happened to it, wherever in the log that was', async () => {
    expect(await rowsTouched({ stream: 'slot-of-another-world' })).toBeLessThan(10)
    expect(await rowsTouched({ stream: 'slot-of-another-world', search: 'nothing of the kind' })).toBeLessThan(10)
    // Its slot names it, which lies far below.
    const question = { stream: 'signup-7', limit: 30 }
    expect((await read(question)).events.map(({ type }) => type)).toContain('SignedUp')
    expect(await rowsTouched(question)).toBeLessThan(500)
  })

  it('reads each event twice at most in a search without a hit, however long its stream is', async () => {
    const looked = { described: 10_000, scanned: 10_000, perStatement: 10_000 }
    const question = { search: 'nothing of the kind', before: long }
    const streams = 100
    // The events that are described, those before them, and those that undo them; of each stream, the first event and
    // those below the answer.
    expect(await rowsTouched(question, looked)).toBeLessThan(2 * looked.described + streams * 2 * maxHistory)
  })

  it('reads with each event of a short stream only those below it, however many such streams there are', async () => {
    const count = shortStreams * shortLength
    const looked = { described: count, scanned: count, perStatement: 200 }
    const touched = await rowsTouched({ search: 'nothing of the kind', before: lastOfShortStreams + 1 }, looked)
    const below = (shortStreams * (shortLength * (shortLength - 1))) / 2
    expect(touched).toBeLessThan(1.1 * (count + below))
  })

  it('costs as little when it is narrowed to one action or one person', async () => {
    expect(await rowsTouched({ type: 'SignInFailed', before: long / 2 })).toBeLessThan(page * 5)
    expect(await rowsTouched({ type: 'SlotAdded' })).toBeLessThan(page * 205)
    expect(await rowsTouched({ type: 'UserAdded' })).toBeLessThan(page * 5)
    for (const actor of ['tom', 'Tom', 'a-visitor']) expect(await rowsTouched({ actor })).toBeLessThan(page * 205)
    expect(await rowsTouched({ actor: 'tom', before: long / 2 })).toBeLessThan(page * 205)
    // The facts that name users.
    expect(await rowsTouched({ actor: 'unknown' })).toBeLessThan(page)
  })

  it('shows of each change what it was before, after any number of later ones', async () => {
    const { events } = await read({ type: 'SlotChanged', before: long / 2 })
    expect(events).toHaveLength(page)
    for (const { position, sentence } of events)
      expect(sentence).toMatchObject({
        text: `changed the slot Pie ${position % 100}: places ${position}`,
        was: `places ${position - 100}`,
      })
  })

  it('shows what was before as unknown where so much was saved since that it is not read', async () => {
    const published = (await read({ type: 'PoolsPublished' })).events.map(({ sentence: { text, was } }) => [text, was])
    expect(published).toEqual([
      ['published the Recreational pools (1 pool, 452 teams)', null],
      ['published the Recreational pools (1 pool, 201 teams)', 'published with 1 pool, 1 team'],
      ['published the Recreational pools (1 pool, 1 team)', 'not published'],
    ])
    const [unpublished] = (await read({ type: 'PoolsUnpublished' })).events
    expect(unpublished?.sentence.was).toBe('published')
    const [last] = (await read({ stream: 'team-t1', type: 'PoolsUnpublished' })).events
    expect(last?.sentence).toMatchObject({ text: 'took the Recreational pools off the site', was: null })
  })

  it('reads for a dish its slot, and nothing of the other dishes there', async () => {
    const question = { type: 'CheckedIn', stream: 'signup-7' }
    const [entry] = (await read(question)).events
    expect(entry?.sentence.text).toBe('checked in a slot (Cook 7)')
    expect(await rowsTouched({ type: 'CheckedIn', limit: 10 })).toBeLessThan(dishes + 10 * moves)
  })

  it('shows of old facts what they were about', async () => {
    const { events } = await read({ type: 'SlotAdded' })
    expect(events.at(0)?.sentence.text).toMatch(/^added the slot Pie \d+$/)
  })
})
