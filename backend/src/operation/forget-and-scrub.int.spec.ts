import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { jpeg } from '../staff/photos/test-photos.ts'
import { testAuthenticator } from '../staff/test/test-authenticator.ts'
import { people } from '../staff/test/test-people.ts'
import { copyFirstStart } from '../test/test-data-dir.ts'
import {
  type BackendProcess,
  ended,
  forgetProcess,
  launchBackend,
  replayProcess,
  unlockProcess,
  verifyProcess,
  waitForAddress,
} from '../test/test-process.ts'

/** Makes a text that is found nowhere else, and is no part of another one. */
const mark = (kind: string) => `Kanari${kind}Quendelwurz`
const email = `${mark('mail').toLowerCase()}@example.org`

/** Each canary is stored in a place of its own. */
const canaries = {
  captain: mark('captain'),
  phone: '+44 7700 900461 1889',
  comments: mark('comments'),
  alternate: mark('alternate'),
  email,
  reason: mark('reason'),
  volunteer: mark('volunteer'),
  allergen: mark('allergen'),
  signupMail: `${mark('mail').toLowerCase()}+pie@example.org`,
  username: mark('username'),
  fullName: 'Vornamewurz von Quendelkanari',
  pastTeam: mark('pastteam'),
  photo: mark('photo'),
  passkey: mark('passkey'),
  credential: Buffer.from(mark('credential')).toString('base64url'),
}

