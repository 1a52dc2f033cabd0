import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FencedOff } from '../commands.ts'
import { createEventStore, type EventStore } from '../event-store.ts'
import {
  aContext,
  books,
  build,
  type command,
  createShelfError,
  put,
  shelf,
  shelfEvents,
  shelfModule,
  shelves,
} from '../fixtures/shelf.fixture.ts'
import { type TestStore, testStore, until } from '../fixtures/store.fixture.ts'
import { migrate } from '../migrate.ts'
import { rebuild } from '../rebuild/rebuild.ts'
import { createRegistry, type StoredModule } from '../registry.ts'
import { collectDefinitions, takeOver } from './definitions.ts'

/** A change such as one of a helper that the projection calls: the older release counts every page once. */
const pagesCountTwice: typeof shelves = {
  ...shelves,
  version: 2,
  evolve: (row, event) => {
    const after = shelves.evolve(row, event)
    return after && event.type === 'BookPut' ? { ...after, pages: after.pages + event.data.pages } : after
  },
}

const newer: StoredModule = { ...shelfModule, readModels: [pagesCountTwice, books] }
const withNewEvent: StoredModule = {
  ...shelfModule,
  events: { ...shelfEvents, ShelfPainted: { ...shelfEvents.ShelfBurnt } },
}
const withoutBooks: StoredModule = {
  ...shelfModule,
  readModels: [shelves],
  retiredReadModels: ['books'],
}

const clock = { now: () => new Date() }

let test: TestStore
let old: EventStore
const warnings: string[] = []
beforeEach(async () => {
  test = await testStore()
  const report = { warn: (_: object, message: string) => warnings.push(message), error: () => {} }
  old = createEventStore({
    sql: test.database.sql,
    modules: [shelfModule],
    edition: () => '2026',
    clock,
    createError: createShelfError,
    report,
  })
  await handle(old, build('Ada', 'Zacharias'))
  await handle(old, put('Emma', 100))
})
afterEach(async () => {
  warnings.length = 0
  await old.close()
  await test.close()
})

const handle = (store: EventStore, what: ReturnType<typeof command>) =>
  store.commands.handle(shelf, { stream: 'shelf-a', command: what }, aContext)
const createStore = (module: StoredModule) =>
  createEventStore({
    sql: test.database.sql,
    modules: [module],
    edition: () => '2026',
    clock,
    createError: createShelfError,
  })
const readPages = async () =>
  (await test.database.sql<{ pages: number }[]>`select pages from shelves`).map((row) => row.pages)
const differencesFor = async (module: StoredModule) =>
  (await rebuild({ sql: test.database.sql, modules: [module], apply: false })).differences
/** Sessions that wait for a lock on the log. */
const waiting = async () => {
  const [row] = await test.database.sql<{ count: number }[]>`
    select count(*)::int as count from pg_locks where relation = 'events'::regclass and not granted`
  return row?.count
}

