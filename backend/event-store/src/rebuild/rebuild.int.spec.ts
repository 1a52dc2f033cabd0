import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventStore } from '../event-store.ts'
import { seed } from '../fixtures/seed.fixture.ts'
import { aContext, build, command, put, shelf, shelfModule, shelves } from '../fixtures/shelf.fixture.ts'
import { type TestStore, testStore, until } from '../fixtures/store.fixture.ts'
import { migrate } from '../migrate.ts'
import { rebuild } from './rebuild.ts'

let test: TestStore
beforeEach(async () => {
  test = await testStore()
})
afterEach(() => test.close())

const handle = (stream: string, what: ReturnType<typeof command>, store: EventStore = test.store) =>
  store.commands.handle(shelf, { stream, command: what }, aContext)

/** Comparing needs no more than the rights of serving. */
const replay = (apply = false, modules = [shelfModule]) =>
  rebuild({ sql: apply ? test.database.sql : test.database.serving.sql, modules, apply })

async function threeShelves() {
  for (const name of ['a', 'b', 'c']) {
    await handle(`shelf-${name}`, build(`Shelf ${name}`, `Owner\\ \t ${name}`))
    await handle(`shelf-${name}`, put('Emma', 200))
    await handle(`shelf-${name}`, put('Persuasion \n "2"', 100))
  }
  await handle('shelf-c', command('Burn'))
}

describe('a rebuild', () => {
  it('finds no difference where no table was touched, and the same when it runs again', async () => {
    await threeShelves()
    for (const _ of ['first', 'second'])
      expect(await replay()).toMatchObject({
        events: 10,
        tables: [
          { table: 'shelves', rows: 2, differences: 0 },
          { table: 'books', rows: 4, differences: 0 },
        ],
        differences: [],
        applied: false,
      })
    expect([...(await test.database.sql`select 1 from pg_namespace where nspname = 'rebuild'`)]).toEqual([])
  })

  it('lets PostgreSQL count the rows of a table, unless it is empty: plans for an empty table read all of it', async () => {
    const { sql } = test.database
    const estimate = async () =>
      (await sql<{ reltuples: number }[]>`select reltuples from pg_class where oid = 'books'::regclass`)[0]?.reltuples
    await handle('shelf-a', build('Shelf a', 'Owner a'))
    await replay(true)
    expect(await estimate()).toBe(-1)
    await handle('shelf-a', put('Emma', 200))
    await replay(true)
    expect(await estimate()).toBe(1)
  })

  it('finds a damaged, a missing and an extra row, and puts them right when it is applied', async () => {
    const { sql } = test.database
    await threeShelves()
    await sql`update shelves set built_at = built_at + interval '1 microsecond' where id = 'shelf-a'`
    await sql`update books set lent = true where id = 'shelf-a/Emma'`
    await sql`delete from shelves where id = 'shelf-b'`
    await sql`insert into shelves select 'shelf-z', 'Z', owner, pages, built_at, books from shelves`
    const { differences, tables } = await replay(true)
    expect(tables.map((table) => table.differences)).toEqual([3, 1])
    expect(differences.map(({ table, id, live, rebuilt }) => [table, id, live !== null, rebuilt !== null])).toEqual([
      ['shelves', 'shelf-a', true, true],
      ['shelves', 'shelf-b', false, true],
      ['shelves', 'shelf-z', true, false],
      ['books', 'shelf-a/Emma', true, true],
    ])
    expect((await replay()).differences).toEqual([])
    await expect(handle('shelf-y', build('SHELF A'))).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  })

  it('takes the place of the live tables while writers and readers go on', async () => {
    await threeShelves()
    let rounds = 0
    let stopped = false
    const write = async (writer: number) => {
      const store = test.another(1)
      for (let round = 0; !stopped; round++) {
        await handle(`shelf-${writer}-${round}`, build(`${writer} ${round}`), store)
        await handle(`shelf-${writer}-${round}`, put('Emma'), store)
        await handle(`shelf-${writer}-${round}`, command(round % 2 ? 'Burn' : 'Take', { book: 'Emma' }), store)
        rounds++
      }
    }
    const read = async () => {
      while (!stopped) expect((await test.database.sql`select * from shelves where id = 'shelf-a'`).length).toBe(1)
    }
    const busy = Promise.all([...[1, 2, 3, 4].map(write), read()])
    for (let time = 0; time < 5; time++) {
      const before = rounds
      const { differences, applied } = await replay(true)
      expect({ differences, applied }).toEqual({ differences: [], applied: true })
      while (rounds < before + 8) await new Promise((resolve) => setImmediate(resolve))
    }
    stopped = true
    await busy
    expect((await replay()).differences).toEqual([])
  })

  it('gives the rows that any commands have written', async () => {
    const name = fc.integer({ min: 1, max: 4 }).map(String)
    const commands = fc.oneof(
      fc
        .tuple(name, fc.option(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))))
        .map(([shelfName, owner]) => build(shelfName, owner)),
      fc.tuple(name, fc.nat(1000)).map(([book, pages]) => put(book, pages)),
      name.map((book) => command('Take', { book })),
      name.map((book) => command('Lend', { book, reader: 'r1', email: 'r1@example.org' })),
      fc.constant(command('Burn')),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, commands), { maxLength: 30 }), async (steps) => {
        for (const [stream, what] of steps)
          await handle(`shelf-${stream}`, what).catch((error: Error) => expect(error.name).toBe('DomainError'))
        expect((await replay()).differences).toEqual([])
      }),
      { seed, numRuns: 25 },
    )
  })
})

describe('the migration', () => {
  it('rebuilds a read model whose definition has changed, or whose table is gone', async () => {
    await threeShelves()
    const { sql } = test.database
    const changed = {
      ...shelfModule,
      readModels: [
        { ...shelves, columns: { ...shelves.columns, colour: { type: 'text', nullable: true } as const } },
        ...shelfModule.readModels.slice(1),
      ],
    }
    await sql`drop table books`
    await migrate(sql, [changed])
    expect([...(await sql`select id, colour from shelves order by id`)]).toEqual([
      { id: 'shelf-a', colour: null },
      { id: 'shelf-b', colour: null },
    ])
    expect((await sql`select id from books`).length).toBe(4)
    expect((await replay(false, [changed])).differences).toEqual([])
  })

  it('may run in several backends at once, and again', async () => {
    await threeShelves()
    await test.database.sql`delete from read_model_definitions`
    await Promise.all([1, 2, 3, 4].map(() => migrate(test.database.sql, [shelfModule])))
    expect((await replay()).differences).toEqual([])
  })

  it('makes new events follow those of a log that was restored into a younger cluster', async () => {
    const { sql } = test.database
    await threeShelves()
    await sql`update events set position = position + 4096::bigint * 1000000000`
    const [{ latest } = { latest: 0 }] = await sql<{ latest: number }[]>`select max(position) as latest from events`
    await migrate(sql, [shelfModule])
    const { events } = await handle('shelf-d', build('Dora'))
    expect(events[0]?.metadata.position).toBeGreaterThan(latest)
    await until(async () => (await test.store.log.read()).at(-1)?.metadata.stream === 'shelf-d')
    expect((await replay()).differences).toEqual([])
  })
})
