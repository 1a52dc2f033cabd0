import { connect } from '@ultimate/event-store/connect.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { dropFilesOfNoPhoto } from './drop-files.ts'
import { storeFiles, whileFilesStay } from './photo-files.query.ts'
import { jpeg, photoCalls } from './test-photos.ts'

let app: Awaited<ReturnType<typeof testApp>>
let td: ReturnType<typeof photoCalls>
beforeAll(async () => {
  app = await testApp()
  td = photoCalls(app.origin, await app.signIn('td'))
})
afterAll(() => app.close())

const storedFiles = async () => (await app.sql<{ hash: string }[]>`select hash from photo_files`).length

describe('Bytes that belong to no photo', () => {
  /** Connections that wait for the lock to drop files in this database. */
  const waiting = () => app.sql`
    select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and locktype = 'advisory' and mode = 'ExclusiveLock' and not granted`

  it('go with the next deletion; those that the log names stay, even where a row is damaged', async () => {
    const { sql, platform } = app
    const damaged = await td.add('Damaged', await jpeg(410, 300))
    await sql`insert into photo_files (hash, type, content) values ('orphan', 'image/jpeg', 'of an upload that died')`
    await sql`delete from photos where id = ${damaged.id}`
    await td.remove((await td.add('Deleted', await jpeg(411, 300))).id)
    const orphans = () => sql`select 1 from photo_files where hash = 'orphan'`
    await vi.waitFor(async () => expect(await orphans()).toHaveLength(0), { timeout: 20_000, interval: 20 })
    expect((await fetch(app.origin + damaged.url)).status, 'what no row names is not served').toBe(404)
    await rebuild({ sql, modules: platform.modules(), tables: ['photos'], apply: true })
    expect((await fetch(app.origin + damaged.url)).status).toBe(200)
  })

  it('go when a backend starts, which waits for an upload that is under way on another one', async () => {
    const { sql, database } = app
    const left = async () =>
      (await sql`select hash from photo_files where type = 'left' order by hash`).map(({ hash }) => hash)
    const file = (hash: string) => ({ hash, type: 'left' as never, content: Buffer.from('of an upload that died') })
    await storeFiles(sql, [file('crashed')])
    const stored = Promise.withResolvers<void>()
    const upload = whileFilesStay(sql, async () => {
      await storeFiles(sql, [file('under way')])
      await stored.promise
      return left()
    })
    await vi.waitFor(async () => expect(await left()).toHaveLength(2), { timeout: 20_000, interval: 20 })
    const line = connect(database.url)
    const there = await testApp({}, { ...database, sql: line })
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 20_000, interval: 20 })
    stored.resolve()
    expect(await upload).toEqual(['crashed', 'under way'])
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 20_000, interval: 20 })
    await there.close()
    await line.end()
  })

  it('are distinguished from those of a photo that the log still holds back', async () => {
    const { url } = await app.sql.begin(async (older) => {
      await older`select pg_current_xact_id()`
      const photo = await td.add('Held back', await jpeg(413, 300))
      await dropFilesOfNoPhoto({ sql: app.platform.sql, log: app.log })
      return photo
    })
    expect((await fetch(app.origin + url)).status).toBe(200)
  })

  it('are left by no upload that came to nothing', async () => {
    const before = await storedFiles()
    const sent = { title: 'Gone before', picture: await jpeg(412, 300), key: 'gone' }
    const { body } = await td.upload(sent)
    await td.remove(body.photo?.id ?? '')
    // Without the stored answer the retry aims at the same photo, which is gone.
    await app.sql`delete from idempotency where key = 'gone'`
    expect(await td.upload(sent)).toMatchObject({ status: 404, body: { code: 'PHOTO_NOT_FOUND' } })
    await vi.waitFor(async () => expect(await storedFiles()).toBe(before), { timeout: 20_000, interval: 20 })
  })
})
