import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import type { AudienceGroup, Message } from '@ultimate/events/staff/message-api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DinnerClient, dinnerClient } from '../dinner/test/test-client.ts'
import { seedDemo } from '../tournament/demo.ts'

/** The wait of a message ends only when a test ends it. */
const settings = { mailQuietSeconds: 3_600, siteUrl: 'https://turkey.example.org' }
let client: DinnerClient
let slotId = ''
let teams: Record<string, string> = {}

interface Answer {
  readonly message: Pick<Message, 'id' | 'recipients' | 'sent' | 'failed'>
  readonly messages: readonly Message[]
  readonly groups: readonly AudienceGroup[]
  readonly recipients: number
  readonly sample: { readonly subject: string; readonly text: string }
  readonly code: string
  readonly fields?: Record<string, string>
}
type Someone = 'td' | 'admin' | 'helper' | 'visitor'

async function send(method: string, path: string, body?: unknown, as: Someone = 'td', headers = {}) {
  const { status, body: answer } = await client.call(method, path, { as, headers, ...(body !== undefined && { body }) })
  return { status, body: answer as unknown as Answer }
}
const words = { subject: 'Bring a pen', text: 'Score sheets are on paper this year.' }
const write = (to: readonly string[], more: object = {}, headers = {}) =>
  send('POST', '/api/messages', { to, ...words, ...more }, 'td', headers)
const preview = async (...to: string[]) => (await write(to, { preview: true })).body
const submit = async (to: readonly string[], subject: string) => (await write(to, { subject })).body.message
const listed = async (id: string) => (await send('GET', '/api/messages')).body.messages.find((one) => one.id === id)
const cancel = (id: string) => send('DELETE', `/api/messages/${id}`)

interface ReadMail {
  readonly to: string
  readonly head: string
  readonly text: string
}
async function readMails(id: string): Promise<ReadMail[]> {
  const names = await readdir(client.app.outbox).catch(() => [])
  const all = names.filter((name) => name.startsWith(`message-${id}-`))
  const files = await Promise.all(all.map((name) => readFile(join(client.app.outbox, name), 'utf8')))
  return files
    .map((file) => {
      const text = file.replaceAll(/=\r\n/g, '').replaceAll('\r\n', '\n').replaceAll('=3D', '=')
      const [head = ''] = text.split('\n\n')
      return { to: /^To: (.*)$/m.exec(text)?.[1] ?? '', head: head.replaceAll(/\n\s+/g, ' '), text }
    })
    .toSorted((one, other) => (one.to < other.to ? -1 : 1))
}
const addresses = async (id: string) => (await readMails(id)).map(({ to }) => to)

const gathered = () => client.app.sql<{ key: string }[]>`
  select key from gathered_events where subscription like '%message-submitted%'`
const waiting = (count: number) =>
  vi.waitFor(async () => expect(await gathered()).toHaveLength(count), { timeout: 20_000 })
/** Ends the wait of so many messages, once all have come. What is written is looked at, and with it what is due. */
async function waitEnds(count: number): Promise<void> {
  await waiting(count)
  await client.app.sql`update gathered_events set due = now() where subscription like '%message-submitted%'`
  const { id } = await submit(['volunteers'], 'Wakes the automation')
  await cancel(id)
  const left = () => gathered().then((rows) => rows.map(({ key }) => key))
  await vi.waitFor(async () => expect(await left()).toEqual([`message-${id}`]), { timeout: 20_000 })
  await client.app.sql`delete from gathered_events where subscription like '%message-submitted%'`
}

