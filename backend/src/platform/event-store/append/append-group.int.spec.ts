import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandContext } from '../commands.ts'
import { aContext, build, command, put, shelf, shelfModule } from '../fixtures/shelf.fixture.ts'
import { type TestStore, testStore, until } from '../fixtures/store.fixture.ts'
import { safePosition } from '../read/log.ts'
import { rebuild } from '../rebuild/rebuild.ts'
import { largestAppend } from '../tables/schema.ts'

let test: TestStore
beforeAll(async () => {
  test = await testStore()
})
afterAll(() => test.close())

const handle = (stream: string, what: ReturnType<typeof put>, context: CommandContext = aContext) =>
  test.store.commands.handle(shelf, { stream, command: what }, context)

const isFinal = async (position: number) => (await safePosition(test.database.sql)) > position

/** A transaction's events stand in one block of positions. */
const blocksOf = (positions: readonly number[]) =>
  new Set(positions.map((position) => Math.floor(position / largestAppend)))

describe('commands that come together', () => {
  it('share transactions, and each gets its own events, rows and positions', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `shelf-g${index}`)
    const built = await Promise.all(names.map((name) => handle(name, build(name, `Owner of ${name}`))))
    const positions = built.map(({ events }) => events[0]?.metadata.position ?? 0)
    expect(new Set(positions).size).toBe(60)
    expect(blocksOf(positions).size).toBeLessThan(30)
    await until(() => isFinal(Math.max(...positions)))
    const stored = await test.store.log.read({ categories: ['shelf'], limit: 100 })
    for (const { metadata, data } of stored) {
      const index = names.indexOf(metadata.stream)
      expect(metadata).toMatchObject({ position: positions[index], version: 1, actor: aContext.actor })
      expect(data).toMatchObject({ name: names[index], owner: `Owner of ${names[index]}` })
    }
    expect(stored).toHaveLength(60)
    await Promise.all(names.map((name) => handle(name, put('Emma'))))
    // Now some rows are new, some change, and some go, which takes a statement of its own.
    const lend = command('Lend', { book: 'Emma', reader: 'Rita', email: 'rita@example.org' })
    const next = [put('Persuasion'), lend, command('Take', { book: 'Emma' })]
    await Promise.all(names.map((name, index) => handle(name, next[index % 3] ?? lend)))
    const { differences, tables } = await rebuild({ sql: test.database.sql, modules: [shelfModule], apply: false })
    expect(differences).toEqual([])
    expect(tables.map(({ rows }) => rows)).toEqual([60, 60])
  })

  it('fail for their own reasons only', async () => {
    await handle('shelf-taken', build('Taken'))
    const once: CommandContext = {
      ...aContext,
      idempotency: { scope: 'me', key: 'k', fingerprint: 'f', visitor: null },
    }
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 20 }, (_, index) => handle(`shelf-h${index}`, build(`H${index}`))),
      handle('shelf-late', build('TAKEN')),
      handle('shelf-once', build('Once'), once),
      handle('shelf-once', build('Once'), once),
      handle('shelf-twice-1', build('Twice')),
      handle('shelf-twice-2', build('twice')),
      ...Array.from({ length: 20 }, (_, index) => handle(`shelf-i${index}`, build(`I${index}`))),
    ])
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(failed).toEqual(['NAME_TAKEN', 'NAME_TAKEN'])
    const repeated = outcomes.filter(({ status, ...rest }) => 'value' in rest && rest.value.outcome === 'repeated')
    expect(repeated).toHaveLength(1)
    const [stored] = await test.database.sql`
      select count(*)::int as count from events
      where stream ~ '^shelf-(h|i|once|twice|late)'`
    expect(stored?.count).toBe(42)
  })
})
