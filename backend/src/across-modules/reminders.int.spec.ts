import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { formatVenueDay, momentAtVenue } from '@ultimate/events/language/venue-clock.ts'
import { seed, seeded } from '@ultimate/events/seed.fixture.ts'
import { reminderKinds, remindersStream } from '@ultimate/events/staff/reminder.ts'
import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DinnerClient, dinnerClient } from '../dinner/test/test-client.ts'
import type { Platform } from '../platform/module.ts'
import { holdRemindersAfterRestore, listDue, startDueReminders } from '../staff/mails/reminder.mail.ts'
import { testApp } from '../test/test-app.ts'
import { historyFacts, noArrivals, runHistory } from './reminder-histories.fixture.ts'
import { realWorld } from './reminder-world.fixture.ts'

const dayMs = 86_400_000
/** The dinner is in thirty days, so that what is due is so by a clock of the test's own. */
const dinnerDay = formatVenueDay(new Date(Date.now() + 30 * dayMs))
const dayOf = (days: number) => formatVenueDay(new Date(momentAtVenue(dinnerDay, '12:00').getTime() + days * dayMs))
const deadline = dayOf(-10)

interface Answer {
  readonly reminders: readonly Reminder[]
  readonly reminder: Reminder
  readonly sample: { readonly subject: string; readonly text: string } | null
  readonly code: string
  readonly fields?: Record<string, string>
}
type Someone = 'td' | 'admin' | 'helper' | 'visitor'

let client: DinnerClient
let huck = ''
beforeAll(async () => {
  client = await dinnerClient({ siteUrl: 'https://turkey.example.org' })
  huck = await client.registerTeam('Hucks', { captainEmail: 'huck@example.org' })
  const tom = await client.registerTeam('Toms', { captainEmail: 'tom@example.org' })
  await client.call('PUT', `/api/teams/${tom}`, { as: 'td', body: { paid: true } })
})
afterAll(() => client.close())

