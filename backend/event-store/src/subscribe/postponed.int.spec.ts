import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GatheringAutomation } from '../automation.ts'
import { TransientError } from '../automation.ts'
import { overhear } from '../fixtures/rows-touched.ts'
import { aContext, build, shelf, shelfModule } from '../fixtures/shelf.fixture.ts'
import { type TestStore, testStore, until } from '../fixtures/store.fixture.ts'
import { personKeys } from '../personal-data/person-keys.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { createRegistry } from '../registry.ts'
import { gather, readDueGroup } from './postponed.ts'

describe('A dead letter', () => {
  let test: TestStore
  let tries: string[]
  let trouble: Error | null
  beforeEach(async () => {
    test = await testStore(undefined, { fallbackPollMs: 50 })
    tries = []
    trouble = null
  })
  afterEach(() => test.close())

  /** Fails on the shelf `b` as long as there is trouble. */
  const telling = () =>
    test.store.automate([
      {
        name: 'when-shelf-built-then-tell',
        on: ['ShelfBuilt'],
        handle: async ({ metadata: { stream } }) => {
          tries.push(stream)
          if (stream === 'shelf-b' && trouble) throw trouble
        },
      },
    ])
  const buildAll = async () => {
    for (const name of ['a', 'b', 'c'])
      await test.store.commands.handle(shelf, { stream: `shelf-${name}`, command: build(name) }, aContext)
  }
  const countTries = (name: string) => tries.filter((stream) => stream === `shelf-${name}`).length
  const lettersNow = async () => [...(await test.database.sql`select error, later from dead_letters`)]
  const wasPutBack = async () =>
    (await test.database.sql`select 1 from dead_letters where at > now() - interval '1 minute'`).length === 1
  const letMinutesPass = () => test.database.sql`update dead_letters set at = at - interval '2 minutes'`

  describe('trouble that passes', () => {
    it('of a server that everything needs is waited for, in order, and nothing is put aside', async () => {
      trouble = new TransientError('everything', new Error('connection refused'))
      await telling()
      await buildAll()
      // More often than an event may fail that is to blame itself.
      await until(() => countTries('b') > 6)
      expect(countTries('c')).toBe(0)
      expect(await lettersNow()).toEqual([])
      trouble = null
      await until(() => countTries('c') === 1)
      expect(countTries('a')).toBe(1)
      expect(await lettersNow()).toEqual([])
    })

    it('of one alone does not hold up the others, and is tried again for that one until it is done', async () => {
      trouble = new TransientError('this', new Error('the mailbox is full'))
      await telling()
      await buildAll()
      await until(() => countTries('c') === 1)
      expect(await lettersNow()).toEqual([{ error: 'TransientError: the mailbox is full', later: true }])
      const before = countTries('b')
      await letMinutesPass()
      await until(() => countTries('b') > before)
      await until(wasPutBack)
      trouble = null
      await letMinutesPass()
      await until(async () => (await lettersNow()).length === 0)
      expect([countTries('a'), countTries('c')]).toEqual([1, 1])
    })
  })

  describe('trouble that does not pass', () => {
    it('is not tried again', async () => {
      trouble = new TransientError('this', new Error('the mailbox is full'))
      await telling()
      await buildAll()
      await until(() => countTries('c') === 1)
      trouble = new Error('Cannot swallow this')
      await letMinutesPass()
      await until(async () => (await lettersNow())[0]?.['later'] === false)
      expect(await lettersNow()).toEqual([{ error: 'Error: Cannot swallow this', later: false }])
    })
  })
})

