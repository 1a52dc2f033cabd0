import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type TestDatabase, testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { readManifest } from '../platform/backup/backup.ts'
import { readKeys } from '../platform/backup/keys-file.ts'
import { quarters } from '../staff/photos/test-photos.ts'
import { people } from '../staff/test/test-people.ts'
import { copyFirstStart } from '../test/test-data-dir.ts'
import {
  type BackendProcess,
  backupProcess,
  ended,
  launchBackend,
  restoreProcess,
  verifyProcess,
  waitForAddress,
} from '../test/test-process.ts'

interface Site extends ReturnType<typeof people> {
  readonly origin: string
}

let folder: string
/** The site that is backed up. */
let settings: Record<string, string>
let site: Site
let td: string
let empty: TestDatabase
const running: BackendProcess[] = []

async function launch(from: Record<string, string>): Promise<Site> {
  const backend = launchBackend(from)
  running.push(backend)
  const origin = await waitForAddress(backend)
  return { origin, ...people({ origin, outbox: join(from['DATA_DIR'] ?? '', 'outbox') }) }
}
const under = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ultimate-backup-'))
  settings = { DATA_DIR: under('site') }
  await copyFirstStart(inject('firstStarts'), 'first-td', under('site'))
  empty = await testDatabase()
  site = await launch(settings)
  td = await site.readToken('td', 'wishbone and gravy')
})
afterAll(async () => {
  for (const { child } of running) await ended(child, 'SIGTERM')
  await empty.drop()
  await rm(folder, { recursive: true, force: true })
})

