import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PermanentError, TransientError } from '@ultimate/event-store/automation.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import type { Announcement, Audience } from '@ultimate/events/staff/announcement-api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DinnerClient, dinnerClient } from '../dinner/test/test-client.ts'
import type { Mail } from '../platform/mail.ts'
import { whenAnnouncementPublishedThenMail } from '../staff/mails/announcement.mail.ts'
import { seedDemo } from '../tournament/demo.ts'

/** The wait of a mail ends only when a test ends it. */
const settings = { mailQuietSeconds: 3_600 }
let client: DinnerClient
beforeAll(async () => {
  client = await dinnerClient(settings)
})
afterAll(() => client.close())

interface Answer {
  readonly announcement: Announcement
  readonly announcements: readonly Announcement[]
}
type Someone = 'td' | 'admin' | 'helper' | 'visitor'

async function send(method: string, path: string, body?: object, as: Someone = 'td', headers = {}) {
  const sent = { as, headers, ...(body && { body }) }
  const { status, body: answer } = await client.call(method, `/api/announcements${path}`, sent)
  return { status, body: answer as unknown as Answer & { code: string; fields?: Record<string, string> } }
}
const notice = (text = 'Fields 3 and 4 closed', more: object = {}) => ({ text, level: 'warning', mail: [], ...more })
const publish = async (text: string, more: object = {}) =>
  (await send('POST', '', notice(text, more))).body.announcement
const takeBack = (id: string) => send('DELETE', `/${id}`)
const shown = async () => (await send('GET', '', undefined, 'visitor')).body.announcements.map(({ text }) => text)

describe('An announcement', () => {
  it('is shown to everyone with all its fields until it is taken back', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const { status, body } = await send('POST', '', notice(' Rain.\n<b>Wait</b> ', { until }), 'admin')
    expect(status).toBe(201)
    expect(body.announcement).toMatchObject({
      text: 'Rain.\n<b>Wait</b>',
      level: 'warning',
      until,
      mail: [],
      mail_at: null,
    })
    const { body: listed } = await send('GET', '', undefined, 'visitor')
    expect(listed.announcements).toEqual([body.announcement])
    const again = [await takeBack(body.announcement.id), await takeBack(body.announcement.id)]
    expect(again.map(({ status }) => status)).toEqual([204, 204])
    expect(await shown()).toEqual([])
  })

  it('stands with others: warnings first, then the newest first', async () => {
    const ids: string[] = []
    for (const [text, level] of Object.entries({ a: 'info', b: 'warning', c: 'info', d: 'warning' }))
      ids.push((await publish(text, { level })).id)
    expect(await shown()).toEqual(['d', 'b', 'c', 'a'])
    for (const id of ids) await takeBack(id)
  })

  it('is not shown once it has ended', async () => {
    const { id } = await publish('Soon over', { until: new Date(Date.now() + 60_000).toISOString() })
    await client.app.sql`update announcements set until = now() where id = ${id}`
    expect(await shown()).toEqual([])
  })

  it('is published once under an idempotency key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = [
      await send('POST', '', notice('Once'), 'td', key),
      await send('POST', '', notice('Once'), 'td', key),
    ]
    expect(second).toEqual(first)
    expect(await shown()).toEqual(['Once'])
    await takeBack(first.body.announcement.id)
  })

  it.each([
    ['501 characters', { text: 'a'.repeat(501) }, 'text'],
    ['only spaces', { text: ' \t\n\u200b' }, 'text'],
    ['no text', { text: undefined }, 'text'],
    ['an unknown level', { level: 'panic' }, 'level'],
    ['an end in the past', { until: '2020-11-22T18:00:00Z' }, 'until'],
    ['an end that is no time', { until: 'tomorrow' }, 'until'],
    ['a group that does not exist', { mail: ['everyone'] }, 'mail'],
    ['a group named twice', { mail: ['captains', 'captains'] }, 'mail'],
  ])('is refused with %s', async (_, change, field) => {
    const { status, body } = await send('POST', '', notice('Good', change))
    expect(status).toBe(422)
    expect(Object.keys(body.fields ?? {})[0]).toMatch(new RegExp(`^${field}`))
    expect(await shown()).toEqual([])
  })

  it('may have 500 characters', async () => {
    const { id, text } = await publish(` ${'a'.repeat(500)} `)
    expect(text).toHaveLength(500)
    await takeBack(id)
  })

  it('that does not exist cannot be taken back', async () => {
    expect((await takeBack(crypto.randomUUID())).status).toBe(404)
    expect((await takeBack('7')).status).toBe(404)
  })

  it('comes and goes by undo, and is described in the audit', async () => {
    const { id } = await publish('Lunch is ready', { level: 'info', mail: ['captains'] })
    expect((await client.undo('AnnouncementPublished')).status).toBe(200)
    expect(await shown()).toEqual([])
    expect((await client.undo('AnnouncementTakenBack')).status).toBe(200)
    expect(await shown()).toEqual(['Lunch is ready'])
    await takeBack(id)
    const { body } = await client.call('GET', `/api/audit?stream=announcement-${id}`, { as: 'td' })
    const sentences = (body as unknown as { events: { sentence: { text: string; was: string | null } }[] }).events
    expect(sentences.map(({ sentence }) => sentence.text)).toEqual([
      'took back the announcement “Lunch is ready”',
      'published the announcement “Lunch is ready” again',
      'took back the announcement “Lunch is ready”',
      'published the announcement “Lunch is ready”, with an email to captains',
    ])
  })
})

