import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LiveEvent } from '../event-log.ts'
import type { EventStore } from '../event-store.ts'
import { hanging, watched } from '../fixtures/automations.fixture.ts'
import { aContext, build, put, shelf } from '../fixtures/shelf.fixture.ts'
import { type TestStore, testStore, until } from '../fixtures/store.fixture.ts'
import { notifyChannel } from './notifier.ts'
import { selectNextOfType } from './subscription.ts'

let test: TestStore
beforeEach(async () => {
  test = await testStore()
})
afterEach(() => test.close())

const anHour = 3_600_000
const handle = (store: EventStore, stream: string, what: ReturnType<typeof put>) =>
  store.commands.handle(shelf, { stream, command: what }, aContext)
const buildShelf = (name: string, store = test.store) => handle(store, `shelf-${name}`, build(name))

const unsettledCount = async () =>
  Number((await test.database.sql`select count(*) from events where position >= event_safe_position()`)[0]?.count)
const positions = async () =>
  (await test.database.sql<{ position: number }[]>`select position from events order by position`).map(
    ({ position }) => position,
  )
const subscriptionNow = async () =>
  (await test.database.sql`select position, leased_by, leased_until from subscriptions`)[0]

/** Writes 16 streams at a time until there are `total` events. */
function writeMany(total: number) {
  const written = { count: 0 }
  const write = async (writer: number) => {
    for (let round = 0; round < total / 16 / 5; round++) {
      const stream = `shelf-${writer}-${round}`
      const books = ['a', 'b', 'c', 'd'].map((book) => ({ type: 'BookPut', data: { book, pages: 1 } }))
      const built = [{ type: 'ShelfBuilt', data: { name: stream, owner: null, material: 'ash' } }]
      await test.store.emmett.appendToStream(stream, built)
      await test.store.emmett.appendToStream(stream, books)
      written.count += 5
    }
  }
  return { written, done: Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer))) }
}

describe('automations', () => {
  it('handle the events of 16 writers in order and at least once, across restarts and cut connections', async () => {
    const total = 960
    const { sql } = test.database
    const handled: number[] = []
    let cuts = 0
    const noting = watched(async ({ metadata: { position } }) => void handled.push(position), {
      on: ['ShelfBuilt', 'BookPut'],
    })
    const cutting = {
      ...noting,
      handle: async (event: Parameters<typeof noting.handle>[0]) => {
        if (cuts < 5 && handled.length % 50 === 0) {
          cuts++
          await sql`select pg_terminate_backend(pid, 1000) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and query like '%leased_%'`
        }
        await noting.handle(event)
      },
    }
    const first = test.another()
    await first.automate([noting])
    const { done } = writeMany(total)
    await until(() => handled.length > total / 8)
    await first.close()
    await Promise.all([test.another().automate([cutting]), test.another().automate([cutting])])
    await done
    await until(() => new Set(handled).size >= total)
    expect(cuts).toBe(5)
    // Again is only ever the one before, whose checkpoint a cut connection has swallowed.
    expect(handled.filter((position, index) => position !== handled[index - 1])).toEqual(await positions())
  })

  it('are woken by another process', async () => {
    const automation = watched()
    await test.another(2, { fallbackPollMs: anHour }).automate([automation])
    await buildShelf('a')
    await until(() => automation.tried.length === 1)
  })

  it('find within the interval of the fallback poll what no notification announced', async () => {
    const { sql } = test.database
    await buildShelf('a')
    await until(async () => (await unsettledCount()) === 0)
    const automation = watched()
    await test.another(2, { fallbackPollMs: 100 }).automate([automation])
    await sql`insert into events select (select event_position(0, forgets, fencing_token) from event_log), 'shelf-quiet', 1, category, type, schema_version, data,
      actor_kind, actor_id, actor_name, actor_role, correlation_id, causation_id, edition, at, happened_at
      from events where stream = 'shelf-a'`
    await until(() => automation.tried.includes('shelf-quiet'))
  })

  it('look up the next event of a type in the index of types, however many others lie before it', async () => {
    const { sql } = test.database
    await buildShelf('a')
    await sql`
      insert into events select n, 'shelf-' || n, 1, category, (array['BookPut', 'BookTaken', 'BookMoved'])[n % 3 + 1], schema_version, data, actor_kind, actor_id,
        actor_name, actor_role, correlation_id, causation_id, edition, at, happened_at
      from events, generate_series(1, 20000) as n where stream = 'shelf-a'`
    await sql`analyze events`
    const plan = await sql.unsafe(`
      explain select from unnest(array['BookPut', 'ShelfBuilt'], array[0, 0]) as wanted(type, after)
      join lateral (${selectNextOfType('wanted.after', 1)}) as next on next.type = wanted.type`)
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toContain('using events_type on events')
    expect(lines).not.toContain('events_pkey')
  })

  it('wait for an older transaction instead of passing by its events', async () => {
    const { sql } = test.database
    const automation = watched()
    await test.store.automate([automation])
    await sql.begin(async (tx) => {
      // Takes a transaction id, and so a place in the log, before the events of the others.
      const [place] = await tx`select event_position(0, forgets, fencing_token) as position from event_log`
      await buildShelf('a')
      expect(await test.another().log.read()).toEqual([])
      await tx`insert into events select ${place?.position}, 'shelf-early', 1, category, type, schema_version, data,
        actor_kind, actor_id, actor_name, actor_role, correlation_id, causation_id, edition, at, happened_at
        from events where stream = 'shelf-a'`
      expect(automation.tried).toEqual([])
    })
    await until(() => automation.tried.length === 2)
    expect(automation.tried).toEqual(['shelf-early', 'shelf-a'])
  })

  it('begin with what comes after their first start', async () => {
    await buildShelf('a')
    // Older transactions of other tests in the same cluster keep even a committed event among what is yet to come.
    await until(async () => (await unsettledCount()) === 0)
    const automation = watched()
    await test.store.automate([automation])
    await buildShelf('b')
    await until(() => automation.tried.length > 0)
    expect(automation.tried).toEqual(['shelf-b'])
  })

  it('put a poisoned event aside after some tries and go on with the next', async () => {
    const automation = watched(async ({ metadata }) => {
      if (metadata.stream === 'shelf-poison') throw new Error('Cannot swallow this')
    })
    await test.store.automate([automation])
    for (const name of ['a', 'poison', 'b']) await buildShelf(name)
    await until(() => automation.tried.includes('shelf-b'))
    expect([...new Set(automation.tried)]).toEqual(['shelf-a', 'shelf-poison', 'shelf-b'])
    expect(automation.tried.filter((stream) => stream === 'shelf-poison').length).toBeGreaterThan(3)
    expect([...(await test.database.sql`select subscription, error from dead_letters`)]).toEqual([
      { subscription: 'automation:when-shelf-built-then-tell', error: 'Error: Cannot swallow this' },
    ])
  })

  it('handle each event of their types once, on one of several processes', async () => {
    const automation = watched()
    await Promise.all([test.store.automate([automation]), test.another().automate([automation])])
    for (const name of ['a', 'b', 'c']) {
      await buildShelf(name)
      await handle(test.store, `shelf-${name}`, put('Emma'))
    }
    await until(() => automation.tried.length >= 3)
    expect(automation.tried).toEqual(['shelf-a', 'shelf-b', 'shelf-c'])
  })
})

