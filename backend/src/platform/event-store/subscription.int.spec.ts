import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventStore } from './event-store.ts'
import { aContext, build, put, shelf } from './shelf.fixture.ts'
import { type TestStore, testStore, until } from './store.fixture.ts'
import type { Subscription } from './subscription.ts'

let test: TestStore
beforeEach(async () => {
  test = await testStore()
  await test.database.sql`create table seen (n bigserial, position bigint, stream text, version int)`
})
afterEach(() => test.close())

const handle = (store: EventStore, stream: string, what: ReturnType<typeof put>) =>
  store.commands.handle(shelf, { stream, command: what }, aContext)

/** Writes down what it sees, in the transaction of its checkpoint. */
const writingDown = (more: Partial<Subscription> = {}): Subscription => ({
  name: 'writing-down',
  from: 'start',
  handle: async (events, tx) => {
    const list = events.map(({ metadata: { position, stream, version } }) => ({ position, stream, version }))
    await tx`insert into seen (position, stream, version)
      select position, stream, version
      from json_to_recordset(${JSON.stringify(list)}::text::json) as e(position bigint, stream text, version int)`
  },
  ...more,
})
const seenCount = async () => Number((await test.database.sql`select count(*) from seen`)[0]?.count)
const unsettledCount = async () =>
  Number((await test.database.sql`select count(*) from events where position >= event_safe_position()`)[0]?.count)

describe('a subscription', () => {
  it('sees 20,000 events of 16 writers exactly once and in order, across restarts and cut connections', async () => {
    const total = 20_000
    const writers = Array.from({ length: 16 }, (_, index) => index)
    const { sql } = test.database
    let written = 0
    const write = async (writer: number) => {
      const append = async (stream: string, events: Parameters<EventStore['emmett']['appendToStream']>[1]) => {
        await test.store.emmett.appendToStream(stream, events)
        written += events.length
      }
      for (let round = 0; round < total / writers.length / 5; round++) {
        const stream = `shelf-${writer}-${round}`
        await append(stream, [{ type: 'ShelfBuilt', data: { name: stream, owner: null, material: 'ash' } }])
        await append(
          stream,
          ['a', 'b', 'c', 'd'].map((book) => ({ type: 'BookPut', data: { book, pages: 1 } })),
        )
      }
    }
    const first = test.another()
    await first.subscribe(writingDown())
    const writing = Promise.all(writers.map(write))
    await until(() => written > total / 4)
    await first.close()
    let cuts = 0
    const cutting = writingDown({
      handle: async (events, tx) => {
        await writingDown().handle(events, tx)
        if (cuts >= 5 || events.length < 2) return
        const [connection] = await tx`select pg_backend_pid() as pid`
        await sql`select pg_terminate_backend(${connection?.pid}, 1000)`
        cuts++
        await tx`insert into seen (position) values (-1)`
      },
    })
    await Promise.all([test.another().subscribe(cutting), test.another().subscribe(cutting)])
    await writing
    await until(async () => (await seenCount()) >= total)
    expect(cuts).toBeGreaterThanOrEqual(5)
    const positions = (await sql<{ position: number }[]>`select position from seen order by n`).map(
      (row) => row.position,
    )
    const stored = (await sql<{ position: number }[]>`select position from events order by position`).map(
      (row) => row.position,
    )
    expect(stored).toHaveLength(total)
    expect(positions).toEqual(stored)
  }, 120_000)

  it('is woken by another process', async () => {
    await test.another().subscribe(writingDown())
    await handle(test.store, 'shelf-a', build('Ada'))
    await until(async () => (await seenCount()) === 1)
  })

  it('waits for an older transaction instead of passing by its events', async () => {
    const { sql } = test.database
    await test.store.subscribe(writingDown())
    await sql.begin(async (tx) => {
      // Takes a transaction id, and so a place in the log, before the events of the others.
      const [place] = await tx`select event_position(0, 0) as position`
      await handle(test.store, 'shelf-a', build('Ada'))
      expect(await test.another().log.read()).toEqual([])
      await tx`insert into events select ${place?.position}, 'shelf-early', 1, category, type, schema_version, data,
        actor_kind, actor_id, actor_name, actor_role, correlation_id, causation_id, edition, at, happened_at
        from events where stream = 'shelf-a'`
      expect(await seenCount()).toBe(0)
    })
    await until(async () => (await seenCount()) === 2)
    expect([...(await sql`select stream from seen order by n`)]).toEqual([
      { stream: 'shelf-early' },
      { stream: 'shelf-a' },
    ])
  })

  it('starts with what comes after it when it is told so', async () => {
    await handle(test.store, 'shelf-a', build('Ada'))
    // Older transactions of other tests in the same cluster keep even a committed event among what is yet to come.
    await until(async () => (await unsettledCount()) === 0)
    await test.store.subscribe(writingDown({ from: 'now' }))
    await handle(test.store, 'shelf-b', build('Berta'))
    await until(async () => (await seenCount()) > 0)
    expect([...(await test.database.sql`select stream from seen`)]).toEqual([{ stream: 'shelf-b' }])
  })

  it('puts a poisoned event aside after some tries and goes on with the next', async () => {
    const tries: string[] = []
    const plain = writingDown()
    await test.store.subscribe({
      ...plain,
      handle: async (events, tx) => {
        await plain.handle(events, tx)
        tries.push(...events.map(({ metadata }) => metadata.stream))
        if (events.some(({ metadata }) => metadata.stream === 'shelf-poison')) throw new Error('Cannot swallow this')
      },
    })
    for (const name of ['a', 'poison', 'b']) await handle(test.store, `shelf-${name}`, build(name))
    await until(async () => (await seenCount()) === 2)
    expect([...(await test.database.sql`select stream from seen order by n`)]).toEqual([
      { stream: 'shelf-a' },
      { stream: 'shelf-b' },
    ])
    expect(tries.filter((stream) => stream === 'shelf-poison').length).toBeGreaterThan(3)
    expect([...(await test.database.sql`select subscription, error from dead_letters`)]).toEqual([
      { subscription: 'writing-down', error: 'Error: Cannot swallow this' },
    ])
  })
})

describe('an automation', () => {
  it('handles each event of its types once, on one of several processes', async () => {
    const handled: string[] = []
    const automation = {
      name: 'when-shelf-built-then-tell',
      on: ['ShelfBuilt'],
      handle: async ({ metadata }: { metadata: { stream: string } }) => {
        handled.push(metadata.stream)
      },
    }
    await Promise.all([test.store.automate([automation]), test.another().automate([automation])])
    for (const name of ['a', 'b', 'c']) {
      await handle(test.store, `shelf-${name}`, build(name))
      await handle(test.store, `shelf-${name}`, put('Emma'))
    }
    await until(() => handled.length >= 3)
    expect(handled).toEqual(['shelf-a', 'shelf-b', 'shelf-c'])
  })
})

describe('the live tail', () => {
  it('hears every event from the moment it was added, in order', async () => {
    await handle(test.store, 'shelf-a', build('Ada'))
    const heard: string[] = []
    const elsewhere = test.another()
    const { stop } = await elsewhere.log.tail((events) => heard.push(...events.map(({ metadata }) => metadata.stream)))
    for (const name of ['b', 'c', 'd']) await handle(test.store, `shelf-${name}`, build(name))
    await until(() => heard.length >= 3)
    expect(heard).toEqual(['shelf-b', 'shelf-c', 'shelf-d'])
    stop()
  })
})
