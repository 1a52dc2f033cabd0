import type { ISql } from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventStore } from '../event-store.ts'
import {
  aContext,
  build,
  command,
  put,
  type ShelfCommand,
  type ShelfState,
  shelf,
  shelfModule,
} from '../fixtures/shelf.fixture.ts'
import { type TestStore, testStore } from '../fixtures/store.fixture.ts'
import { personKeys } from '../personal-data/person-keys.ts'
import { createRegistry } from '../registry.ts'
import type { Folding } from './folded-stream.ts'
import { streamCache } from './stream-cache.ts'

let test: TestStore
let store: EventStore

const handle = (command: ShelfCommand, through = store, expectedVersion?: number) =>
  through.commands.handle(shelf, { stream: 'shelf-a', command, expectedVersion }, aContext)

beforeEach(async () => {
  test = await testStore()
  store = test.store
  await handle(build('A', 'Thea'))
  for (let book = 1; book < 40; book++) await handle(put(`Book ${book}`, 1))
})
afterEach(() => test.close())

const row = async () =>
  (await test.database.sql`select owner, pages::int, jsonb_array_length(books) as books from shelves`)[0]
const versions = async () => {
  const rows = await test.database.sql<{ version: number }[]>`select version from events order by version`
  return rows.map(({ version }) => version)
}

describe('a command on a stream that is cached', () => {
  it('appends without reading it, as the next one does', async () => {
    const statements: string[] = []
    const watched = test.another(1, {}, (statement) => statements.push(statement))
    await handle(put('Emma', 1), watched)
    statements.length = 0
    expect((await handle(put('Persuasion', 1), watched)).state.books).toHaveLength(41)
    expect((await handle(put('Sanditon', 1), watched)).version).toBe(43)
    expect(statements.filter((statement) => /from events where/.test(statement))).toEqual([])
    expect(await row()).toEqual({ owner: 'Thea', pages: 42, books: 42 })
  })

  it('is refused, or changes nothing, only by what is stored', async () => {
    const other = test.another()
    await handle(put('Emma', 1), other)
    expect((await handle(command('Take', { book: 'Emma' }))).outcome).toBe('applied')
    await handle(command('Burn'), other)
    await handle(build('A', 'Theo'), other)
    expect((await handle(put('Emma', 7))).state.books).toEqual(['Emma'])
  })

  it('is compared with the version that it expects as it is stored', async () => {
    await handle(put('Emma', 1), test.another())
    expect((await handle(put('Persuasion', 1), store, 41)).version).toBe(42)
    await handle(put('Sanditon', 1), test.another())
    await expect(handle(put('Lady Susan', 1), store, 42)).rejects.toThrow('STALE')
    expect(await versions()).toHaveLength(43)
  })
})