describe('an automation that waits for another server', () => {
  /** Open transactions, other than that of this query. */
  const openTransactions = async () =>
    (
      await test.database.sql<{ id: string }[]>`
        select pid || ' since ' || xact_start || ': ' || query as id from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and (xact_start is not null or backend_xid is not null or backend_xmin is not null)`
    ).map(({ id }) => id)

  it('holds up neither another automation nor a reader, and leaves no transaction open', async () => {
    const server = hanging()
    const slow = watched(server.wait, { name: 'when-shelf-built-then-mail' })
    const quick = watched()
    const received: string[] = []
    await test.store.automate([slow, quick])
    await test.another().log.subscribe((events) => received.push(...events.map(({ metadata }) => metadata.stream)))
    await buildShelf('a')
    await until(() => slow.tried.length === 1)
    const before = await openTransactions()
    for (const name of ['b', 'c']) await buildShelf(name)
    await until(() => quick.tried.length === 3 && received.length === 3)
    expect(await test.another().log.read()).toHaveLength(3)
    const after = await openTransactions()
    expect(after.filter((transaction) => before.includes(transaction))).toEqual([])
    expect(slow.tried).toEqual(['shelf-a'])
    server.end()
    await until(() => slow.tried.length === 3)
  })

  it('is not overtaken by another backend, however much longer than its lease it takes', async () => {
    const server = hanging()
    const [ours, theirs] = [watched(server.wait), watched()]
    await test.another(2, { leaseMs: 2_000 }).automate([ours])
    await buildShelf('a')
    await until(() => ours.tried.length === 1)
    await test.another(2, { leaseMs: 2_000, fallbackPollMs: 20 }).automate([theirs])
    // A third of the lease passes between two of them.
    const renewals = new Set<number>()
    await until(async () => renewals.add((await subscriptionNow())?.['leased_until'].getTime()).size > 5)
    server.end()
    await until(async () => (await subscriptionNow())?.['leased_by'] === null)
    expect([ours.tried, theirs.tried]).toEqual([['shelf-a'], []])
  })

  it('moves no checkpoint once another backend has taken over', async () => {
    const { sql } = test.database
    const server = hanging()
    const automation = watched(server.wait)
    await test.another(2, { fallbackPollMs: 20 }).automate([automation])
    await buildShelf('a')
    await until(() => automation.tried.length === 1)
    const [before] = await sql`update subscriptions set leased_by = 'another', leased_until = now() + interval '1 hour'
      returning position`
    server.end()
    await buildShelf('b')
    expect(automation.tried).toEqual(['shelf-a'])
    await sql`update subscriptions set leased_until = now()`
    await until(() => automation.tried.length === 3)
    expect(automation.tried).toEqual(['shelf-a', 'shelf-a', 'shelf-b'])
    expect(before?.['position']).toBeLessThan((await positions())[0] ?? 0)
  })

  it('does not keep the store from closing', async () => {
    const automation = watched(hanging().wait)
    const closing = test.another(2, { graceMs: 10 })
    await closing.automate([automation])
    await buildShelf('a')
    await until(() => automation.tried.length === 1)
    await closing.close()
  })
})