describe('A group of events', () => {
  let test: TestStore
  let time: Date
  let handled: string[][]
  let tries: number
  let trouble: Error | null
  const clock = { now: () => time }
  beforeEach(async () => {
    time = new Date('2026-11-26T18:00:00Z')
    handled = []
    tries = 0
    trouble = null
    test = await testStore(undefined, { fallbackPollMs: 20 }, clock)
  })
  afterEach(() => test.close())

  const moveClock = (seconds: number) => {
    time = new Date(time.getTime() + seconds * 1000)
  }

  /** Gathers shelves by the first letter of their names; those that begin with an x are of no interest. */
  const gathering: GatheringAutomation = {
    name: 'when-shelves-built-then-tell',
    on: ['ShelfBuilt'],
    gather: {
      quietMs: 60_000,
      keyOf: async ({ metadata: { stream } }) => (stream.startsWith('shelf-x') ? null : stream.slice(6, 7)),
      handle: async (events) => {
        tries++
        if (trouble) throw trouble
        handled.push(events.map(({ metadata: { stream } }) => stream.slice(6)))
      },
    },
  }
  const buildShelves = async (...names: string[]) => {
    for (const name of names)
      await test.store.commands.handle(shelf, { stream: `shelf-${name}`, command: build(name) }, aContext)
  }
  const waiting = async () =>
    (await test.database.sql<{ count: number }[]>`select count(*)::int as count from gathered_events`)[0]?.count
  const isGathered = (count: number) => until(async () => (await waiting()) === count)

  describe('Events that are gathered', () => {
    it('are handled together once none of their key has come for the quiet time, apart from other keys', async () => {
      await test.store.automate([gathering])
      await buildShelves('a1', 'b1', 'x1')
      await isGathered(2)
      moveClock(50)
      await buildShelves('a2')
      await isGathered(3)
      moveClock(50)
      await until(() => handled.length === 1)
      expect(handled).toEqual([['b1']])
      moveClock(10)
      await until(() => handled.length === 2)
      expect(handled[1]).toEqual(['a1', 'a2'])
      await isGathered(0)
    })

    it('are handled after ten quiet times at the latest, where others of their key keep coming', async () => {
      await test.store.automate([gathering])
      for (let shelf = 0; shelf < 12; shelf++) {
        await buildShelves(`a${shelf}`)
        await isGathered(shelf + 1)
        expect(handled).toEqual([])
        moveClock(50)
      }
      await until(() => handled.length === 1)
      expect(handled[0]).toHaveLength(12)
    })

    it('are handled when they are due, also while others are gathered', async () => {
      // Longer than a test may take, so that nothing wakes it but what is appended.
      const quietMs = 600_000
      const store = test.another(2, { fallbackPollMs: quietMs })
      await store.automate([{ ...gathering, gather: { ...gathering.gather, quietMs } }])
      await buildShelves('a1')
      await isGathered(1)
      moveClock(600)
      await buildShelves('b1')
      await until(() => handled.length === 1)
      expect(handled).toEqual([['a1']])
    })

    it('are gathered around one whose key cannot be found, which becomes a dead letter', async () => {
      const names = ['a1', 'b1', 'poison', 'a2', 'b2']
      const { keyOf } = gathering.gather
      const keyOfGood: typeof keyOf = (event) => {
        if (event.metadata.stream === 'shelf-poison') throw new Error('Cannot swallow this')
        return keyOf(event)
      }
      await test.store.automate([{ ...gathering, gather: { ...gathering.gather, keyOf: keyOfGood } }])
      await Promise.all(names.map((name) => buildShelves(name)))
      await isGathered(4)
      await until(async () => (await test.database.sql`select 1 from dead_letters`).length === 1)
      moveClock(60)
      await until(() => handled.length === 2)
      expect(handled.map((shelves) => shelves.toSorted()).toSorted()).toEqual([
        ['a1', 'a2'],
        ['b1', 'b2'],
      ])
    })

    it('outlive the backend that gathered them, and are handled by one of two that follow it', async () => {
      const first = test.another(2, { fallbackPollMs: 20 })
      await first.automate([gathering])
      await buildShelves('a1', 'a2')
      await isGathered(2)
      await first.close()
      moveClock(60)
      for (let backend = 0; backend < 2; backend++) await test.another(2, { fallbackPollMs: 20 }).automate([gathering])
      await isGathered(0)
      expect(handled).toEqual([['a1', 'a2']])
    })

    it('wait on where a server is away that everything needs', async () => {
      await test.store.automate([gathering])
      trouble = new TransientError('everything', new Error('connection refused'))
      await buildShelves('a1')
      await isGathered(1)
      moveClock(60)
      await until(() => tries > 2)
      expect(await waiting()).toBe(1)
      trouble = null
      await isGathered(0)
      expect(handled).toEqual([['a1']])
    })

    it('become dead letters where they fail by themselves, and are gathered again where that may pass', async () => {
      await test.store.automate([gathering])
      trouble = new TransientError('this', new Error('the mailbox is full'))
      await buildShelves('a1', 'a2')
      await isGathered(2)
      moveClock(60)
      await isGathered(0)
      const { sql } = test.database
      expect([...(await sql`select error, later from dead_letters`)]).toEqual(
        Array(2).fill({ error: 'TransientError: the mailbox is full', later: true }),
      )
      trouble = null
      await sql`update dead_letters set at = at - interval '2 minutes'`
      await isGathered(2)
      moveClock(60)
      await until(() => handled.length === 1)
      expect(handled).toEqual([['a1', 'a2']])
      expect([...(await sql`select 1 from dead_letters`)]).toEqual([])
    })

    it('are one group again after two backends gathered at the same moment', async () => {
      const { sql } = test.database
      const group = { subscription: 'telling', key: 'a', due: time, latest: time }
      for (const position of [1, 2])
        await sql`insert into gathered_events (subscription, position, key, due) values ('telling', ${position}, 'a', now())`
      await gather(sql, group, [{ metadata: { position: 3 } } as RecordedEvent])
      const rows = await sql<{ position: string }[]>`select position from gathered_events where due < 'infinity'`
      expect(rows.map(({ position }) => Number(position))).toEqual([3])
    })

    it('touch as few rows in a large group as in a small one', async () => {
      const group = { subscription: 'telling', key: 'a', due: time, latest: time }
      const createEvents = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, n) => ({ metadata: { position: from + n } }) as RecordedEvent)
      const { sql, countTouched } = overhear(test.database.url, 'force_generic_plan', 'gathered_events')
      const reader = { registry: createRegistry([shelfModule]), keys: personKeys(sql) }
      const touched: number[] = []
      for (const [before, now] of [
        [0, 10],
        [10, 5000],
      ] as const) {
        await gather(sql, group, createEvents(before, now - 1))
        touched.push(await countTouched(() => gather(sql, group, createEvents(now - 1, now))))
        const earlier = new Date(time.getTime() - 1)
        touched.push(await countTouched(() => readDueGroup(sql, reader, { subscription: 'telling', now: earlier })))
      }
      await sql.end()
      expect(Math.max(...touched)).toBeLessThan(12)
    })
  })
})
