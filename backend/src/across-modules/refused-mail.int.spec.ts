import type { Desk } from '@ultimate/events/staff/desk-api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DinnerClient, dinnerClient } from '../dinner/test/test-client.ts'
import { mailServer, smtpError } from '../platform/mail/test-mail-server.ts'

/** Refuses mailboxes that begin with `gone`, for good, and `full` ones for now. */
const refusals: Readonly<Record<string, number>> = { gone: 550, full: 451 }
let server: Awaited<ReturnType<typeof mailServer>>
let site: DinnerClient
beforeAll(async () => {
  server = await mailServer({
    onRcptTo: ({ address }, _, done) => {
      const code = refusals[address.slice(0, 4)]
      done(code === undefined ? null : smtpError(code))
    },
  })
  site = await dinnerClient({ smtpUrl: server.url, emailConfirmation: 'on', mailQuietSeconds: 0 })
})
afterAll(async () => {
  await site.close()
  await server.close()
})

const undelivered = async () => {
  const { items } = (await site.call('GET', '/api/desk', { as: 'td' })).body as unknown as Desk
  return items.find(({ kind }) => kind === 'undelivered_mails')
}
const soon = <T>(look: () => Promise<T> | T) => vi.waitFor(look, { timeout: 20_000 })
const mailsTo = (address: string) => server.received.filter(({ to }) => to.includes(address))
/** Lines are folded with `=` at their ends. */
const tokenIn = (content: string, name: string) =>
  new RegExp(`#${name}=3D([\\w.-]+)`).exec(content.replaceAll(/=\r\n/g, ''))?.[1] ?? ''

const correctCaptain = async (id: string, captainEmail: string) =>
  site.call('PUT', `/api/teams/${id}/bid`, { as: 'td', body: { captainEmail, reason: 'Mistyped.' } })
const signUp = async (fields: Record<string, unknown>) => (await site.signUp(fields)).body.signup.id

describe('A mail that is refused for good', () => {
  it('waits on the desk with the team and the answer, until the address is corrected and gets it', async () => {
    const id = await site.registerTeam('Huck Finns', { captainEmail: 'gone@example.org' })
    const entry = {
      name: 'Huck Finns: the mail server refused the address (550), after “team registered”',
      path: `/registration/team?id=${id}`,
    }
    await soon(async () =>
      expect(await undelivered()).toMatchObject({ count: 1, names: [entry.name], entries: [entry] }),
    )
    expect((await correctCaptain(id, 'becky@example.org')).status).toBe(200)
    await soon(() => expect(mailsTo('becky@example.org')).toHaveLength(1))
    expect(await undelivered()).toMatchObject({ count: 0, entries: [] })
    const token = tokenIn(mailsTo('becky@example.org')[0]?.content ?? '', 'token')
    expect((await site.call('POST', '/api/confirm-address', { body: { token } })).status).toBe(200)
  })

  it('leaves a bid that counts its private link at the new address, and tells the old one', async () => {
    const id = await site.registerTeam('Aunt Pollys', { captainEmail: 'gone-polly@example.org' })
    await soon(async () => expect((await undelivered())?.count).toBe(1))
    await site.call('POST', `/api/teams/${id}/confirm-address`, { as: 'td' })
    await correctCaptain(id, 'sally@example.org')
    await soon(() =>
      expect(mailsTo('sally@example.org')[0]?.content).toContain('the tournament crew corrected the address'),
    )
    const own = tokenIn(mailsTo('sally@example.org')[0]?.content ?? '', 'token')
    expect((await site.call('POST', '/api/bid', { body: { token: own } })).status).toBe(200)
    // The old address refuses its notice, which staff cannot mend: the desk does not list it.
    expect((await undelivered())?.count).toBe(0)
    await correctCaptain(id, 'polly@example.org')
    await soon(() => expect(mailsTo('sally@example.org')[1]?.content).toContain('entered another address for your bid'))
  })

  it('to a volunteer brings everything that they signed up for once staff correct the address', async () => {
    const captainId = await site.registerTeam('Tom Sawyers')
    await site.call('POST', `/api/teams/${captainId}/confirm-address`, { as: 'td' })
    const [pie, yams] = [await site.addSlot({ name: 'Pie' }), await site.addSlot({ name: 'Yams' })]
    const email = 'gone-too@example.org'
    const first = await signUp({ captainId, slotId: pie.id, email })
    await soon(async () => expect((await undelivered())?.count).toBe(1))
    const second = await signUp({ captainId, slotId: yams.id, email })
    const path = `/dinner/signup?slot=${yams.id}`
    const name = 'Becky Thatcher (Yams): the mail server refused the address (550), after “signed up”'
    await soon(async () => expect((await undelivered())?.entries).toEqual([{ name, path }]))
    const corrected = await site.call('PUT', `/api/dinner-signups/${first}/email`, {
      as: 'admin',
      body: { email: 'tom@example.org' },
    })
    expect(corrected).toMatchObject({ status: 200, body: { signup: { id: first, email: 'tom@example.org' } } })
    await soon(() => expect(mailsTo('tom@example.org')[0]?.content).toMatch(/Pie.*Yams|Yams.*Pie/s))
    expect((await undelivered())?.count).toBe(0)
    const link = tokenIn(mailsTo('tom@example.org').at(-1)?.content ?? '', 'link')
    const claimed = await site.call('POST', '/api/dinner-signup/claim', { body: { link } })
    expect(claimed.body.signups).toEqual(
      [first, second].map((id) => expect.objectContaining({ id, email: 'tom@example.org' })),
    )
  })

  it('with the password of a new user leads to the list of users, where a new one is made', async () => {
    const body = { username: 'sid', email: 'gone-sid@example.org', role: 'helper' }
    const { body: added } = await site.call('POST', '/api/auth/create-temp-login', { as: 'td', body })
    const { id } = (added as unknown as { user: { id: string } }).user
    const name = 'sid: the mail server refused the address (550), after “user added”'
    const entries = [{ name, path: '/access-controls' }]
    await soon(async () => expect(await undelivered()).toMatchObject({ entries }))
    await site.call('DELETE', `/api/auth/users/${id}`, { as: 'td' })
    expect((await undelivered())?.count).toBe(0)
  })

  it('is tried again where it is refused for now alone', async () => {
    await site.registerTeam('Injun Joes', { captainEmail: 'full@example.org' })
    await soon(async () =>
      expect(await site.app.sql`select later from dead_letters where later`).toEqual([{ later: true }]),
    )
    expect((await undelivered())?.count).toBe(0)
  })
})