beforeAll(async () => {
  client = await dinnerClient(settings)
  const { app, registerTeam, addSlot, signUp } = client
  await seedDemo(app.platform)
  const bid = (name: string) => registerTeam(name, { captainEmail: `${name.toLowerCase()}@example.org` })
  teams = { huck: await bid('Huck'), tom: await bid('Tom'), sid: await bid('Sid'), joe: await bid('Joe') }
  await app.sql`update teams set email_confirmed = true`
  const change = (team: string | undefined, body: object) =>
    client.call('PUT', `/api/teams/${team}`, { as: 'td', body })
  for (const team of [teams['huck'], teams['tom'], teams['joe']]) await change(team, { status: 'confirmed' })
  await change(teams['sid'], { status: 'waitlist' })
  await change(teams['huck'], { paid: true })
  await client.call('POST', '/api/teams/remove', { as: 'td', body: { ids: [teams['joe']], reason: 'Cannot come' } })
  slotId = (await addSlot({ name: 'Carving', category: 'serving', time_slot: '18:30' })).id
  await signUp({ captainId: teams['huck'], slotId, email: 'becky@example.org' })
  const { id: dish } = await addSlot({ name: 'Pie' })
  await signUp({ captainId: teams['huck'], slotId: dish, email: 'Becky+pie@example.org' })
  await signUp({ captainId: teams['sid'], slotId: dish, email: 'tom@example.org' })
})
afterAll(() => client.close())

describe('Who gets a message', () => {
  it('is a group of captains or volunteers, and is counted by mailbox', async () => {
    const { status, body } = await send('GET', '/api/messages/audience', undefined, 'admin')
    expect(status).toBe(200)
    expect(body.groups.map(({ name, people }) => [name, people])).toEqual([
      ['captains:confirmed', 2],
      ['captains:waitlist', 1],
      ['captains:unpaid', 1],
      ['captains:without-dishes', 1],
      ['volunteers', 2],
      [`volunteers:${slotId}`, 1],
      [expect.stringMatching(/^volunteers:/), 2],
    ])
    expect(body.groups.slice(5).map(({ label }) => label)).toEqual(['18:30 Carving', 'Pie'])
    expect(JSON.stringify(body)).not.toContain('@')
  })

  it('gets it once, however many groups name them', async () => {
    expect((await preview('captains:confirmed', 'captains:unpaid', 'captains:without-dishes')).recipients).toBe(2)
    expect((await preview('captains:confirmed', 'volunteers', `volunteers:${slotId}`)).recipients).toBe(3)
  })

  it('is asked by TD and admin alone', async () => {
    const body = { to: ['volunteers'], ...words, preview: true }
    const statuses = async (as: Someone) => [
      (await send('POST', '/api/messages', body, as)).status,
      (await send('GET', '/api/messages', undefined, as)).status,
      (await send('GET', '/api/messages/audience', undefined, as)).status,
    ]
    expect(await statuses('admin')).toEqual([200, 200, 200])
    expect(await statuses('helper')).toEqual([403, 403, 403])
    expect(await statuses('visitor')).toEqual([401, 401, 401])
  })

  it.each([
    ['no group', { to: [] }, 'to'],
    ['no list of groups', { to: undefined }, 'to'],
    ['a group that does not exist', { to: ['everyone'] }, 'to'],
    ['an address', { to: ['becky@example.org'] }, 'to'],
    ['a slot without volunteers', { to: ['volunteers:6f9619ff-8b86-4011-b42d-00c04fc96401'] }, 'to'],
    ['no subject', { subject: ' ' }, 'subject'],
    ['a subject of two lines', { subject: 'One\nBcc: x@example.org' }, 'subject'],
    ['a subject of 151 characters', { subject: 'a'.repeat(151) }, 'subject'],
    ['no text', { text: ' \n ' }, 'text'],
    ['50,000 characters', { text: 'a'.repeat(50_000) }, 'text'],
  ])('is refused with %s', async (_, change, field) => {
    for (const more of [{}, { preview: true }]) {
      const { status, body } = await write(['volunteers'], { ...change, ...more })
      expect(status).toBe(422)
      expect(Object.keys(body.fields ?? {})[0]).toMatch(new RegExp(`^${field}`))
    }
    expect((await send('GET', '/api/messages')).body.messages).toEqual([])
  })
})

