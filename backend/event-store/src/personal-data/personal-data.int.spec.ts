import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aContext, build, command, put, shelf } from '../fixtures/shelf.fixture.ts'
import { type TestStore, testStore, until } from '../fixtures/store.fixture.ts'
import { loadKeys } from './person-keys.ts'

let test: TestStore
beforeEach(async () => {
  test = await testStore()
})
afterEach(() => test.close())

const owner = 'Zacharias Quendel'
const email = 'quendel@example.org'

const handle = (stream: string, what: ReturnType<typeof command>, store = test.store) =>
  store.commands.handle(shelf, { stream, command: what }, aContext)
const lend = (book: string, reader: string) => command('Lend', { book, reader, email })
/** Reads the data as soon as that is possible: transactions of other tests hold the log back for a moment. */
async function readData(stream: string, type: string, store = test.store) {
  const read = () => store.log.read({ stream, types: [type] })
  await until(async () => (await read()).length > 0)
  return (await read()).map(({ data }) => data)
}
const rawLog = async () =>
  (await test.database.sql<{ row: string }[]>`select events::text as row from events`).map(({ row }) => row).join('\n')

describe('personal data', () => {
  it('stands nowhere in the clear in the log, and reads as it was written', async () => {
    await handle('shelf-a', build('Ada', owner))
    await handle('shelf-a', put('Emma'))
    await handle('shelf-a', lend('Emma', 'r1'))
    const raw = await rawLog()
    expect(raw).toContain('Emma')
    expect(raw).not.toContain('Quendel')
    expect(raw).not.toContain(email)
    expect(await readData('shelf-a', 'ShelfBuilt')).toEqual([{ name: 'Ada', owner, material: 'pine' }])
    expect(await readData('shelf-a', 'BookLent', test.another())).toEqual([
      { book: 'Emma', reader: 'r1', address: { email } },
    ])
  })

  it.each([null, ''])('that is %j stays so and needs no key', async (owner) => {
    await handle('shelf-a', build('Ada', owner))
    expect(await readData('shelf-a', 'ShelfBuilt')).toEqual([{ name: 'Ada', owner, material: 'pine' }])
    expect([...(await test.database.sql`select subject from person_keys`)]).toEqual([])
  })

  it('is opened with keys that are never looked for in the whole table, also where it has only just grown', async () => {
    const { sql } = test.database
    const subjects = Array.from({ length: 5_000 }, (_, n) => `reader/${n}`)
    await sql.begin(async (tx) => {
      for (const _ of Array(8)) expect((await loadKeys(tx, ['reader/7'])).size).toBe(0)
      await tx`insert into person_keys select subject, sha256(subject::bytea) from unnest(${subjects}::text[]) as subject`
      expect([...(await loadKeys(tx, ['reader/7', 'reader/none', 'reader/4999'])).keys()]).toEqual([
        'reader/7',
        'reader/4999',
      ])
      const [{ scans }] = await tx<[{ scans: string }]>`
        select seq_scan as scans from pg_stat_xact_user_tables where relname = 'person_keys'`
      expect(Number(scans)).toBe(0)
    })
  })

  it('of one person in several streams is sealed under one key, also when two processes meet the person first', async () => {
    const stores = Array.from({ length: 6 }, () => test.another(1))
    await Promise.all(
      stores.map(async (store, index) => {
        await handle(`shelf-${index}`, build(`Shelf ${index}`), store)
        await handle(`shelf-${index}`, lend('Emma', 'r1'), store)
      }),
    )
    expect([...(await test.database.sql`select subject from person_keys`)]).toEqual([{ subject: 'reader/r1' }])
    for (const index of stores.keys())
      expect(await readData(`shelf-${index}`, 'BookLent')).toMatchObject([{ address: { email } }])
  })
})