const bid = (teamName: string, captainName: string, captainEmail: string) => ({
  teamName,
  location: 'Florence, AL',
  division: 'rec',
  captainName,
  captainEmail,
  captainPhone: '256-555-0142',
})
/** Reads the heads once the sealer has made some. */
async function readHeads(): Promise<string> {
  const read = async () =>
    (await site.send('GET', '/api/audit/heads', { token: td })).body['heads'] as { text: string }[]
  await vi.waitFor(async () => expect((await read()).length).toBeGreaterThan(0), { timeout: 20_000 })
  return (await read()).map(({ text }) => text).join('\n')
}
async function everyByte(of: string): Promise<string> {
  const texts = (await readdir(of)).map(async (name) => {
    const bytes = await readFile(join(of, name))
    return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')
  })
  return (await Promise.all(texts)).join('\n')
}
/** Makes a picture the logo of the site; returns its address. */
async function setLogo(picture: Uint8Array<ArrayBuffer>): Promise<string> {
  const authorization = `Bearer ${td}`
  const body = new FormData()
  body.set('logo', new File([picture], 'logo.jpg'))
  const uploaded = await fetch(`${site.origin}/api/edition/logo`, { method: 'POST', headers: { authorization }, body })
  const { logo } = (await uploaded.json()) as { logo: string }
  const etag = (await fetch(`${site.origin}/api/edition`)).headers.get('etag') ?? ''
  const headers = { authorization, 'content-type': 'application/json', 'if-match': etag }
  const put = { method: 'PUT', headers, body: JSON.stringify({ logo }) }
  expect((await fetch(`${site.origin}/api/edition`, put)).status).toBe(200)
  return logo
}
async function readFileAt({ origin }: Site, address: string): Promise<Buffer> {
  const answer = await fetch(origin + address)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
const readBids = async (one: Site, token: string) =>
  (await one.send('GET', '/api/registered-teams', { token })).body['teams'] as Record<string, unknown>[]

describe('a backup with its keys apart', () => {
  it('contains no name in clear text; restored, it has the logo, and people who were forgotten after it stay so', async () => {
    await site.send('POST', '/api/register-team', { body: bid('Canaries', 'Becky Quendel', 'quendel@example.org') })
    await site.send('POST', '/api/register-team', { body: bid('Finns', 'Huck Finn', 'huck@example.org') })
    const user = { username: 'quendel', email: 'quendel+td@example.org', role: 'TD' }
    await site.send('POST', '/api/auth/create-temp-login', { token: td, body: user })
    const logo = await setLogo(new Uint8Array(await (await quarters(90, 60)).jpeg().toBuffer()))
    const heads = await readHeads()
    await writeFile(under('heads.txt'), heads)

    const made = await backupProcess(settings, under('backup'), '--keys', under('keys'))
    expect(made).toMatchObject({ code: 0, complained: '', said: expect.stringMatching(/events +\d/) })
    const bytes = await everyByte(under('backup'))
    expect(bytes).toContain('TeamRegistered')
    expect(bytes).not.toMatch(/quendel|Huck Finn|huck@|td@localhost/i)
    await copyFile(under('keys'), under('keys-of-then'))

    const forgotten = await site.send('POST', '/api/people/forget', {
      token: td,
      body: { email: 'quendel@example.org' },
    })
    expect(forgotten.status).toBe(200)
    expect(await backupProcess(settings, '--keys', under('keys'))).toMatchObject({ code: 0, complained: '' })
    const countKeys = async (file: string) => (await readFile(under(file), 'utf8')).split('\n').length
    expect(await countKeys('keys')).toBe((await countKeys('keys-of-then')) - 2)

    const restored = { DATA_DIR: under('restored') }
    const done = await restoreProcess(restored, under('backup'), '--keys', under('keys'))
    expect(done).toMatchObject({ code: 0, complained: '' })
    expect(done.said).toMatch(
      /Accounts that ended.*: 1\.\nReminders that are paused.*\nStreams with data that no one can read: 2\.\n {2}team-.*\n {2}user-/,
    )
    expect(await verifyProcess(restored, '--heads', under('heads.txt'))).toMatchObject({ code: 0 })

    const again = await launch(restored)
    const token = await again.readToken('td', 'wishbone and gravy')
    expect(await readBids(again, token)).toEqual(await readBids(site, td))
    expect(JSON.stringify(await readBids(again, token))).not.toMatch(/quendel@/)
    expect((await again.users(token)).map(({ username }) => username)).toEqual(['td'])
    expect(await readFileAt(again, logo)).toEqual(await readFileAt(site, logo))
    expect((await again.send('GET', '/api/edition')).body).toMatchObject({ edition: { logo } })
  })

  it('runs without keys: no personal data can be read, and a new TD takes over', async () => {
    const without = { DATA_DIR: under('without'), DATABASE_URL: empty.url, TD_PASSWORD: 'a new beginning' }
    const done = await restoreProcess(without, under('backup'))
    expect(done).toMatchObject({ code: 0, complained: '' })
    expect(done.said).toMatch(
      /Accounts that ended.*: 2\.\nReminders that are paused.*\nStreams with data that no one can read: 4\./,
    )
    const again = await launch({ ...without })
    const token = await again.readToken('td', 'a new beginning')
    const names = (await readBids(again, token)).map(({ team_name, captain_name }) => [team_name, captain_name])
    expect(names).toEqual([
      ['Canaries', 'Forgotten'],
      ['Finns', 'Forgotten'],
    ])
    expect(await verifyProcess(without)).toMatchObject({ code: 0 })
  })

  it('is refused where keys and backup do not belong together, or where something would be lost', async () => {
    const refused = async (run: ReturnType<typeof backupProcess>, why: RegExp) =>
      expect(await run).toMatchObject({ code: 1, complained: expect.stringMatching(why) })
    await refused(backupProcess(settings, under('new'), '--keys', under('new/keys')), /keys belong where the backup/)
    await refused(backupProcess(settings, under('backup'), '--keys', under('keys')), /is not empty/)
    await refused(backupProcess(settings, under('new')), /^npm run backup -- /)
    await refused(restoreProcess(settings, under('backup')), /Restore into an empty one/)
    const target = { DATA_DIR: under('target') }
    await backupProcess(settings, under('newer'), '--keys', under('keys-of-newer'))
    await refused(restoreProcess(target, under('newer'), '--keys', under('keys-of-then')), /are older/)
    const header = (await readFile(under('keys'), 'utf8')).split('\n')[0] ?? ''
    const another = { ...JSON.parse(header), people: 0, logKey: Buffer.alloc(32, 7).toString('base64url') }
    await writeFile(under('keys-of-another'), `${JSON.stringify(another)}\n`)
    await refused(restoreProcess(target, under('backup'), '--keys', under('keys-of-another')), /of another site/)
    await writeFile(under('keys-cut'), `${header}\n`)
    await refused(restoreProcess(target, under('backup'), '--keys', under('keys-cut')), /is not whole: it holds 0 of/)
    await refused(backupProcess(target, under('nothing'), '--keys', under('keys-of-nothing')), /nothing to back up/)
    for (const name of ['target', 'nothing', 'keys-of-nothing']) expect(await readdir(folder)).not.toContain(name)
  })

  it('is not read where it is not whole, nor are its keys', async () => {
    await expect(readKeys(under('heads.txt'))).rejects.toThrow(/holds no keys/)
    await expect(readKeys(under('no-keys'))).rejects.toThrow(/no-keys cannot be used: there is no/)
    await writeFile(under('keys-cut'), (await readFile(under('keys'))).subarray(0, -20))
    await expect(readKeys(under('keys-cut'))).rejects.toThrow(/is not whole/)
    await truncate(join(under('backup'), 'events.copy.gz'), 100)
    await expect(readManifest(under('backup'))).rejects.toThrow(/missing or not as it was written/)
    await rm(join(under('backup'), 'backup.json'))
    await expect(readManifest(under('backup'))).rejects.toThrow(/holds no backup/)
  })

  it('leaves nothing behind where the disk is full', async () => {
    await symlink('/dev/full', under('full-keys.partial'))
    const { code, complained } = await backupProcess(settings, under('on-full'), '--keys', under('full-keys'))
    expect([code, complained]).toEqual([1, `${under('full-keys.partial')} cannot be used: the disk is full.\n`])
    expect((await readdir(folder)).filter((name) => /^(on-)?full/.test(name))).toEqual([])
  })

  it('leaves no table behind where it cannot be loaded, and no data in DATA_DIR', async () => {
    const database = await testDatabase()
    await backupProcess(settings, under('wrong'), '--keys', under('keys-of-wrong'))
    const manifest = JSON.parse(await readFile(under('wrong/backup.json'), 'utf8'))
    for (const table of manifest.tables) if (table.table === 'events') table.rows += 1
    await writeFile(under('wrong/backup.json'), JSON.stringify(manifest))
    for (const more of [{ DATABASE_URL: database.url }, {}]) {
      const target = { DATA_DIR: under('wrong-target'), ...more }
      const { code, complained } = await restoreProcess(target, under('wrong'), '--keys', under('keys-of-wrong'))
      expect([code, complained]).toEqual([
        1,
        expect.stringMatching(/^The backup holds \d+ rows of events, and \d+ could be read\.\n$/),
      ])
      expect(await readdir(folder)).not.toContain('wrong-target')
    }
    const tables = await database.sql`select 1 from pg_tables where schemaname = 'public'`
    expect(tables).toEqual([])
    await database.drop()
  })

  it('that was broken off while it was restored is called so, and not served', async () => {
    await mkdir(under('half'))
    await writeFile(under('half/restore-unfinished'), '')
    const half = { DATA_DIR: under('half') }
    expect(await ended(launchBackend(half).child)).toBe(1)
    expect((await restoreProcess(half, under('newer'))).complained).toMatch(
      /^A restore into DATA_DIR .* did not finish/,
    )
  })
})
