import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aContext, build, command, put, shelf } from '../fixtures/shelf.fixture.ts'
import { type TestStore, testStore } from '../fixtures/store.fixture.ts'

let test: TestStore
beforeAll(async () => {
  test = await testStore()
})
afterAll(() => test.close())

const handle = (stream: string, what: ReturnType<typeof command>, more: { expectedVersion?: number } = {}) =>
  test.store.commands.handle(shelf, { stream, command: what, ...more }, aContext)

const readVersions = async (stream: string) =>
  (await test.database.sql<{ version: number }[]>`select version from events where stream = ${stream} order by 1`).map(
    (row) => row.version,
  )

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('a command', () => {
  it('stores its events with the rows that follow from them', async () => {
    const { commands } = test.store
    const built = await commands.handle(
      shelf,
      { stream: 'shelf-a', command: build('Ada'), startsStream: true },
      aContext,
    )
    expect(built).toMatchObject({ version: 1, outcome: 'applied', state: { built: true } })
    expect(built.events[0]).toMatchObject({
      type: 'ShelfBuilt',
      metadata: {
        stream: 'shelf-a',
        version: 1,
        actor: aContext.actor,
        edition: '2026',
        correlationId: 'correlation-1',
      },
    })
    expect(built.events[0]?.metadata.position).toBeGreaterThan(0)
    await handle('shelf-a', put('Emma', 300))
    expect([...(await test.database.sql`select name, pages, books from shelves where id = 'shelf-a'`)]).toEqual([
      { name: 'Ada', pages: 300, books: ['Emma'] },
    ])
    await handle('shelf-a', command('Burn'))
    expect([...(await test.database.sql`select id from shelves where id = 'shelf-a'`)]).toEqual([])
    expect([...(await test.database.sql`select id from books where shelf = 'shelf-a'`)]).toEqual([])
  })

  it('that changes nothing stores nothing', async () => {
    await handle('shelf-b', build('Berta'))
    expect(await handle('shelf-b', command('Take', { book: 'Emma' }))).toMatchObject({
      version: 1,
      outcome: 'unchanged',
      events: [],
    })
    expect(await readVersions('shelf-b')).toEqual([1])
  })

  it('that is refused stores nothing', async () => {
    await expect(handle('shelf-none', put('Emma'))).rejects.toMatchObject({ name: 'DomainError', code: 'NO_SHELF' })
    expect(await readVersions('shelf-none')).toEqual([])
  })

  it('that names another version than the stream has is stale', async () => {
    await handle('shelf-c', build('Clara'))
    await expect(handle('shelf-c', put('Emma'), { expectedVersion: 0 })).rejects.toMatchObject({ code: 'STALE' })
    await handle('shelf-c', put('Emma'), { expectedVersion: 1 })
    expect(await readVersions('shelf-c')).toEqual([1, 2])
  })

  it('whose row runs into a unique key across streams is refused with the code of that key', async () => {
    await handle('shelf-d', build('Dora'))
    await expect(handle('shelf-e', build('DORA'))).rejects.toMatchObject({ code: 'NAME_TAKEN' })
    expect(await readVersions('shelf-e')).toEqual([])
    await handle('shelf-d', command('Burn'))
    await handle('shelf-e', build('DORA'))
  })

  it('with data that breaks its schema throws, and stores nothing', async () => {
    await handle('shelf-f', build('Frida'))
    await expect(handle('shelf-f', put('Emma', 1.5))).rejects.toThrow(/pages/)
    expect(await readVersions('shelf-f')).toEqual([1])
  })
})

describe('many clients at once', () => {
  it('lose nothing on one stream within a process, and no caller sees a conflict', async () => {
    await handle('shelf-busy', build('Busy'))
    await Promise.all(
      upTo(16).map(async (client) => {
        for (const book of upTo(10)) await handle('shelf-busy', put(`${client}/${book}`, 1))
      }),
    )
    expect(await readVersions('shelf-busy')).toEqual(upTo(161))
    expect([...(await test.database.sql`select pages from shelves where id = 'shelf-busy'`)]).toEqual([{ pages: 160 }])
  })

  it('lose nothing on one stream as 16 processes, and no caller sees a conflict', async () => {
    await handle('shelf-crowd', build('Crowd'))
    const stores = upTo(16).map(() => test.another(1))
    await Promise.all(
      stores.map(async ({ commands }, client) => {
        for (const book of upTo(10))
          await commands.handle(shelf, { stream: 'shelf-crowd', command: put(`${client}/${book}`, 1) }, aContext)
      }),
    )
    expect(await readVersions('shelf-crowd')).toEqual(upTo(161))
    expect([...(await test.database.sql`select pages from shelves where id = 'shelf-crowd'`)]).toEqual([{ pages: 160 }])
    expect([...(await test.database.sql`select count(*) from books where shelf = 'shelf-crowd'`)]).toEqual([
      { count: 160 },
    ])
  })

  it('cannot create one stream twice: one wins', async () => {
    const create = () =>
      test
        .another(1)
        .commands.handle(shelf, { stream: 'shelf-new', command: build('New'), startsStream: true }, aContext)
    const settled = await Promise.allSettled([create(), create(), create(), create()])
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual(
      Array.from({ length: 3 }, () => ({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'SHELF_EXISTS' }),
      })),
    )
    expect(await readVersions('shelf-new')).toEqual([1])
  })
})

describe('an idempotency key', () => {
  const idempotency = { scope: 'visitor-1', key: 'key-1', fingerprint: 'print-1', visitor: null }
  const repeatable = (stream: string, what: ReturnType<typeof command>, key: string) =>
    test.store.commands.handle(
      shelf,
      { stream, command: what, startsStream: what.type === 'Build' },
      { ...aContext, idempotency: { ...idempotency, key } },
    )

  it('is claimed with the events', async () => {
    await repeatable('shelf-i', build('Ida'), 'key-1')
    expect([...(await test.database.sql`select scope, key, fingerprint, visitor from idempotency`)]).toEqual([
      idempotency,
    ])
  })

  it('makes a repetition append nothing and answer with the present state', async () => {
    await repeatable('shelf-j', build('Jo'), 'key-2')
    expect(await repeatable('shelf-j', build('Jo'), 'key-2')).toMatchObject({
      outcome: 'repeated',
      version: 1,
      events: [],
      state: { built: true },
    })
    expect(await readVersions('shelf-j')).toEqual([1])
  })

  it('makes two requests at the same moment one', async () => {
    const twins = await Promise.all(
      [test.another(1), test.another(1)].map(({ commands }) =>
        commands.handle(
          shelf,
          { stream: 'shelf-k', command: build('Kim'), startsStream: true },
          { ...aContext, idempotency: { ...idempotency, key: 'key-3' } },
        ),
      ),
    )
    expect(twins.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'repeated'])
    expect(await readVersions('shelf-k')).toEqual([1])
  })

  it('answers a repetition that names the version before the first', async () => {
    await handle('shelf-l', build('Lea'))
    const context = { ...aContext, idempotency: { ...idempotency, key: 'key-4' } }
    const once = () =>
      test.store.commands.handle(shelf, { stream: 'shelf-l', command: put('Emma'), expectedVersion: 1 }, context)
    expect((await once()).outcome).toBe('applied')
    expect((await once()).outcome).toBe('repeated')
  })

  it('is left unclaimed by a refused command', async () => {
    await expect(repeatable('shelf-m', put('Emma'), 'key-5')).rejects.toMatchObject({ code: 'NO_SHELF' })
    expect([...(await test.database.sql`select key from idempotency where key = 'key-5'`)]).toEqual([])
  })
})