describe('a long stream that was loaded before', () => {
  it('goes on with what other processes have stored since', async () => {
    const other = test.another()
    await handle(put('Emma', 1), other)
    await handle(put('Persuasion', 1), other)
    const { state, version } = await handle(put('Sanditon', 1))
    expect(version).toBe(43)
    expect(state.books).toHaveLength(42)
    expect(await row()).toEqual({ owner: 'Thea', pages: 42, books: 42 })
    expect((await handle(put('Emma', 1), store)).outcome).toBe('unchanged')
  })

  it('is read whole where an older log was restored meanwhile, and nothing is written behind a gap', async () => {
    await test.database.sql`delete from events where version > 35`
    await test.database.sql`update shelves set pages = 34`
    const { version, state } = await handle(put('Sanditon', 1))
    expect(version).toBe(36)
    expect(state.books).toHaveLength(35)
    expect(await row()).toEqual({ owner: 'Thea', pages: 35, books: 35 })
    expect(await versions()).toEqual(Array.from({ length: 36 }, (_, index) => index + 1))
  })

  it('is read whole where the restored log went on otherwise', async () => {
    await test.database.sql`delete from events where version > 35`
    const other = test.another()
    for (let book = 36; book < 46; book++) await handle(put(`Other ${book}`, 1), other)
    const { version, state } = await handle(put('Sanditon', 1))
    expect(version).toBe(46)
    expect(state.books.slice(33)).toEqual([
      'Book 34',
      ...Array.from({ length: 10 }, (_, at) => `Other ${36 + at}`),
      'Sanditon',
    ])
    expect(await row()).toEqual({ owner: 'Thea', pages: 45, books: 45 })
  })

  it('is read whole where the restored log went on to the same version, also by commands that are stored together', async () => {
    const streams = Array.from({ length: 12 }, (_, at) => `shelf-${at}`)
    const onAll = (change: (stream: string) => ShelfCommand, through: EventStore) =>
      Promise.all(
        streams.map((stream) => through.commands.handle(shelf, { stream, command: change(stream) }, aContext)),
      )
    await onAll((stream) => build(stream), store)
    await onAll(() => put('Emma', 1), store)
    await test.database.sql`delete from events where version = 2 and stream = any(${streams})`
    await onAll(() => put('Persuasion', 1), test.another())
    const handled = await onAll(() => put('Sanditon', 1), store)
    expect(handled.map(({ version, state }) => [version, ...state.books])).toEqual(
      streams.map(() => [3, 'Persuasion', 'Sanditon']),
    )
  })

  it('holds no data of a person after another process has forgotten them', async () => {
    const other = test.another()
    await other.people.forget(['shelf-a/owner'])
    await handle(put('Sanditon', 1))
    expect(await row()).toEqual({ owner: 'Forgotten', pages: 40, books: 40 })
  })

  it('is the same for commands that come together', async () => {
    const titles = Array.from({ length: 20 }, (_, at) => `Together ${at}`)
    const other = test.another()
    await Promise.all(titles.map((title, at) => handle(put(title, 1), at % 2 ? store : other)))
    expect(await row()).toEqual({ owner: 'Thea', pages: 59, books: 59 })
    expect(await versions()).toHaveLength(60)
  })
})

const cacheOn = (sql: ISql) =>
  streamCache(sql, { registry: createRegistry([shelfModule]), keys: personKeys(test.database.sql) })

const shelves = shelf as unknown as Folding<ShelfState>

describe('many long streams', () => {
  it('are each read once, however many events they have together', async () => {
    const { sql } = test.database
    const names = Array.from({ length: 60 }, (_, at) => `shelf-long-${at}`)
    await sql`
      insert into events select base.position + nth * 1000 + n, 'shelf-long-' || nth, n, category, type, schema_version, data,
        actor_kind, actor_id, actor_name, actor_role, correlation_id, causation_id, edition, at, happened_at
      from events, (select max(position) as position from events) as base, generate_series(0, 59) as nth,
        generate_series(1, 1000) as n
      where version = 2`
    const asked: (readonly [string, string | undefined])[] = []
    const watched = {
      unsafe: (text: string, [streams = [], from = []]: string[][], options: object) => {
        asked.push(...streams.map((stream, at) => [stream, from[at]] as const))
        return sql.unsafe(text, [streams, from], options)
      },
    }
    const cache = cacheOn(watched as never)
    for (const name of names) expect((await cache.load(name, shelves)).version).toBe(1000)
    asked.length = 0
    for (const name of names) expect((await cache.load(name, shelves)).state(shelves).books).toHaveLength(1000)
    expect(asked).toEqual(names.map((name) => [name, '1000']))
  })

  it('are read whole for a decider that has not folded them', async () => {
    const cache = cacheOn(test.database.sql)
    const counting = { initialState: () => 0, evolve: (count: number) => count + 1 }
    await cache.load('shelf-a', shelves)
    expect((await cache.load('shelf-a', counting)).state(counting)).toBe(40)
    expect((await cache.load('shelf-a', shelves)).state(shelves).books).toHaveLength(39)
  })
})