let folder: string
let settings: Record<string, string>
let backend: BackendProcess
let origin: string
let site: ReturnType<typeof people>
let td: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ultimate-forget-'))
  settings = { DATA_DIR: folder }
  await copyFirstStart(inject('firstStarts'), 'first-td', folder)
  backend = launchBackend(settings)
  origin = await waitForAddress(backend)
  site = people({ origin, outbox: join(folder, 'outbox') })
  td = await site.readToken('td', 'wishbone and gravy')
})
afterAll(async () => {
  await ended(backend.child, 'SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

const idIn = (body: Record<string, unknown>, key: string) => (body[key] as { id: string }).id

async function leaveTraces(): Promise<void> {
  const { body } = await site.send('POST', '/api/register-team', {
    key: 'the-bid-of-the-canary',
    body: {
      teamName: 'Forgetful',
      location: 'Florence, AL',
      division: 'rec',
      pastTeamNames: canaries.pastTeam,
      captainName: canaries.captain,
      captainEmail: email,
      captainPhone: canaries.phone,
      altCaptainName: canaries.alternate,
      altCaptainEmail: email,
      altCaptainPhone: '',
      comments: canaries.comments,
    },
  })
  const captainId = idIn(body, 'team')
  const slot = { name: 'Pie', category: 'dishes', description: 'Pumpkin', max_signups: 3 }
  const slots = await site.send('POST', '/api/dinner-slots', { body: slot, token: td })
  const signup = {
    slotId: idIn(slots.body, 'slot'),
    captainId,
    personName: canaries.volunteer,
    allergens: { other: canaries.allergen },
  }
  await site.send('POST', '/api/dinner-signup', { body: { ...signup, email: canaries.signupMail } })
  await site.send('POST', '/api/dinner-signup/link', { body: { email } })
  await site.send('POST', '/api/teams/remove', {
    token: td,
    body: { ids: [captainId], reason: `${canaries.reason} wrote from ${email}` },
  })
  // An address of its own makes clear which mail holds the password.
  const address = email.replace('@', '+staff@')
  const user = { username: canaries.username, email: address, role: 'TD' }
  await site.send('POST', '/api/auth/create-temp-login', { token: td, body: user })
  const password = await site.passwordMailedTo(address)
  const token = await site.readToken(canaries.username, password)
  await addPasskey(token, password)
  const profile = { full_name: canaries.fullName, email: address }
  const changed = await site.send('POST', '/api/auth/update-profile', { token, body: profile })
  expect(changed).toMatchObject({ status: 200, body: { user: { full_name: canaries.fullName } } })
  const form = new FormData()
  form.set('title', canaries.photo)
  form.set('photo', new Blob([new Uint8Array(await jpeg())], { type: 'image/jpeg' }), 'photo.jpg')
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${origin}/api/photos`, { method: 'POST', headers, body: form })
  await site.login(canaries.username, 'a wrong guess')
}

async function addPasskey(token: string, password: string): Promise<void> {
  const device = testAuthenticator(origin, Buffer.from(canaries.credential, 'base64url'))
  const options = await site.send('POST', '/api/auth/passkey-options', { token, body: { password } })
  const made = device.create(options.body as unknown as Parameters<typeof device.create>[0])
  const added = await site.send('POST', '/api/auth/passkeys', { token, body: { name: canaries.passkey, ...made } })
  expect(added.status, JSON.stringify(added.body)).toBe(201)
}

const walPage = 8192

/** The log of PostgreSQL as one text: a header at the start of each page may stand in the middle of a word. */
function withoutPageHeaders(log: Buffer): Buffer {
  const pages = Array.from({ length: Math.ceil(log.length / walPage) }, (_, page) => {
    const bytes = log.subarray(page * walPage, (page + 1) * walPage)
    const hasLongHeader = bytes.length > 2 && (bytes.readUInt16LE(2) & 2) !== 0
    return bytes.subarray(hasLongHeader ? 40 : 24)
  })
  return Buffer.concat(pages)
}

/** Lists the canaries in files below the folder, with the file of each. */
async function traces(): Promise<string[]> {
  const found = new Set<string>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const needles = Object.entries(canaries).map(([kind, text]) => [kind, Buffer.from(text)] as const)
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name)
    // The server removes files as it goes.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0))
    const text = entry.parentPath.endsWith('pg_wal') ? withoutPageHeaders(bytes) : bytes
    for (const [kind, needle] of needles)
      if (bytes.includes(needle) || text.includes(needle)) found.add(`${kind} in ${file.slice(folder.length)}`)
  }
  return [...found].sort()
}

describe('after npm run forget -- <e-mail> --scrub', () => {
  it('no data of a person is left in the data folder or in what the backend prints, and log, rows and heads still hold', async () => {
    await leaveTraces()
    const kinds = async () => new Set((await traces()).map((trace) => trace.split(' ')[0]))
    await expect.poll(kinds).toEqual(new Set(Object.keys(canaries)))
    const readHeads = async () =>
      (await site.send('GET', '/api/audit/heads', { token: td })).body['heads'] as { text: string }[]
    await vi.waitFor(async () => expect((await readHeads()).length).toBeGreaterThan(0), { timeout: 20_000 })
    const heads = join(folder, 'heads.txt')
    await writeFile(heads, (await readHeads()).map(({ text }) => text).join('\n'))

    const preview = await forgetProcess(settings, email, '--preview')
    expect(preview).toMatchObject({
      code: 0,
      complained: '',
      said: expect.stringContaining('Would become unreadable'),
    })
    const done = await forgetProcess(settings, email, '--scrub')
    expect(done).toMatchObject({ code: 0, complained: '', said: expect.stringContaining('were written anew') })

    expect(await traces()).toEqual([])
    for (const text of Object.values(canaries)) expect(backend.printed()).not.toContain(text)
    expect(await verifyProcess(settings, '--heads', heads)).toMatchObject({ code: 0 })
    expect(await replayProcess(settings)).toMatchObject({ code: 0, complained: '' })
    expect(await forgetProcess(settings, email)).toMatchObject({
      said: 'Nothing readable is recorded under this address.\n',
    })
    expect((await site.send('GET', '/api/auth/users', { token: td })).status).toBe(200)
  })

  it('is explained where it is called otherwise, and refuses the last TD', async () => {
    expect(await forgetProcess(settings)).toMatchObject({
      code: 1,
      complained: expect.stringContaining('npm run forget'),
    })
    expect(await forgetProcess(settings, 'td@localhost')).toMatchObject({
      code: 1,
      complained: 'The last TD cannot be removed.\n',
    })
  })
})

describe('after npm run unlock -- <username>', () => {
  it('the last TD signs in without the lost phone, and the audit says that the server did it', async () => {
    const { body } = await site.send('POST', '/api/auth/totp', { token: td })
    const code = new TOTP({ secret: Secret.fromBase32(String(body['secret'])) }).generate()
    expect((await site.send('POST', '/api/auth/totp/confirm', { token: td, body: { code } })).status).toBe(200)
    const login = () => site.login('td', 'wishbone and gravy')
    expect((await login()).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
    expect(await unlockProcess(settings, 'TD')).toMatchObject({
      code: 0,
      complained: '',
      said: 'TD signs in with the password alone now, and is signed out everywhere.\n',
    })
    expect((await site.send('GET', '/api/auth/devices', { token: td })).status).toBe(401)
    td = String((await login()).body['token'])
    const audit = await site.send('GET', '/api/audit?type=SecondFactorRemoved', { token: td })
    expect(audit.body['events']).toMatchObject([{ actor: { kind: 'system', name: 'The server' } }])
  })

  it('is refused in one sentence where there is no such user, or nothing to remove', async () => {
    const complaint = (complained: string) => ({ code: 1, said: '', complained })
    expect(await unlockProcess(settings, 'nobody')).toEqual(complaint('There is no such user.\n'))
    expect(await unlockProcess(settings, 'td')).toEqual(complaint('There is no second factor.\n'))
    expect(await unlockProcess(settings)).toMatchObject({
      code: 1,
      complained: expect.stringContaining('npm run unlock -- <username>'),
    })
  })
})
