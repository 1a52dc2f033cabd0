import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TransientError } from '../../../errors.ts'
import type { GatheringAutomation } from '../../../module.ts'
import { aContext, build, shelf } from '../../fixtures/shelf.fixture.ts'
import { type TestStore, testStore, until } from '../../fixtures/store.fixture.ts'

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
})