describe('a backend that died', () => {
  it('is followed by another one when its lease has run out, and not before', async () => {
    const { sql } = test.database
    const [orphaned, other] = [watched(), watched(undefined, { name: 'when-shelf-built-then-count' })]
    await test.another(2, { fallbackPollMs: 20 }).automate([orphaned, other])
    await sql`update subscriptions set leased_by = 'dead', leased_until = now() + interval '1 hour'
      where name like '%tell'`
    for (const name of ['a', 'b', 'c']) await buildShelf(name)
    await until(() => other.tried.length === 3)
    expect(orphaned.tried).toEqual([])
    await sql`update subscriptions set leased_until = now() where leased_by = 'dead'`
    await until(() => orphaned.tried.length === 3)
    expect(orphaned.tried).toEqual(other.tried)
  })
})

describe('the live tail', () => {
  it('receives every event from the moment it was added, in order', async () => {
    await buildShelf('a')
    const received: string[] = []
    const elsewhere = test.another(2, { fallbackPollMs: anHour })
    const { stop } = await elsewhere.log.subscribe((events) =>
      received.push(...events.map(({ metadata }) => metadata.stream)),
    )
    for (const name of ['b', 'c', 'd']) await buildShelf(name)
    await until(() => received.includes('shelf-d'))
    // Events that were stored just before may be among them while an older transaction runs anywhere in the cluster.
    expect(received.filter((stream) => stream !== 'shelf-a')).toEqual(['shelf-b', 'shelf-c', 'shelf-d'])
    stop()
  })

  it('receives what happened, and nothing of people', async () => {
    const received: LiveEvent[] = []
    await test.another().log.subscribe((events) => received.push(...events))
    await handle(test.store, 'shelf-a', build('Ada', 'Zacharias Quendel'))
    await until(() => received.length === 1)
    const [position] = await positions()
    expect(received).toEqual([
      {
        type: 'ShelfBuilt',
        data: { name: 'Ada', owner: 'Forgotten', material: 'pine' },
        metadata: { position, stream: 'shelf-a' },
      },
    ])
  })

  it('receives what an open transaction held back once that has ended, without another notification', async () => {
    const { sql } = test.database
    const received: string[] = []
    await test
      .another(2, { fallbackPollMs: anHour })
      .log.subscribe((events) => received.push(...events.map(({ metadata }) => metadata.stream)))
    const notified = Promise.withResolvers<string>()
    await sql.listen(notifyChannel, notified.resolve)
    await sql.begin(async (tx) => {
      await tx`select pg_current_xact_id()`
      await buildShelf('a')
      await notified.promise
      const [now] = await sql`select clock_timestamp()::text as text`
      const readsSince = async () =>
        Number(
          (
            await sql`select count(*) from pg_stat_activity
              where datname = current_database() and query like 'select newest.position%' and query_start > ${now?.['text']}`
          )[0]?.['count'],
        )
      await until(async () => (await readsSince()) > 0)
      expect(received).toEqual([])
    })
    await until(() => received.length === 1)
    expect(received).toEqual(['shelf-a'])
  })

  it('receives 20,000 events of 16 writers exactly once and in order, across cut connections', async () => {
    const total = 20_000
    const { sql } = test.database
    const received: number[] = []
    await test.another().log.subscribe((events) => received.push(...events.map(({ metadata }) => metadata.position)))
    const { written, done } = writeMany(total)
    for (let cuts = 1; cuts <= 5; cuts++) {
      await until(() => written.count > (total / 8) * cuts)
      await sql`select pg_terminate_backend(pid, 1000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%max(position)%'`
    }
    await done
    await until(() => received.length >= total)
    expect(received).toEqual(await positions())
    expect(received).toHaveLength(total)
  })
})
