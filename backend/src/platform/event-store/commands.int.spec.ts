import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { type TestDatabase, testDatabase } from '../database/test-database.ts'
import { createEventStore, type EventStore } from './event-store.ts'
import { migrate } from './migrate.ts'
import { aContext, build, command, put, shelf, shelfModule } from './shelf.fixture.ts'

let database: TestDatabase
const stores: EventStore[] = []

beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.sql, [shelfModule])
})
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()))
  await database.drop()
})

function openStore(): EventStore {
  const store = createEventStore({ sql: database.sql, modules: [shelfModule], edition: '2026', clock: systemClock })
  stores.push(store)
  return store
}

describe('a command', () => {
  it('stores its events with the rows that follow from them', async () => {
    const { commands } = openStore()
    const built = await commands.handle(
      shelf,
      { stream: 'shelf-a', command: build('Ada'), startsStream: true },
      aContext,
    )
    expect(built).toMatchObject({ version: 1, outcome: 'applied', state: { built: true } })
    expect(built.events[0]?.metadata).toMatchObject({
      stream: 'shelf-a',
      version: 1,
      actor: aContext.actor,
      edition: '2026',
    })
    expect(built.events[0]?.metadata.position).toBeGreaterThan(0)
    await commands.handle(shelf, { stream: 'shelf-a', command: put('Emma', 300) }, aContext)
    expect([...(await database.sql`select name, pages, books from shelves where id = 'shelf-a'`)]).toEqual([
      { name: 'Ada', pages: 300, books: ['Emma'] },
    ])
    await commands.handle(shelf, { stream: 'shelf-a', command: command('Burn') }, aContext)
    expect([...(await database.sql`select id from shelves where id = 'shelf-a'`)]).toEqual([])
    expect([...(await database.sql`select id from books where shelf = 'shelf-a'`)]).toEqual([])
  })
})