describe('The mail about an announcement', () => {
  const mails = async () => {
    const names = (await readdir(client.app.outbox)).filter((name) => name.startsWith('announcement-'))
    const all = await Promise.all(names.map((name) => readFile(join(client.app.outbox, name), 'utf8')))
    return all.map((text) => ({
      to: /^To: (.*)\r$/m.exec(text)?.[1] ?? '',
      text: text.replaceAll(/=\r\n/g, '').replaceAll('\r\n', '\n'),
    }))
  }
  const mailed = async (text: string) =>
    (await mails()).flatMap((mail) => (mail.text.includes(text) ? mail.to : [])).toSorted()
  const waiting = (count: number) =>
    vi.waitFor(
      async () => {
        const name = 'automation:when-announcement-published-then-mail'
        const rows = await client.app.sql`select 1 from gathered_events where subscription = ${name}`
        expect(rows).toHaveLength(count)
      },
      { timeout: 20_000 },
    )
  /** Ends the wait of so many mails, once all have come. What is published is looked at, and with it what is due. */
  async function waitEnds(count: number): Promise<void> {
    await waiting(count)
    await client.app.sql`update gathered_events set due = now() where subscription like '%announcement%'`
    await takeBack((await publish('Nothing')).id)
    await waiting(0)
  }

  let slotId = ''
  beforeAll(async () => {
    const { app, registerTeam, addSlot, signUp } = client
    await seedDemo(app.platform)
    const huck = await registerTeam('Huck Finns', { captainEmail: 'huck@example.org' })
    await registerTeam('Huck Finns B', { captainEmail: 'Huck@Example.org' })
    await registerTeam('Tom Sawyers', { captainEmail: 'tom@example.org' })
    const gone = await registerTeam('Injuns', { captainEmail: 'joe@example.org' })
    const forgotten = await registerTeam('Aunts', { captainEmail: 'polly@example.org' })
    await app.sql`update teams set email_confirmed = true`
    await client.call('POST', '/api/teams/remove', { as: 'td', body: { ids: [gone], reason: 'Cannot come' } })
    await app.forget([`team-${forgotten}/captain`])
    slotId = (await addSlot()).id
    const place = { captainId: huck, slotId }
    await signUp({ ...place, email: 'becky@example.org' })
    await signUp({ ...place, email: 'becky+pie@example.org' })
    await signUp({ ...place, email: 'tom@example.org' })
    // Announcements of other tests still wait to be mailed.
    await app.sql`delete from gathered_events where subscription like '%announcement%'`
  })

  it('is counted before, by address, for staff alone', async () => {
    const { status, body } = await send('GET', '/audience')
    expect(status).toBe(200)
    expect(body as unknown as Audience).toEqual({ captains: 2, volunteers: 2, both: 3 })
    expect((await send('GET', '/audience', undefined, 'helper')).status).toBe(403)
    expect((await send('GET', '/audience', undefined, 'visitor')).status).toBe(401)
  })

  it('goes to each address of the groups once, after the wait, with the text as it is', async () => {
    const text = 'Rain.\n<b>All games</b> 45 minutes later & so on'
    const { id, mail, mail_at: at } = await publish(text, { mail: ['captains', 'volunteers'] })
    expect({ mail, at }).toEqual({ mail: ['captains', 'volunteers'], at: expect.stringMatching(/Z$/) })
    await publish('For captains', { mail: ['captains'] })
    await publish('For volunteers', { mail: ['volunteers'] })
    await publish('For no one', { mail: [] })
    await waiting(3)
    expect(await mails()).toEqual([])
    await waitEnds(3)
    const [becky, huck, tom] = ['becky+pie@example.org', 'Huck@example.org', 'tom@example.org']
    expect(await mailed('Rain.')).toEqual([huck, becky, tom])
    expect(await mailed('For captains')).toEqual([huck, tom])
    expect(await mailed('For volunteers')).toEqual([becky, tom])
    expect(await mailed('For no one')).toEqual([])
    const [one] = (await mails()).filter((mail) => mail.text.includes('Rain.'))
    expect(one?.text).toContain('  Rain.\n  <b>All games</b> 45 minutes later & so on\n')
    expect(one?.text).toContain('&lt;b&gt;All games&lt;/b&gt;')
    const audit = await client.call('GET', `/api/audit?stream=announcement-${id}`, { as: 'td' })
    expect(JSON.stringify(audit.body)).not.toContain('@')
  })

  it('is not sent where it was taken back meanwhile, nor when that is undone', async () => {
    const wanted = { mail: ['captains'] }
    const { id } = await publish('Taken back', wanted)
    await takeBack(id)
    await takeBack((await publish('Back again', wanted)).id)
    expect((await client.undo('AnnouncementTakenBack')).status).toBe(200)
    await publish('On time', wanted)
    await waitEnds(3)
    expect(await shown()).toContain('Back again')
    const texts = ['Taken back', 'Back again', 'On time']
    const counts = await Promise.all(texts.map(async (text) => (await mailed(text)).length))
    expect(counts).toEqual([0, 0, 2])
  })

  it('goes on after a failure where it stopped, and one address that is refused keeps it from no other', async () => {
    const { id } = await publish('Half sent', { mail: ['captains'] })
    const [published] = await client.app.platform.log.read({ stream: `announcement-${id}` })
    const sent: string[] = []
    let failure: Error | null = null
    const send = async ({ to }: Mail) => {
      if (failure && to === 'Huck@Example.org') throw failure
      sent.push(to)
      return 'sent' as const
    }
    const { gather } = whenAnnouncementPublishedThenMail({ ...client.app.platform, mailer: { send } })
    const handle = async () => (published ? gather.handle([published]) : undefined)
    failure = new TransientError('this', 'the mailbox is full')
    await expect(handle()).rejects.toThrow('the mailbox is full')
    expect(sent).toEqual(['tom@example.org'])
    failure = new TransientError('everything', 'the server is away')
    await expect(handle()).rejects.toThrow('the server is away')
    failure = null
    await handle()
    await handle()
    expect(sent).toEqual(['tom@example.org', 'Huck@Example.org'])
    const other = await publish('Refused', { mail: ['captains'] })
    const [refused] = await client.app.platform.log.read({ stream: `announcement-${other.id}` })
    failure = new PermanentError('no such mailbox')
    await expect(refused ? gather.handle([refused]) : undefined).rejects.toThrow('no such mailbox')
    expect(sent).toEqual(['tom@example.org', 'Huck@Example.org', 'tom@example.org'])
    await takeBack(id)
    await takeBack(other.id)
  })

  it('is not sent again when all rows are rebuilt from the log', async () => {
    const { sql, outbox, platform } = client.app
    await publish('Mailed once', { mail: ['captains'] })
    await waitEnds(3)
    const files = async () => (await readdir(outbox)).length
    const before = await files()
    expect(await mailed('Mailed once')).toHaveLength(2)
    await rebuild({ sql, modules: platform.modules(), apply: true })
    await waitEnds(0)
    expect(await files()).toBe(before)
  })

  it('is not sent after its end', async () => {
    const until = new Date(Date.now() + 3_600_000)
    const { id } = await publish('Over by then', { mail: ['captains'], until: until.toISOString() })
    const published = await client.app.platform.log.read({ stream: `announcement-${id}` })
    const clock = { now: () => until }
    await whenAnnouncementPublishedThenMail({ ...client.app.platform, clock }).gather.handle(published)
    expect(await mailed('Over by then')).toEqual([])
  })
})