async function send(method: string, path: string, body?: unknown, as: Someone = 'td', headers = {}) {
  const answer = await client.call(method, `/api/reminders${path}`, {
    as,
    headers,
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, etag: answer.headers.get('etag') ?? '', body: answer.body as unknown as Answer }
}
const listed = async (kind: string) => (await send('GET', '')).body.reminders.find((one) => one.kind === kind)

async function setFacts(body: object): Promise<void> {
  const headers = { 'if-match': (await client.call('GET', '/api/edition')).headers.get('etag') ?? '' }
  expect((await client.call('PUT', '/api/edition', { as: 'td', headers, body })).status).toBe(200)
}

/** Returns a platform whose clock shows this moment. */
const at = (moment: Date, platform: Platform = client.app.platform): Platform => ({
  ...platform,
  clock: { now: () => moment },
})
const nineOn = (day: string) => new Date(momentAtVenue(day, '09:00').getTime() + 60_000)

async function readMails(kind: string) {
  const names = await readdir(client.app.outbox).catch(() => [])
  const own = names.filter((name) => name.startsWith(`reminder-2025-${kind}-`))
  const files = await Promise.all(own.map((name) => readFile(join(client.app.outbox, name), 'utf8')))
  return files
    .map((file) => file.replaceAll(/=\r\n/g, '').replaceAll('\r\n', '\n').replaceAll('=3D', '='))
    .map((text) => ({ to: /^To: (.*)$/m.exec(text)?.[1] ?? '', text }))
    .toSorted((one, other) => (one.to < other.to ? -1 : 1))
}
const addresses = async (kind: string) => (await readMails(kind)).map(({ to }) => to)
const isDone = (kind: string, sent: number, failed = 0) =>
  vi.waitFor(
    async () => {
      const reminder = await listed(kind)
      expect(reminder).toMatchObject({ state: 'sent', sent, failed, note: null })
    },
    { timeout: 20_000 },
  )

const automation = 'automation:when-reminder-started-then-mail'
/** Holds the mails back as if another backend were to send them. */
const holdMails = () => client.app.sql`
  update subscriptions set leased_by = 'another', leased_until = now() + interval '1 hour' where name = ${automation}`
const releaseMails = () => client.app.sql`
  update subscriptions set leased_by = null, leased_until = null where name = ${automation}`

describe('The reminders of a site', () => {
  it('of which nothing is set are planned for days that are over, and none is sent', async () => {
    await startDueReminders(client.app.platform)
    const { body } = await send('GET', '')
    expect(body.reminders.map(({ kind, at: time, state, recipients }) => [kind, time, state, recipients])).toEqual([
      ['volunteers-before', '2025-11-20T15:00:00.000Z', 'planned', 0],
      ['volunteers-day', '2025-11-22T15:00:00.000Z', 'planned', 0],
      ['captains-unpaid', null, 'planned', 1],
    ])
    expect(body.reminders.map(({ note }) => note)).toEqual([
      'It was not sent, and now it is too late.',
      'It was not sent, and now it is too late.',
      'There is nothing to remind of: the settings have no fee with a deadline.',
    ])
    expect((await send('POST', '/volunteers-day/send')).body.code).toBe('REMINDER_TOO_LATE')
    expect((await send('POST', '/captains-unpaid/send')).body.code).toBe('REMINDER_WITHOUT_DEADLINE')
    const in3Days = new Date(Date.now() + 3 * dayMs).toISOString()
    const refused = await send('PUT', '/captains-unpaid', { at: in3Days })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['at']])
    expect(await client.app.sql`select 1 from events where category = 'reminders'`).toEqual([])
  })

  it('move with the dates of the edition', async () => {
    const fee = { fee: '$300 per team', fee_deadline: deadline, fee_payment: 'Bring cash.' }
    await setFacts({ first_day: dinnerDay, last_day: dinnerDay, ...fee })
    const { body } = await send('GET', '')
    expect(body.reminders.map((one) => one.at)).toEqual(
      [dayOf(-2), dinnerDay, dayOf(-17)].map((day) => momentAtVenue(day, '09:00').toISOString()),
    )
    expect(body.reminders.map((one) => one.note)).toEqual([
      'No one would get it now.',
      'No one would get it now.',
      null,
    ])
  })

  it('are for TD and admin to see, and for a TD alone to change and to send', async () => {
    const statuses = async (as: Someone) =>
      Promise.all(
        [
          send('GET', '', undefined, as),
          send('GET', '/captains-unpaid/sample', undefined, as),
          send('PUT', '/captains-unpaid', { paused: false }, as),
          send('POST', '/volunteers-day/send', undefined, as),
        ].map(async (answer) => (await answer).status),
      )
    expect(await statuses('td')).toEqual([200, 200, 200, 422])
    expect(await statuses('admin')).toEqual([200, 200, 403, 403])
    expect(await statuses('helper')).toEqual([403, 403, 403, 403])
    expect(await statuses('visitor')).toEqual([401, 401, 401, 401])
  })

  it.each([
    ['a time that has passed', { at: '2025-11-20T15:00:00Z' }, 'at'],
    ['a time after the dinner begins', { at: momentAtVenue(dinnerDay, '18:00').toISOString() }, 'at'],
    ['no time', { at: 'soon' }, 'at'],
    ['a line of 301 characters', { extra: 'a'.repeat(301) }, 'extra'],
    ['50,000 characters', { extra: 'a'.repeat(50_000) }, 'extra'],
    ['no truth', { paused: 'yes' }, 'paused'],
    ['something unknown', { to: ['volunteers'] }, 'to'],
  ])('are not set to %s', async (_, body, field) => {
    const { status, body: answer } = await send('PUT', '/volunteers-day', body)
    expect([status, Object.keys(answer.fields ?? {})]).toEqual([422, [field]])
  })

  it('of a kind that does not exist are not found', async () => {
    for (const kind of ['volunteers', 'constructor', '%20'])
      for (const [method, path, body] of [
        ['PUT', '', { paused: true }],
        ['POST', '/send', undefined],
        ['GET', '/sample', undefined],
      ] as const)
        expect((await send(method, `/${kind}${path}`, body)).status).toBe(404)
  })

  it('are set once under a key, refused where they have changed, and set back by an undo', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const { etag } = await send('GET', '')
    const first = await send('PUT', '/volunteers-day', { extra: 'Bring a spoon' }, 'td', { ...key, 'if-match': etag })
    expect(first).toMatchObject({ status: 200, body: { reminder: { extra: 'Bring a spoon', state: 'planned' } } })
    const again = await send('PUT', '/volunteers-day', { extra: 'Bring a spoon' }, 'td', { ...key, 'if-match': etag })
    expect(again.body).toEqual(first.body)
    const stale = await send('PUT', '/volunteers-before', { paused: true }, 'td', { 'if-match': etag })
    expect([stale.status, stale.body.code]).toEqual([412, 'STALE'])
    const staleSend = await send('POST', '/captains-unpaid/send', undefined, 'td', { 'if-match': etag })
    expect(staleSend.status).toBe(412)
    const same = await send('PUT', '/volunteers-day', { extra: ' Bring a spoon ' }, 'td', { 'if-match': first.etag })
    expect([same.status, same.etag]).toEqual([200, first.etag])
    expect((await client.undo('ReminderSettingsChanged')).status).toBe(200)
    expect(await listed('volunteers-day')).toMatchObject({ extra: '' })
  })
})

