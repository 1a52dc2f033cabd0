import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandContext, ReadBack } from '../commands.ts'
import { aContext, build, command, put, shelf, shelfModule } from '../fixtures/shelf.fixture.ts'
import { type TestStore, testStore, until } from '../fixtures/store.fixture.ts'
import { safePosition } from '../read/log.ts'
import { rebuild } from '../rebuild/rebuild.ts'
import { maxAppend } from '../tables/schema.ts'

let test: TestStore
beforeAll(async () => {
  test = await testStore()
})
afterAll(() => test.close())

const handle = (stream: string, what: ReturnType<typeof put>, context: CommandContext = aContext) =>
  test.store.commands.handle(shelf, { stream, command: what }, context)

const isFinal = async (position: number) => (await safePosition(test.database.sql)) > position

interface FoundShelf {
  readonly name: string
  readonly pages: number
  /** The number of shelves that there were before. */
  readonly before: number
}

const shelfReadBack = (id: string): ReadBack<FoundShelf> => ({
  name: 'shelf',
  model: { table: 'shelves' },
  values: ['shelf-'],
  text: (written, [prefix]) => `
    select id, name, pages, (select count(*) from shelves where starts_with(id, ${prefix}::text)) as before
    from (${written}) shelf`,
  parse: ({ name, pages, before }: FoundShelf) => ({ name, pages, before }),
  id,
})

/** A transaction's events stand in one block of positions. */
const listBlocks = (positions: readonly number[]) =>
  new Set(positions.map((position) => Math.floor(position / maxAppend)))

describe('commands that come together', () => {
  it('share transactions, and each gets its own events, rows and positions', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `shelf-g${index}`)
    const built = await Promise.all(names.map((name) => handle(name, build(name, `Owner of ${name}`))))
    const positions = built.map(({ events }) => events[0]?.metadata.position ?? 0)
    expect(new Set(positions).size).toBe(60)
    expect(listBlocks(positions).size).toBeLessThan(30)
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

  it('read back for their answers what each of them stores', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `shelf-r${index}`)
    const [shelves] = await test.database.sql`select count(*)::int as count from shelves`
    const handled = await Promise.all(names.map((stream) => answered(stream, build(`Of ${stream}`))))
    expect(handled.map(({ found }) => found?.name)).toEqual(names.map((name) => `Of ${name}`))
    // Those of a group see what was there before it, and not each other.
    const counts = new Set(handled.map(({ found }) => found?.before ?? Number.NaN))
    expect(Math.min(...counts)).toBe(shelves?.count)
    expect(counts.size).toBeLessThan(20)
    const changed = await Promise.all([
      ...names.slice(0, 20).map((stream) => answered(stream, put('Emma'))),
      ...names.slice(20).map((stream) => handle(stream, put('Emma'))),
    ])
    const { pages } = await readShelf('shelf-r0')
    expect(pages).toBeGreaterThan(0)
    const pagesOfEach = changed.map(({ found }) => (found as FoundShelf | undefined)?.pages)
    expect(pagesOfEach).toEqual(names.map((_, index) => (index < 20 ? pages : undefined)))
  })
})

async function readShelf(id: string): Promise<{ pages: number }> {
  const [row] = await test.database.sql<[{ pages: number }]>`select pages from shelves where id = ${id}`
  return row
}

const answered = (stream: string, what: ReturnType<typeof put>, readBack = shelfReadBack(stream)) =>
  test.store.commands.handle(shelf, { stream, command: what, readBack }, aContext)

describe('what a command reads back', () => {
  it('is there while another transaction holds up the appends before it', async () => {
    await handle('shelf-held', build('Held'))
    const isHeld = Promise.withResolvers<void>()
    const mayGoOn = Promise.withResolvers<void>()
    const holding = test.database.sql.begin(async (tx) => {
      await tx`select from shelves where id = 'shelf-held' for update`
      isHeld.resolve()
      await mayGoOn.promise
    })
    await isHeld.promise
    const held = answered('shelf-held', put('Emma'))
    expect(await answered('shelf-passing', build('Passing'))).toMatchObject({ found: { name: 'Passing' } })
    mayGoOn.resolve()
    await holding
    expect(await held).toMatchObject({ found: { name: 'Held' } })
  })

  it('is missing where the command changed nothing, and where it writes no such row', async () => {
    const applied = { outcome: 'applied', found: undefined }
    expect(await answered('shelf-read', build('Read'), shelfReadBack('shelf-none'))).toMatchObject(applied)
    await answered('shelf-read', put('Emma'))
    expect(await answered('shelf-read', put('Emma'))).toMatchObject({ outcome: 'unchanged', found: undefined })
    expect(await answered('shelf-read', command('Burn', {}))).toMatchObject(applied)
  })

  it('is read also after the store was closed', async () => {
    const closed = test.another()
    await closed.close()
    const options = { stream: 'shelf-closed', command: build('Late'), readBack: shelfReadBack('shelf-closed') }
    expect(await closed.commands.handle(shelf, options, aContext)).toMatchObject({ found: { name: 'Late' } })
  })
})
