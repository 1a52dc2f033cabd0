import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anyStaff } from '@ultimate/events/language/roles.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { announcements } from '../../platform/live/announcements.ts'
import { confirmationLinks } from '../secrets/bid-links.ts'
import { type BidClient, bidClient } from '../test/test-bids.ts'

let bids: BidClient
let now: Date
beforeAll(async () => {
  bids = await bidClient({ emailConfirmation: 'on' })
  now = new Date()
})
afterAll(() => bids.close())

const hour = 3_600_000
const words = {
  teamName: 'Zanzibar Zealots',
  location: 'Zweibrücken',
  pastTeamNames: 'Zookeepers',
  captainName: 'Zelda Zimmer',
  captainPhone: '256-555-9942',
  altCaptainName: 'Zachary',
  comments: 'Buy zirconium at zeal.example',
}
const aBid = async (email: string, changes = {}) =>
  (await bids.register({ ...words, ...changes, captainEmail: email })).body.team
const confirm = (token: string) => bids.call('POST', '/confirm-address', { body: { token } })
const byHand = (id: string, as: 'td' | 'admin' | 'helper' | 'visitor' = 'admin') =>
  bids.call('POST', `/teams/${id}/confirm-address`, { as })
const ask = (email: string) => bids.call('POST', '/confirm-address/link', { body: { email } })
const staffList = async () => (await bids.call('GET', '/registered-teams', { as: 'admin' })).body.teams

/** Both facts of a bid that was confirmed: the log shows them once no older transaction is running anywhere. */
const readHistory = (id: string) =>
  vi.waitFor(
    async () => {
      const events = await bids.platform.log.read({ stream: `team-${id}` })
      expect(events).toHaveLength(2)
      return events
    },
    { timeout: 20_000 },
  )

/** A link as it would have been mailed so long ago. */
const makeToken = async (id: string, hoursAgo = 0): Promise<string> => {
  const links = confirmationLinks(bids.platform.configuration)
  const [row] = await bids.sql<{ address: string }[]>`select captain_email as address from teams where id = ${id}`
  const bid = { teamId: id, address: row?.address ?? '' }
  return (await links.linkFor(bid, new Date(now.getTime() - hoursAgo * hour))).split('#token=')[1] ?? ''
}

