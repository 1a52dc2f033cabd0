import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestDatabase, testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import type { Message } from '@ultimate/events/staff/message-api.ts'
import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { people } from '../staff/test/test-people.ts'
import { copyFirstStart } from '../test/test-data-dir.ts'
import {
  type BackendProcess,
  backupProcess,
  ended,
  launchBackend,
  restoreProcess,
  waitForAddress,
} from '../test/test-process.ts'

let folder: string
let empty: TestDatabase
const running: BackendProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ultimate-restored-'))
  empty = await testDatabase()
})
afterAll(async () => {
  for (const { child } of running) await ended(child, 'SIGTERM')
  await empty.drop()
  await rm(folder, { recursive: true, force: true })
})

async function launch(settings: Record<string, string>) {
  const backend = launchBackend(settings)
  running.push(backend)
  const origin = await waitForAddress(backend)
  const site = people({ origin, outbox: join(settings['DATA_DIR'] ?? '', 'outbox') })
  const token = await site.readToken('td', 'wishbone and gravy')
  const ask = async (method: string, path: string, body?: object) =>
    (await site.send(method, `/api/${path}`, { token, ...(body && { body }) })).body
  return {
    origin,
    token,
    ask,
    reminders: async () => (await ask('GET', 'reminders'))['reminders'] as Reminder[],
    messages: async () => (await ask('GET', 'messages'))['messages'] as Message[],
  }
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const patience = { timeout: 30_000, interval: 50 }
const mailsIn = async (dataDir: string) =>
  (await readdir(join(dataDir, 'outbox')).catch(() => []))
    .map((name) => /^(message|reminder-\d+-[a-z]+-[a-z]+)-/.exec(name)?.[1])
    .filter((name) => name !== undefined)

it('A restored site sends no message again, and no reminder before a person says so', async () => {
  const original = { DATA_DIR: join(folder, 'site') }
  await copyFirstStart(inject('firstStarts'), 'first-td', original.DATA_DIR)
  const site = await launch(original)
  const edition = await fetch(`${site.origin}/api/edition`)
  await fetch(`${site.origin}/api/edition`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${site.token}`,
      'content-type': 'application/json',
      'if-match': edition.headers.get('etag') ?? '',
    },
    body: JSON.stringify({ first_day: dayIn(30), last_day: dayIn(31) }),
  })
  const captain = { captainName: 'Becky', captainPhone: '256-555-0142', captainEmail: 'huck@example.org' }
  const bid = { teamName: 'Hucks', location: 'Florence, AL', division: 'rec', ...captain }
  const team = (await site.ask('POST', 'register-team', bid))['team'] as { id: string }
  const pie = { name: 'Pie', category: 'dishes', max_signups: 9 }
  const slot = (await site.ask('POST', 'dinner-slots', pie))['slot'] as { id: string }
  await site.ask('POST', 'dinner-signup', {
    personName: 'Joe',
    email: 'joe@example.org',
    captainId: team.id,
    slotId: slot.id,
  })
  await site.ask('POST', 'reminders/volunteers-before/send')
  await vi.waitFor(async () => expect((await site.reminders())[0]).toMatchObject({ sent: 1, note: null }), patience)
  await site.ask('POST', 'messages', {
    to: ['volunteers'],
    subject: 'Bring a pen',
    text: 'It may leave after the backup.',
  })

  const backup = join(folder, 'backup')
  const keys = join(folder, 'keys')
  expect(await backupProcess(original, backup, '--keys', keys)).toMatchObject({ code: 0, complained: '' })
  const restored = { DATA_DIR: join(folder, 'restored'), DATABASE_URL: empty.url, MAIL_QUIET_SECONDS: '0' }
  const done = await restoreProcess(restored, backup, '--keys', keys)
  expect(done).toMatchObject({ code: 0, complained: '', said: expect.stringContaining('Reminders that are paused') })
  await empty.sql`update gathered_events set due = now()`

  const again = await launch(restored)
  await vi.waitFor(
    async () =>
      expect(await again.messages()).toMatchObject([
        { status: 'sent', sent: 0, failed: 1, failures: [{ reason: expect.stringContaining('may have arrived') }] },
      ]),
    patience,
  )
  const note = expect.stringContaining('restored from a backup')
  expect(await again.reminders()).toMatchObject([
    { state: 'sent', sent: 1 },
    { state: 'paused', note },
    { state: 'paused' },
  ])
  expect(await mailsIn(restored.DATA_DIR)).toEqual([])
  await again.ask('POST', 'reminders/volunteers-day/send')
  await vi.waitFor(async () => expect((await again.reminders())[1]).toMatchObject({ sent: 1, note: null }), patience)
  expect(await mailsIn(restored.DATA_DIR)).toEqual(['reminder-2025-volunteers-day'])
})
