import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownBidLinks } from '../secrets/bid-links.ts'
import { type BidClient, bidClient, newKey } from '../test/test-bids.ts'

let bids: BidClient
beforeAll(async () => {
  bids = await bidClient()
})
afterAll(() => bids.close())

const tokenIn = (mail = '') => /registration\/bid#token=([\w.-]+)/.exec(mail)?.[1] ?? ''

/** A bid with the token that its captain was mailed. */
async function aBid(email: string, changes = {}) {
  const { body } = await bids.register({ captainEmail: email, ...changes })
  const [mail] = await bids.mailsTo(email, 1)
  return { id: body.team.id, token: tokenIn(mail), mail: mail ?? '' }
}
const ask = async (path: '' | '/correct' | '/withdraw' | '/revoke-link', body: object, as?: 'td') => {
  const answer = await bids.call('POST', `/bid${path}`, { body, ...(as && { as }) })
  return { ...answer, own: answer.body as unknown as OwnBid }
}
const readHistory = async (id: string) => (await bids.readEvents(id)).map(({ type }) => type)

describe('The private link of a bid', () => {
  it('shows its captain all that was entered and where it stands, and other visitors nothing', async () => {
    const { id, token, mail } = await aBid('reader@example.org', { comments: 'With a raft' })
    const { status, own, headers } = await ask('', { token })
    const number = (await bids.list()).body.teams.findIndex((team) => team.id === id) + 1
    expect({ status, own }).toMatchObject({
      status: 200,
      own: { id, number, status: 'confirmed', paid: false, out: null, division: 'rec' },
    })
    expect(own.bid).toMatchObject({ captainEmail: 'reader@example.org', comments: 'With a raft' })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(mail).toContain(`Confirmed (#${number} of 35)`)
    for (const bad of ['', 'x', token.slice(0, -1)])
      expect(await ask('', { token: bad })).toMatchObject({ status: 422, body: { code: 'BID_LINK_INVALID' } })
  })

  it('corrects all but the division, keeps the place, and says nothing where nothing is new', async () => {
    const { id, token } = await aBid('corrector@example.org')
    await bids.update(id, { paid: true })
    const { own } = await ask('', { token })
    const bid = { ...own.bid, teamName: 'Rafters', altCaptainName: 'Joe Harper' }
    const answers = [await ask('/correct', { token, ...bid }), await ask('/correct', { token, ...bid })]
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, own: { ...own, bid } })
    expect(await readHistory(id)).toEqual(['TeamRegistered', 'TeamMarkedPaid', 'TeamCorrected'])
    expect(await bids.listed(id)).toMatchObject({ team_name: 'Rafters', division: 'rec', paid: true })
    const refused = await ask('/correct', { token, ...bid, teamName: ' ', captainPhone: '1' })
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { teamName: 'Team name is required.', captainPhone: 'Valid phone required.' } },
    })
    expect((await ask('/correct', { token, ...bid, division: 'comp' })).status).toBe(422)
  })

  it('corrects only the fields that a page knows, which may be of an earlier release', async () => {
    const { token } = await aBid('earlier@example.org', { comments: 'With a raft', altCaptainName: 'Joe Harper' })
    const { bid } = (await ask('', { token })).own
    const { comments: _, altCaptainName: __, ...known } = bid
    const { own } = await ask('/correct', { token, ...known, teamName: 'Rafters' })
    expect(own.bid).toEqual({ ...bid, teamName: 'Rafters' })
    expect((await ask('/correct', { token, ...own.bid, comments: '' })).own.bid.comments).toBe('')
  })

  it('is the captain’s doing also on a device where staff are signed in', async () => {
    const { id, token } = await aBid('desk@example.org')
    const { own } = await ask('', { token })
    await ask('/correct', { token, ...own.bid, location: 'Cairo, IL' }, 'td')
    const events = (await bids.readEvents(id)).filter(({ type }) => type === 'TeamCorrected')
    expect(events.map(({ metadata }) => metadata.actor.kind)).toEqual(['visitor'])
  })

  it('ends with the address it was mailed to: the new one gets its own, and the old one hears of it', async () => {
    const { token } = await aBid('before@example.org')
    const { own } = await ask('', { token })
    const { status } = await ask('/correct', { token, ...own.bid, captainEmail: 'after@example.org' })
    expect(status).toBe(200)
    expect(await ask('', { token })).toMatchObject({ status: 422, body: { code: 'BID_LINK_INVALID' } })
    const [mail] = await bids.mailsTo('after@example.org', 1)
    expect((await ask('', { token: tokenIn(mail) })).own.bid.captainEmail).toBe('after@example.org')
    const left = await bids.mailsTo('before@example.org', 2)
    expect(left.join()).toContain('has another address now')
  })

  it('withdraws the bid once: it leaves the list and its pool, those behind it move up, and staff can restore it', async () => {
    const { id, token } = await aBid('leaver@example.org')
    const behind = await aBid('behind@example.org')
    const pools = [{ id: 'a', name: 'Pool A', size: 2, teams: [id, null] }]
    await bids.call('POST', '/pool-play/save', { as: 'td', body: { division: 'rec', pools } })
    const { own } = await ask('', { token: behind.token })
    for (let time = 0; time < 2; time++)
      expect(await ask('/withdraw', { token })).toMatchObject({ status: 200, own: { out: 'captain', number: null } })
    expect(await readHistory(id)).toEqual(['TeamRegistered', 'TeamWithdrawn'])
    expect(await bids.listed(id)).toBeUndefined()
    expect((await ask('', { token: behind.token })).own.number).toBe((own.number ?? 0) - 1)
    const saved = await bids.call('GET', '/pool-play/pools/rec', { as: 'td' })
    expect(saved.body.pools[0]?.teams).toEqual([null, null])
    expect((await bids.mailsTo('leaver@example.org', 2)).join()).toContain('was withdrawn')
    expect(await ask('/correct', { token, ...own.bid, captainEmail: 'leaver@example.org' })).toMatchObject({
      status: 409,
      body: { code: 'TEAM_REMOVED' },
    })
    const { body } = await bids.call('GET', '/teams/removed', { as: 'td' })
    expect(body.teams[0]).toMatchObject({ id, withdrawn: true, removed_by: null })
    await bids.call('POST', `/teams/${id}/restore`, { as: 'td' })
    expect((await ask('', { token })).own).toMatchObject({
      out: null,
      number: own.number === null ? null : own.number - 1,
    })
  })

  it('opens nothing once its captain or staff end it: each time a new one is mailed, and the bid stays as it is', async () => {
    const { id, token } = await aBid('ender@example.org')
    const { own } = await ask('', { token })
    const answers = await Promise.all([0, 1, 2].map(() => ask('/revoke-link', { token })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 410, 410])
    for (const [path, more] of [['', {}] as const, ['/withdraw', {}] as const, ['/correct', own.bid] as const])
      expect(await ask(path, { token, ...more })).toMatchObject({ status: 410, body: { code: 'BID_LINK_REVOKED' } })

    const linkIn = (mails: string[]) => mails.map(tokenIn).find((other) => other !== token) ?? ''
    const second = linkIn(await bids.mailsTo('ender@example.org', 2))
    expect((await ask('', { token: second })).own).toEqual(own)
    const byStaff = await bids.call('POST', `/teams/${id}/revoke-link`, { as: 'admin' })
    expect(byStaff.status).toBe(204)
    expect((await ask('', { token: second })).body.code).toBe('BID_LINK_REVOKED')
    const tokens = (await bids.mailsTo('ender@example.org', 3)).map(tokenIn)
    const third = tokens.find((other) => other !== token && other !== second) ?? ''
    expect((await ask('', { token: third })).own).toEqual(own)
    expect(await readHistory(id)).toEqual(['TeamRegistered', 'BidLinkRevoked', 'BidLinkRevoked'])
  })

  it('that was mailed before links named edition and generation opens its bid, until it is ended', async () => {
    const { id } = await aBid('early@example.org')
    const before = ownBidLinks({ ...bids.platform.configuration, readLink: async () => null })
    const token = tokenIn(await before.linkFor({ teamId: id, address: 'early@example.org' }))
    expect((await ask('', { token })).own.id).toBe(id)
    await ask('/revoke-link', { token })
    expect((await ask('', { token })).body.code).toBe('BID_LINK_REVOKED')
  })

  it('is needed for each answer: an idempotency key alone returns no answer of another client', async () => {
    const { id, token } = await aBid('keyed@example.org')
    const stranger = await aBid('stranger@example.org')
    const { own } = await ask('', { token })
    const bid = { ...own.bid, teamName: 'Keyed Turkeys' }
    const headers = newKey()
    const send = (body: object) => bids.call('POST', '/bid/correct', { body, headers })
    expect((await send({ token, ...bid })).status).toBe(200)
    expect((await send({ token, ...bid })).status).toBe(200)
    for (const other of [stranger.token, token.slice(0, -2), '']) {
      const answer = await send({ ...bid, token: other })
      expect(answer.status).toBe(422)
      expect(JSON.stringify(answer.body)).not.toContain('keyed@example.org')
    }
    expect(await readHistory(id)).toEqual(['TeamRegistered', 'TeamCorrected'])
    expect(await readHistory(stranger.id)).toEqual(['TeamRegistered'])
  })

  it.each([{}, { token: null }, { token: ['x'] }, { token: 'x'.repeat(2001) }, { token: 'x', id: 'someone-else' }, []])(
    'refuses %j as bad input at every endpoint',
    async (body) => {
      for (const path of ['', '/correct', '/withdraw'] as const) {
        const { status } = await ask(path, body)
        expect([400, 422]).toContain(status)
      }
    },
  )

  it('comes again by mail on request', async () => {
    const { id } = await aBid('again@example.org')
    await bids.call('POST', '/confirm-address/link', { body: { email: 'AGAIN@example.org' } })
    const mails = await bids.mailsTo('again@example.org', 2)
    for (const mail of mails) expect((await ask('', { token: tokenIn(mail) })).own.id).toBe(id)
  })

  it('is in a mail that ends with a contact address, to which replies go as well', async () => {
    const { mail } = await aBid('writer@example.org')
    expect(mail).toContain('Questions? Write to turkey@ultimate.example')
    expect(mail).toMatch(/^Reply-To: turkey@ultimate\.example$/m)
  })
})