/** Lists each token once, although a mail contains it in its text and in its HTML. */
const tokensIn = (mail = '') => [
  ...new Set([...mail.matchAll(/confirm#token=([\w.-]+)/g)].map(([, token = '']) => token)),
]

describe('A bid whose address is not confirmed', () => {
  it('is received and marked, shown to TD and admin only', async () => {
    const { status, body } = await bids.register({ captainEmail: 'zoe@example.org' })
    expect({ status, mark: body.team }).toMatchObject({ status: 201, mark: { email_confirmed: false } })
    const { id } = body.team
    expect((await staffList()).find((team) => team.id === id)).toEqual({
      ...body.team,
      email_confirmed: false,
      by_hand: false,
    })
    for (const as of ['visitor', 'helper'] as const) {
      const { text } = await bids.call('GET', '/registered-teams', { as })
      expect(text).not.toMatch(new RegExp(`${id}|email_confirmed`))
    }
    const counts = await bids.call('GET', '/team-dish-counts')
    expect(counts.text).not.toContain(id)
  })

  it('is announced to staff alone, until it counts', async () => {
    const { id } = await aBid('quiet@example.org')
    await byHand(id)
    const { toChange } = announcements(bids.platform.modules())
    const events = await readHistory(id)
    const audiences = events.map((event) => toChange(event)?.topics.map(({ audience }) => audience))
    expect(audiences).toEqual([[anyStaff], ['everyone']])
  })

  it('gives readers of another role another answer under another tag, which no cache keeps', async () => {
    await aBid('zoe2@example.org')
    const [visitor, staff] = await Promise.all([
      bids.call('GET', '/registered-teams'),
      bids.call('GET', '/registered-teams', { as: 'td' }),
    ])
    expect(staff.headers.get('etag')).not.toBe(visitor.headers.get('etag'))
    expect(staff.headers.get('cache-control')).toBe('no-store')
    expect(visitor.headers.get('vary')).toContain('Authorization')
    const headers = { 'if-none-match': staff.headers.get('etag') ?? '' }
    expect((await bids.call('GET', '/registered-teams', { headers })).status).toBe(200)
    expect((await bids.call('GET', '/registered-teams', { headers, as: 'td' })).status).toBe(304)
  })

  it('cannot be put into a pool, nor signed up for', async () => {
    const { id } = await aBid('zoe3@example.org', { division: 'comp' })
    const listed = await bids.call('GET', '/pool-play/teams/comp', { as: 'td' })
    expect(listed.text).not.toContain(id)
    const pools = [{ id: 'a', name: 'Pool A', size: 2, teams: [id, null] }]
    const saved = await bids.call('POST', '/pool-play/save', { as: 'td', body: { division: 'comp', pools } })
    expect(saved.status).toBe(422)
    const slot = { name: 'Jelly', category: 'dishes' }
    const slotId = (await bids.call('POST', '/dinner-slots', { as: 'td', body: slot })).body.slot?.id
    const person = { personName: 'Zoe', email: 'zoe3@example.org', captainId: id, slotId }
    const signedUp = await bids.call('POST', '/dinner-signup', { body: person })
    expect(signedUp).toMatchObject({ status: 422, body: { code: 'UNKNOWN_CAPTAIN' } })
  })

  it('may be decided upon and paid for, and still does not count', async () => {
    const { id } = await aBid('zoe4@example.org')
    const { body } = await bids.update(id, { status: 'confirmed', paid: true })
    expect(body.team).toMatchObject({ status: 'confirmed', paid: true, email_confirmed: false })
    expect(await bids.listed(id)).toBeUndefined()
  })
})

describe('The link in the mail', () => {
  it('makes the bid count, in its place, and once more when it is opened again', async () => {
    const early = await aBid('early@example.org')
    const late = await aBid('late@example.org')
    await byHand(late.id)
    const [mail] = await bids.mailsTo('early@example.org', 1)
    const [token = ''] = tokensIn(mail)
    const before = await bids.eventCount()
    const answers = [await confirm(token), await confirm(token)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect(answers[0]?.body.team).toEqual(await bids.listed(early.id))
    expect(await bids.eventCount()).toBe(before + 1)
    const order = (await bids.list()).body.teams.map(({ id }) => id).filter((id) => [early.id, late.id].includes(id))
    expect(order).toEqual([early.id, late.id])
  })

  it('is refused when it is older than 48 hours, unless it did its work before', async () => {
    const { id } = await aBid('slow@example.org')
    const old = await makeToken(id, 48.1)
    expect(await confirm(old)).toMatchObject({ status: 422, body: { code: 'CONFIRMATION_LINK_EXPIRED' } })
    expect(await bids.listed(id)).toBeUndefined()
    expect((await confirm(await makeToken(id, 47))).status).toBe(200)
    expect((await confirm(old)).status).toBe(200)
  })

  it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'])('is refused as %j', async (token) => {
    expect(await confirm(token)).toMatchObject({ status: 422, body: { code: 'CONFIRMATION_LINK_INVALID' } })
  })

  it('is none of the other tokens of the site, nor they it', async () => {
    const { authorization = '' } = await bids.signIn('td')
    expect((await confirm(authorization.slice('Bearer '.length))).body.code).toBe('CONFIRMATION_LINK_INVALID')
    const headers = { authorization: `Bearer ${await makeToken(crypto.randomUUID())}` }
    expect((await bids.call('GET', '/auth/users', { headers })).status).toBe(401)
  })

  it('says before it acts which bid it confirms, to who has it alone', async () => {
    const { id } = await aBid('asker@example.org')
    const read = (token: string) => bids.call('POST', '/confirm-address/read', { body: { token } })
    const token = await makeToken(id)
    const about = { team_name: words.teamName, division: 'rec' }
    for (let time = 0; time < 2; time++)
      expect(await read(token)).toMatchObject({ status: 200, body: { ...about, counts: false } })
    expect(await bids.listed(id)).toBeUndefined()
    for (const [wrong, code] of [
      [`${token}x`, 'CONFIRMATION_LINK_INVALID'],
      [await makeToken(id, 49), 'CONFIRMATION_LINK_EXPIRED'],
      [await makeToken(crypto.randomUUID()), 'TEAM_NOT_FOUND'],
    ] as const)
      expect((await read(wrong)).body).toEqual(expect.objectContaining({ code, message: expect.any(String) }))
    await confirm(token)
    expect((await read(token)).body).toMatchObject({ ...about, counts: true })
    await bids.call('POST', '/teams/remove', { as: 'td', body: { ids: [id], reason: 'Twice.' } })
    expect((await read(token)).body.code).toBe('TEAM_REMOVED')
  })

  it('for a bid that is not there is refused', async () => {
    expect(await confirm(await makeToken(crypto.randomUUID()))).toMatchObject({
      status: 404,
      body: { code: 'TEAM_NOT_FOUND' },
    })
  })

  it('comes again on request for all bids that wait, and the answer is the same for any address', async () => {
    const ids = [(await aBid('club@example.org')).id, (await aBid('Club@example.org')).id]
    await bids.mailsTo('club@example.org', 1)
    const [unknown, known] = [await ask('unknown@example.org'), await ask('CLUB@example.org')]
    expect([unknown.status, known.status]).toEqual([204, 204])
    const mails = await vi.waitFor(
      async () => {
        const all = [...(await bids.mailsTo('Club@example.org', 2))]
        return all.filter((mail) => tokensIn(mail).length === 2)
      },
      { timeout: 20_000 },
    )
    for (const token of tokensIn(mails[0])) expect((await confirm(token)).status).toBe(200)
    for (const id of ids) expect(await bids.listed(id)).toBeDefined()
    await bids.mailsTo('unknown@example.org', 0)
  })
})

describe('Staff', () => {
  it('confirm by hand, and the audit shows who did', async () => {
    const { id } = await aBid('hand@example.org')
    for (const [as, status] of [
      ['visitor', 401],
      ['helper', 403],
    ] as const)
      expect((await byHand(id, as)).status).toBe(status)
    const { status, body } = await byHand(id)
    expect({ status, team: body.team }).toMatchObject({ status: 200, team: { id, email_confirmed: true } })
    expect(await byHand(id, 'td')).toMatchObject({ status: 200, body })
    expect(await bids.listed(id)).toBeDefined()
    const events = await readHistory(id)
    expect(events.map(({ type, metadata }) => [type, metadata.actor.role])).toEqual([
      ['TeamRegistered', null],
      ['AddressConfirmed', 'admin'],
    ])
  })

  it('cannot confirm a team that is not there', async () => {
    expect(await byHand(crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'TEAM_NOT_FOUND' } })
  })
})

describe('Mail to an unconfirmed address', () => {
  const ownWords = [...Object.values(words), 'Recreational']

  it('repeats nothing that was typed into the form', async () => {
    await aBid('victim@example.org')
    const [mail = ''] = await bids.mailsTo('victim@example.org', 1)
    const [, body = ''] = mail.split(/\r\n\r\n(.*)/s)
    const readable = body.replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    for (const typed of ownWords) expect(mail + readable).not.toContain(typed)
  })

  it('is written three times a day at most, and no file beyond', async () => {
    for (let time = 0; time < 3; time++) {
      await aBid('flood@example.org')
      await aBid('flood+tag@example.org')
      await ask('flood@example.org')
    }
    // Automations work in the order of what happened: once later ones are through, so are these.
    await aBid('after@example.org')
    const { id } = await aBid('after2@example.org')
    await ask('after2@example.org')
    await bids.mailsTo('after2@example.org', 2)
    expect(id).toBeDefined()
    const all = [...(await count('flood@example.org')), ...(await count('flood+tag@example.org'))]
    expect(all).toHaveLength(3)
  })
  const count = async (address: string) => {
    const names = (await readdir(bids.outbox)).filter((name) => name.endsWith('.eml'))
    const texts = names.map((name) => readFile(join(bids.outbox, name), 'utf8'))
    return (await Promise.all(texts)).filter((text) => text.includes(`To: ${address}`))
  }

  it('turns personal once the link was opened, and stays silent where staff confirmed', async () => {
    const { id } = await aBid('opened@example.org')
    const other = await aBid('silent@example.org')
    await byHand(other.id)
    await bids.mailsTo('opened@example.org', 1)
    await confirm(await makeToken(id))
    const mails = await bids.mailsTo('opened@example.org', 2)
    expect(mails.some((mail) => mail.includes('Zanzibar Zealots'))).toBe(true)
    await bids.mailsTo('silent@example.org', 1)
  })
})