describe('forgetting a person', () => {
  it('leaves the forgotten value in events and rows, in every process', async () => {
    const elsewhere = test.another()
    await handle('shelf-a', build('Ada', owner))
    expect(await readData('shelf-a', 'ShelfBuilt', elsewhere)).toMatchObject([{ owner }])
    expect(await test.store.people.forget(['shelf-a/owner'])).toEqual(['shelf-a'])
    expect([...(await test.database.sql`select owner from shelves`)]).toEqual([{ owner: 'Forgotten' }])
    expect(await readData('shelf-a', 'ShelfBuilt')).toMatchObject([{ name: 'Ada', owner: 'Forgotten' }])
    await handle('shelf-a', put('Emma'), elsewhere)
    expect([...(await test.database.sql`select owner, pages from shelves`)]).toEqual([
      { owner: 'Forgotten', pages: 100 },
    ])
    expect(await readData('shelf-a', 'ShelfBuilt', elsewhere)).toMatchObject([{ owner: 'Forgotten' }])
  })

  it('finds the streams of a person who is known in several', async () => {
    for (const name of ['a', 'b', 'c']) await handle(`shelf-${name}`, build(name))
    await handle('shelf-a', lend('Emma', 'r1'))
    await handle('shelf-b', lend('Emma', 'r2'))
    await handle('shelf-c', lend('Emma', 'r1'))
    expect(await test.store.people.forget(['reader/r1'])).toEqual(['shelf-a', 'shelf-c'])
    expect(await readData('shelf-a', 'BookLent')).toMatchObject([{ address: { email: '' } }])
    expect(await readData('shelf-b', 'BookLent')).toMatchObject([{ address: { email } }])
  })

  it('finds a person in a log of more events than are decrypted at once', async () => {
    await handle('shelf-a', build('Ada'))
    await handle('shelf-a', lend('Emma', 'r1'))
    const { sql } = test.database
    // Others whose keys are gone follow the event, which stands where the order of texts would put it last.
    await sql`update events set position = 999 where type = 'BookLent'`
    await sql`
      insert into events select (json_populate_record(events,
        json_build_object('position', number, 'stream', 'shelf-' || number, 'data', replace(data::text, 'r1', 'r0')::json))).*
      from events, generate_series(4000, 10500) as number where type = 'BookLent'`
    expect(await test.store.people.find((text) => text === email)).toEqual(['reader/r1'])
    expect(await test.store.people.textsAbout(['reader/r1'])).toEqual([email])
    expect((await test.store.people.unreadable()).length).toBe(6501)
  })

  it('is seen by readers in a process that no word of it has reached', async () => {
    const elsewhere = test.another()
    await handle('shelf-a', build('Ada', owner))
    expect(await readData('shelf-a', 'ShelfBuilt', elsewhere)).toMatchObject([{ owner }])
    await test.database.sql`delete from person_keys`
    await test.database.sql`update event_log set forgets = forgets + 1`
    expect(await readData('shelf-a', 'ShelfBuilt', elsewhere)).toMatchObject([{ owner: 'Forgotten' }])
  })

  it('is not undone by a command that had read the stream before', async () => {
    await handle('shelf-a', build('Ada', owner))
    // The key is gone and the count has moved, but this process does not know it yet.
    await test.database.sql`delete from person_keys`
    await test.database.sql`update event_log set forgets = forgets + 1`
    await handle('shelf-a', put('Emma'))
    expect([...(await test.database.sql`select owner from shelves`)]).toEqual([{ owner: 'Forgotten' }])
  })
})

describe('an event of an older version', () => {
  it('is read as of the newest version', async () => {
    await handle('shelf-a', build('Ada'))
    await test.database
      .sql`update events set schema_version = 1, data = ${JSON.stringify({ name: 'Ada', owner: null })}::text::json`
    expect(await readData('shelf-a', 'ShelfBuilt')).toEqual([{ name: 'Ada', owner: null, material: 'oak' }])
  })

  it('that no module knows any more is read as it was stored', async () => {
    await handle('shelf-a', build('Ada'))
    await test.database
      .sql`update events set type = 'ShelfPainted', data = ${JSON.stringify({ colour: 'red' })}::text::json`
    expect(await readData('shelf-a', 'ShelfPainted')).toEqual([{ colour: 'red' }])
  })
})