describe('A message', () => {
  it('is shown before as it will be, and nothing is sent', async () => {
    const text = 'Look:\n<b>bold</b> & https://evil.example\nwrite to joe@example.org'
    const { body } = await write(['captains:confirmed'], { text, preview: true })
    expect(body.recipients).toBe(2)
    expect(body.sample.subject).toBe(words.subject)
    expect(body.sample.text).toContain('  Look:\n  <b>bold</b> & https://evil.example\n  write to joe@example.org\n')
    expect(body.sample.text).toContain('https://turkey.example.org/unsubscribe#…')
    expect((await send('GET', '/api/messages')).body.messages).toEqual([])
  })

  it('goes to each mailbox once, with its text as it is, and is listed without addresses', async () => {
    const text = 'Look:\n<b>bold</b> & https://evil.example\nwrite to joe@example.org'
    const { status, body } = await write(['captains:confirmed', 'volunteers'], { text })
    expect({ status, body }).toEqual({
      status: 202,
      body: { message: { id: body.message.id, recipients: 3, sent: 0, failed: 0 } },
    })
    const { id } = body.message
    expect(await listed(id)).toMatchObject({ status: 'waiting', recipients: 3, sent: 0, failed: 0, failures: [] })
    await waitEnds(1)
    expect(await addresses(id)).toEqual(['Becky+pie@example.org', 'huck@example.org', 'tom@example.org'])
    const [mail] = await readMails(id)
    expect(mail?.text).toContain('  Look:\n  <b>bold</b> & https://evil.example\n  write to joe@example.org\n')
    expect(mail?.text).toContain('&lt;b&gt;bold&lt;/b&gt;')
    expect(mail?.text).not.toMatch(/href="(https:\/\/evil|mailto:joe)/)
    expect(await listed(id)).toMatchObject({ status: 'sent', recipients: 3, sent: 3, failed: 0 })
    const audit = await client.call('GET', `/api/audit?stream=message-${id}`, { as: 'td' })
    const { events } = audit.body as unknown as { events: { sentence: { text: string } }[] }
    expect(events.map(({ sentence }) => sentence.text)).toEqual([
      'sent the message “Bring a pen” to 3 people',
      'began to send the message “Bring a pen”',
      'wrote the message “Bring a pen” to captains of confirmed teams and all volunteers (3 people)',
    ])
    for (const known of ['becky', 'huck@', 'tom@']) expect(JSON.stringify(audit.body)).not.toContain(known)
    expect(JSON.stringify((await send('GET', '/api/messages')).body).replaceAll('joe@example.org', '')).not.toContain(
      '@',
    )
  })

  it('is sent once under an idempotency key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = [await write(['volunteers'], {}, key), await write(['volunteers'], {}, key)]
    expect(second).toEqual(first)
    await waiting(1)
    await cancel(first.body.message.id)
    await waitEnds(1)
  })

  it('is cancelled by an undo or by hand as long as it waits, and not after', async () => {
    const { id } = await submit(['volunteers'], 'Never mind')
    expect((await client.undo('MessageSubmitted')).status).toBe(200)
    const other = await submit(['volunteers'], 'Never mind either')
    expect([(await cancel(other.id)).status, (await cancel(other.id)).status]).toEqual([204, 204])
    const third = await submit(['volunteers'], 'On its way')
    await waitEnds(3)
    expect(await Promise.all([id, other.id, third.id].map(async (one) => (await addresses(one)).length))).toEqual([
      0, 0, 2,
    ])
    expect(await listed(id)).toBeUndefined()
    expect(await cancel(third.id)).toMatchObject({ status: 409, body: { code: 'MESSAGE_SENT' } })
    expect((await cancel(crypto.randomUUID())).status).toBe(404)
  })

  it('is not sent again when all rows are rebuilt from the log', async () => {
    const { id } = await submit(['captains:confirmed'], 'Once')
    await waitEnds(1)
    const before = { mails: (await readMails(id)).length, message: await listed(id) }
    await rebuild({ sql: client.app.sql, modules: client.app.platform.modules(), apply: true })
    await waitEnds(0)
    expect({ mails: (await readMails(id)).length, message: await listed(id) }).toEqual(before)
  })

  it('lists by their team or name whom it did not reach', async () => {
    const { id } = await submit(['captains:confirmed', 'captains:waitlist'], 'Half of it')
    await client.app.sql`
      update announcement_mails set state = 'sending' where id like ${`message-${id}-%`} and recipient = ${`team-${teams['tom']}`}`
    await client.call('POST', '/api/teams/remove', { as: 'td', body: { ids: [teams['sid']], reason: 'Injured' } })
    await waitEnds(1)
    expect(await addresses(id)).toEqual(['huck@example.org'])
    const message = await listed(id)
    expect(message).toMatchObject({ status: 'sent', recipients: 3, sent: 1, failed: 2 })
    expect(message?.failures).toEqual(
      expect.arrayContaining([
        { name: 'Tom', reason: expect.stringContaining('may have arrived') },
        { name: 'Someone who is in no group any more', reason: 'they are in none of the groups any more' },
      ]),
    )
    expect((await client.call('POST', `/api/teams/restore`, { as: 'td', body: { ids: [teams['sid']] } })).status).toBe(
      200,
    )
  })
})