describe('a release whose read models have been replaced by a newer one', () => {
  it('reads on, writes no more, says so once, and forgets no one', async () => {
    await migrate(test.database.sql, [newer])
    expect(await readPages()).toEqual([200])
    await expect(handle(old, put('Persuasion', 50))).rejects.toThrow(FencedOff)
    await expect(handle(old, put('Persuasion', 50))).rejects.toThrow(FencedOff)
    await expect(old.people.forget(['shelf-a/owner'])).rejects.toThrow(FencedOff)
    expect(await old.isFencedOff()).toBe(true)
    expect(warnings).toEqual([expect.stringContaining('Another release')])
    expect((await old.log.read()).map(({ type }) => type)).toEqual(['ShelfBuilt', 'BookPut'])
    expect(await differencesFor(newer)).toEqual([])
  })

  it('leaves its events to the automations of the newer one', async () => {
    const handled: string[] = []
    const automation = (release: string) => ({
      name: 'when-book-put',
      on: ['BookPut'],
      // A writer elsewhere in the server may still run: then the events before this test count as later ones as well.
      handle: async ({ data }: { data: unknown }) => {
        if (JSON.stringify(data).includes('Persuasion')) handled.push(release)
      },
    })
    await migrate(test.database.sql, [newer])
    await old.automate([automation('old')])
    const other = createStore(newer)
    await handle(other, put('Persuasion'))
    await until(() => warnings.some((message) => message.includes('could not go on')))
    await other.automate([automation('new')])
    await until(() => handled.length > 0)
    expect(handled).toEqual(['new'])
    await other.close()
  })

  it('cannot slip in an append that had waited for the swap', async () => {
    await handle(old, put('Persuasion', 50))
    const { sql } = test.database
    let append: Promise<unknown> | undefined
    await sql.begin(async (tx) => {
      await tx`lock table events in share row exclusive mode`
      append = handle(old, put('Sanditon', 50))
      append.catch(() => {})
      await until(async () => (await waiting()) === 1)
      await takeOver(tx, collectDefinitions(createRegistry([newer])), ['shelves'])
    })
    await expect(append).rejects.toThrow(FencedOff)
    expect(await sql`select 1 from events where version = 4`).toHaveLength(0)
  })

  it('has its last append, for which the swap has waited, folded by the newer one', async () => {
    const { sql } = test.database
    let swapped: Promise<unknown> | undefined
    await sql.begin(async (tx) => {
      await tx`lock table events in row exclusive mode`
      swapped = migrate(sql, [newer])
      await until(async () => Number(await waiting()) > 0)
      // The insert stands for an append that is under way: its row is one of the older release.
      await tx`insert into events select (select max(position) + 1 from events), stream, 3, category, type,
        schema_version, '{"book":"Persuasion","pages":50}', actor_kind, actor_id, actor_name, actor_role,
        correlation_id, causation_id, edition, at, happened_at from events where version = 2`
      await tx`update shelves set pages = 150, books = '["Emma","Persuasion"]'`
    })
    await swapped
    expect(await readPages()).toEqual([300])
  })

  it('is fenced off also by a newer one that only knows one more event', async () => {
    await migrate(test.database.sql, [withNewEvent])
    await expect(handle(old, put('Persuasion'))).rejects.toThrow(FencedOff)
    await migrate(test.database.sql, [withNewEvent])
  })
})

describe('an older release', () => {
  it.each([
    ['other rows', newer, 'the read model shelves in version 2, here 1'],
    ['one more event', withNewEvent, 'the event ShelfPainted, unknown here'],
    ['a read model less', withoutBooks, 'no read model books any more'],
  ])('does not start after a newer one with %s', async (_, release, reason) => {
    await migrate(test.database.sql, [release])
    await expect(migrate(test.database.sql, [shelfModule])).rejects.toThrow(reason)
    expect(await differencesFor(release)).toEqual([])
  })

  it('takes the database back when it is told to rebuild, and fences off the newer one', async () => {
    const { sql } = test.database
    await migrate(sql, [newer])
    const other = createStore(newer)
    await handle(other, put('Persuasion', 50))
    await rebuild({ sql, modules: [shelfModule], apply: true })
    expect(await readPages()).toEqual([150])
    await expect(handle(other, put('Sanditon'))).rejects.toThrow(FencedOff)
    await handle(old, put('Sanditon', 50))
    await migrate(sql, [shelfModule])
    expect(await differencesFor(shelfModule)).toEqual([])
    await other.close()
  })

  it('builds anew what a newer one had retired, when it is told to', async () => {
    const { sql } = test.database
    await migrate(sql, [withoutBooks])
    const other = createStore(withoutBooks)
    await handle(other, put('Persuasion'))
    await other.close()
    expect(await sql`select to_regclass('books') as gone`).toEqual([{ gone: null }])
    await rebuild({ sql, modules: [shelfModule], apply: true })
    expect(await differencesFor(shelfModule)).toEqual([])
    await handle(old, put('Sanditon'))
  })
})

describe('a database of a release without fencing', () => {
  it('is taken over, and that release writes no more', async () => {
    const { sql } = test.database
    await sql`alter table read_model_definitions drop column version, drop column shape, add column hash text`
    await sql`drop table event_definitions`
    await sql`alter table event_log drop column fencing_token`
    await migrate(sql, [shelfModule])
    expect(await differencesFor(shelfModule)).toEqual([])
    // The appends of the older release call it like this; a 57P error becomes its answer 503.
    await expect(sql`select event_position(0, 0)`).rejects.toMatchObject({ code: expect.stringMatching(/^57P/) })
    await handle(old, put('Persuasion'))
  })
})
