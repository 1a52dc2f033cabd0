import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import type { ForgetRequest } from '@ultimate/events/staff/people-api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { people } from '../staff/test/test-people.ts'
import { testApp } from '../test/test-app.ts'

const patience = { timeout: 20_000, interval: 20 }

let app: Awaited<ReturnType<typeof testApp>>
let site: ReturnType<typeof people>
let td: string
beforeAll(async () => {
  app = await testApp()
  site = people(app)
  td = await site.readToken('td', 'first-td-password')
})
afterAll(() => app.close())

const register = (teamName: string, captainEmail: string) =>
  site.send('POST', '/api/register-team', {
    body: {
      teamName,
      location: 'Florence, AL',
      division: 'rec',
      captainName: 'Becky Thatcher',
      captainEmail,
      captainPhone: '256-555-0142',
    },
  })
/** Returns the mails as mail programs read them: lines that were folded are whole again. */
const mailsTo = async (address: string) =>
  (await site.mailsTo(address)).map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
const linkMailedTo = (address: string, sign: RegExp): Promise<string> =>
  vi.waitFor(async () => {
    const [, link] = sign.exec((await mailsTo(address)).join('\n')) ?? []
    if (!link) throw new Error(`no link has been mailed to ${address} yet`)
    return link
  }, patience)
const bidLink = /bid#token=([\w.-]+)/
const dinnerLink = /signup#link=([\w.-]+)/

const ask = async (link: string) => {
  const { status, body } = await site.send('POST', '/api/people/forget-requests', { body: { link } })
  return [status, body]
}
const waiting = async () =>
  (await site.send('GET', '/api/people/forget-requests', { token: td })).body['requests'] as ForgetRequest[]
/** The emails that count against the share of a mailbox. */
const counted = () => app.sql`select mailbox, sent from mail_rations order by mailbox`
const asked = async () => (await app.sql`select 1 from events where type = 'ForgettingRequested'`).length

describe('asking to be forgotten with a private link', () => {
  it('waits for a TD once, however often it is asked, and says the same of a link that is none', async () => {
    await register('Huck Finns', 'huck@example.org')
    const link = await linkMailedTo('huck@example.org', bidLink)
    expect(await ask(link)).toEqual([202, {}])
    expect(await Promise.all([ask(link), ask(`${link}x`), ask('no link'), ask('')])).toEqual(Array(4).fill([202, {}]))
    expect(await waiting()).toMatchObject([{ email: 'huck@example.org' }])
    expect(await asked()).toBe(1)
  })

  it('ends in a last mail when the TD forgets them, and no link opens anything after it', async () => {
    const link = await linkMailedTo('huck@example.org', bidLink)
    const body = { email: 'huck@example.org' }
    const before = await counted()
    const done = await site.send('POST', '/api/people/forget', { body, token: td })
    expect(done.body['unreadable']).toContain('Their request to be forgotten, and the answer to it.')
    const mails = await mailsTo('huck@example.org')
    expect([mails.length, mails[0]]).toEqual([1, expect.stringContaining('Your data has been deleted')])
    expect(await counted()).toEqual(before)
    expect(await waiting()).toEqual([])
    await ask(link)
    expect(await waiting()).toEqual([])
    await settled(app.sql)
    const { body: audit } = await site.send('GET', '/api/audit', { token: td })
    expect(JSON.stringify(audit)).not.toContain('huck@')
  })

  it('ends in a mail that says why when the TD declines, and may be asked again', async () => {
    await register('Sawyers', 'polly@example.org')
    await site.send('POST', '/api/dinner-signup/link', { body: { email: 'polly@example.org' } })
    const link = await linkMailedTo('polly@example.org', bidLink)
    await ask(link)
    const [request] = await waiting()
    const decline = (reason: string) =>
      site.send('POST', `/api/people/forget-requests/${request?.id}/decline`, { token: td, body: { reason } })
    expect((await decline('')).status).toBe(422)
    expect((await decline('You cook on Saturday.')).status).toBe(204)
    await vi.waitFor(
      async () => expect((await mailsTo('polly@example.org')).join()).toContain('You cook on Saturday.'),
      patience,
    )
    expect(await waiting()).toEqual([])
    expect((await decline('Once more.')).body.code).toBe('FORGET_REQUEST_NOT_FOUND')
    await ask(link)
    expect(await waiting()).toMatchObject([{ email: 'polly@example.org' }])
  })

  it('works with a link to sign-ups for the dinner, and ends by itself after thirty days', async () => {
    const team = await register('Cooks', 'sid@example.org')
    const captainId = (team.body['team'] as { id: string }).id
    const slot = { name: 'Pie', category: 'dishes', description: 'Pumpkin', max_signups: 3 }
    const slots = await site.send('POST', '/api/dinner-slots', { body: slot, token: td })
    const slotId = (slots.body['slot'] as { id: string }).id
    const signup = { slotId, captainId, personName: 'Muff Potter', email: 'muff@example.org' }
    await site.send('POST', '/api/dinner-signup', { body: signup })
    await site.send('POST', '/api/dinner-signup/link', { body: { email: 'muff@example.org' } })
    const link = await linkMailedTo('muff@example.org', dinnerLink)
    await ask(link)
    const emails = async () => (await waiting()).map(({ email }) => email)
    expect(await emails()).toContain('muff@example.org')
    await app.sql`update erasures set until = now() where email = 'muff@example.org'`
    expect(await emails()).not.toContain('muff@example.org')
  })
})