describe('The link that ends messages', () => {
  const linkIn = ({ text }: ReadMail) => /unsubscribe#token=(\S+)/.exec(text)?.[1] ?? ''
  const mailTo = async (address: string, subject: string) => {
    const { id } = await submit(['captains:confirmed', 'volunteers'], subject)
    await waitEnds(1)
    return (await readMails(id)).find(({ to }) => to === address)
  }
  const unsubscribe = (token: string, init: RequestInit = {}) =>
    fetch(`${client.app.origin}/api/unsubscribe?token=${token}`, { method: 'POST', ...init })
  const again = (token: string) => send('POST', '/api/subscribe', { token }, 'visitor')

  it('ends them at once, skips its mailbox in any spelling, and leads back', async () => {
    const mail = await mailTo('huck@example.org', 'First')
    const token = linkIn(mail ?? { to: '', head: '', text: '' })
    expect(mail?.head).toContain(`List-Unsubscribe: <https://turkey.example.org/api/unsubscribe?token=${token}>`)
    expect(mail?.head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect((await preview('captains:confirmed')).recipients).toBe(2)
    // Programs that look at links send GET, mail programs send POST.
    expect((await fetch(`${client.app.origin}/api/unsubscribe?token=${token}`)).status).toBe(405)
    expect((await preview('captains:confirmed')).recipients).toBe(2)
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await unsubscribe(token, { body })).status).toBe(204)
    expect((await unsubscribe(token)).status).toBe(204)
    expect((await preview('captains:confirmed')).recipients).toBe(1)
    const next = await submit(['captains:confirmed'], 'Second')
    await waitEnds(1)
    expect(await addresses(next.id)).toEqual(['tom@example.org'])
    expect((await again(token)).status).toBe(204)
    expect((await again(token)).status).toBe(204)
    expect((await preview('captains:confirmed')).recipients).toBe(2)
    expect(await client.app.sql`select 1 from unsubscriptions`).toEqual([])
  })

  it('counts also between the writing and the sending', async () => {
    const token = linkIn((await mailTo('huck@example.org', 'Third')) ?? { to: '', head: '', text: '' })
    const { id } = await submit(['captains:confirmed'], 'Fourth')
    await unsubscribe(token)
    await waitEnds(1)
    expect(await listed(id)).toMatchObject({
      sent: 1,
      failed: 1,
      failures: [{ name: 'Huck', reason: 'they unsubscribed before it was sent' }],
    })
    await again(token)
  })

  it('stores no address, and is forgotten with the person', async () => {
    const token = linkIn((await mailTo('tom@example.org', 'Fifth')) ?? { to: '', head: '', text: '' })
    await unsubscribe(token)
    const rows = await client.app.sql`select mailbox from unsubscriptions`
    expect(rows.map(({ mailbox }) => mailbox)).toEqual([expect.stringMatching(/^[\da-f]{16}$/)])
    const forgotten = await client.call('POST', '/api/people/forget', {
      as: 'td',
      body: { email: 'TOM+x@example.org' },
    })
    expect(JSON.stringify(forgotten.body)).toContain('That their mailbox unsubscribed from messages of staff')
    expect(await client.app.sql`select 1 from unsubscriptions where mailbox <> ''`).toEqual([])
  })

  it.each(['', 'abc', 'abc.def', `${'0'.repeat(16)}.${'A'.repeat(22)}`])(
    'is refused where it is not ours: "%s"',
    async (token) => {
      expect((await unsubscribe(token)).status).toBe(422)
      expect(await again(token)).toMatchObject({ status: 422, body: { code: 'UNSUBSCRIBE_LINK_INVALID' } })
    },
  )
})