describe('A reminder to volunteers', () => {
  beforeAll(async () => {
    const { id: pie } = await client.addSlot({ name: 'Pie' })
    const { id: carving } = await client.addSlot({ name: 'Carving', category: 'serving', time_slot: '18:30' })
    const signUp = (email: string, slotId: string) => client.signUp({ captainId: huck, slotId, email })
    await signUp('becky@example.org', pie)
    await signUp('becky@example.org', carving)
    await signUp('Becky+x@example.org', pie)
    await signUp('joe@example.org', pie)
  })

  it('is shown as it will be, without the link that opens sign-ups', async () => {
    const extra = '<b>Bring</b> a spoon, see https://evil.example'
    await send('PUT', '/volunteers-before', { extra })
    const { sample } = (await send('GET', '/volunteers-before/sample', undefined, 'admin')).body
    expect(sample?.text).toContain(`  ${extra}`)
    expect(sample?.text).toContain('https://turkey.example.org/dinner/signup#…')
    expect(sample?.text).not.toMatch(/#link=/)
    expect(await listed('volunteers-before')).toMatchObject({ recipients: 2, state: 'planned', note: null })
    expect((await send('GET', '/volunteers-day/sample')).body.sample?.text).not.toContain('spoon')
  })

  it('is not sent before its time, nor while it is paused', async () => {
    const time = nineOn(dayOf(-2))
    await startDueReminders(at(new Date(time.getTime() - 120_000)))
    await send('PUT', '/volunteers-before', { paused: true })
    await startDueReminders(at(time))
    expect(await listed('volunteers-before')).toMatchObject({ state: 'paused', sent: 0 })
    await send('PUT', '/volunteers-before', { paused: false })
    expect(await client.app.sql`select 1 from events where type = 'ReminderSendingStarted'`).toEqual([])
  })

  it('is sent once at its time by two backends, and to no one who has cancelled meanwhile', async () => {
    const other = await testApp({ siteUrl: 'https://turkey.example.org' }, client.app.database)
    await holdMails()
    const backends = [client.app.platform, other.platform]
    const time = nineOn(dayOf(-2))
    await Promise.all([...backends, ...backends].map((platform) => startDueReminders(at(time, platform))))
    const [{ count } = { count: 0 }] = await client.app.sql<{ count: number }[]>`
      select count(*)::int as count from events where type = 'ReminderSendingStarted'`
    expect(count).toBe(1)
    expect(await listed('volunteers-before')).toMatchObject({ state: 'sent', recipients: 2, sent: 0 })
    const { body } = await client.call('GET', '/api/dinner-signups', { as: 'admin' })
    const [{ id: joes } = { id: '' }] = await client.app.sql<{ id: string }[]>`
      select id from dinner_signups where email = 'joe@example.org'`
    expect(body.signups.map(({ id }) => id)).toContain(joes)
    expect((await client.call('DELETE', `/api/dinner-signup/${joes}`, { as: 'td' })).status).toBe(204)
    await other.close()
    await releaseMails()
    await client.app.sql`select pg_notify('events', '')`
    await isDone('volunteers-before', 1, 1)
    expect(await addresses('volunteers-before')).toHaveLength(1)
    expect(await listed('volunteers-before')).toMatchObject({
      failures: [{ reason: 'they are in none of the groups any more' }],
    })
  })

  it('lists what its reader signed up for under any spelling, with their own links, and markup as text', async () => {
    const [mail] = await readMails('volunteers-before')
    expect(mail?.text).toContain('Carving, 6:30 PM')
    expect(mail?.text).toContain('between 5:00 PM and 5:45 PM:\n\n  - Pie')
    expect(mail?.text).toContain('Merrimack Soccer Complex')
    expect(mail?.text.match(/^https:\/\/turkey.example.org\/dinner\/signup#link=\S+$/gm)).toHaveLength(2)
    expect(mail?.text).toContain('&lt;b&gt;Bring&lt;/b&gt; a spoon')
    expect(mail?.text).not.toMatch(/href="https:\/\/evil|[Uu]nsubscribe/)
  })

  it('is never sent again: not later, not by hand, not after a replay', async () => {
    await startDueReminders(at(nineOn(dayOf(-1))))
    expect((await send('POST', '/volunteers-before/send')).body.code).toBe('REMINDER_SENT')
    expect((await send('PUT', '/volunteers-before', { paused: true })).body.code).toBe('REMINDER_SENT')
    const before = await listed('volunteers-before')
    await rebuild({ sql: client.app.sql, modules: client.app.platform.modules(), apply: true })
    await startDueReminders(at(nineOn(dayOf(-2))))
    expect(await listed('volunteers-before')).toEqual(before)
    expect(await addresses('volunteers-before')).toHaveLength(1)
  })

  it('is sent by hand before its time, once under a key, and named in the audit without addresses', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await send('POST', '/volunteers-day/send', undefined, 'td', key)
    expect([first.status, first.body.reminder.state, first.body.reminder.recipients]).toEqual([202, 'sent', 1])
    expect((await send('POST', '/volunteers-day/send', undefined, 'td', key)).status).toBe(202)
    await isDone('volunteers-day', 1)
    await settled(client.app.sql)
    const audit = await client.call('GET', '/api/audit?stream=reminders-2025', { as: 'td' })
    const { events } = audit.body as unknown as { events: { sentence: { text: string } }[] }
    expect(events.slice(0, 2).map(({ sentence }) => sentence.text)).toEqual([
      'sent the reminder to volunteers on the day of the dinner to 1 person',
      'began to send the reminder to volunteers on the day of the dinner (1 person)',
    ])
    expect(JSON.stringify(audit.body)).not.toContain('@example')
  })
})

describe('A reminder to captains', () => {
  it('goes to those of confirmed and unpaid teams, with fee, deadline and how to pay', async () => {
    await startDueReminders(at(nineOn(dayOf(-17))))
    await isDone('captains-unpaid', 1)
    const [mail, ...more] = await readMails('captains-unpaid')
    expect([mail?.to, more]).toEqual(['huck@example.org', []])
    expect(mail?.text).toContain('The fee is $300 per team, due ')
    expect(mail?.text).toContain('Bring cash.')
  })
})

describe('After a restore', () => {
  it('what was not sent is paused and says why, until a person resumes it', async () => {
    const other = await testApp()
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { ...(await other.signIn('td')), 'content-type': 'application/json', ...init.headers }
      const answer = await fetch(`${other.origin}/api${path}`, { ...init, headers })
      return { tag: answer.headers.get('etag') ?? '', body: (await answer.json()) as Answer }
    }
    const first = async () => (await ask('/reminders')).body.reminders[0]
    const dates = JSON.stringify({ first_day: dinnerDay, last_day: dinnerDay })
    await ask('/edition', { method: 'PUT', body: dates, headers: { 'if-match': (await ask('/edition')).tag } })
    const dueOn = nineOn(dayOf(-2))
    expect(await listDue(at(dueOn, other.platform))).toEqual(['volunteers-before'])
    expect(await holdRemindersAfterRestore(other.platform)).toBe(reminderKinds.length)
    const note = expect.stringContaining('restored from a backup')
    expect(await first()).toMatchObject({ state: 'paused', note })
    expect(await listDue(at(dueOn, other.platform))).toEqual([])
    await ask('/reminders/volunteers-before', { method: 'PUT', body: JSON.stringify({ paused: false }) })
    expect(await first()).toMatchObject({ state: 'planned', note: 'No one would get it now.' })
    expect(await listDue(at(dueOn, other.platform))).toEqual(['volunteers-before'])
    await other.close()
  })
})

it('In random histories on a database with two backends each person gets each reminder at most once', async () => {
  await holdMails()
  let mails = 0
  for (let number = 0; number < 20; number++) {
    const year = 2100 + number
    const arrivals = noArrivals()
    const world = realWorld(client.app, historyFacts(year), arrivals)
    await runHistory(world, arrivals, { random: seeded(seed + number), year })
    const twice = [...arrivals.counts].filter(([, count]) => count > 1).map(([name]) => name)
    expect([...twice, ...arrivals.wrong], `history ${number} of the seed ${seed}`).toEqual([])
    const started = await client.app.sql<{ kind: string }[]>`
      select data ->> 'kind' as kind from events where type = 'ReminderSendingStarted' and stream = ${remindersStream(year)}`
    expect(new Set(started.map(({ kind }) => kind)).size).toBe(started.length)
    expect(started.length).toBeLessThanOrEqual(reminderKinds.length)
    mails += arrivals.counts.size
  }
  expect(mails).toBeGreaterThan(0)
})
