import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { privateLinks } from '../dinner/secrets/private-link.ts'
import { type Someone, testApp } from '../test/test-app.ts'
import { ownBidLinks } from '../tournament/secrets/bid-links.ts'

type App = Awaited<ReturnType<typeof testApp>>

let app: App
/** Ids and links from before the edition of 2026 was published. */
let past: Readonly<Record<'finns' | 'jackson' | 'pie' | 'signup' | 'bidLink' | 'oldBidLink' | 'link', string>>
const forgettable = { address: 'joe@example.org', link: '' }

const device = { cookie: 'visitor=7b6ff2c5-5a3c-4b0a-9f43-2a1f6ad3a001' }

async function call(request: `${string} /${string}`, body?: unknown, as: Someone = 'td', headers = {}) {
  const [method = '', path = ''] = request.split(' ')
  const response = await fetch(`${app.origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers, ...(await app.signIn(as)) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}

const bid = (teamName: string, captainEmail = 'becky@example.org') => ({
  teamName,
  location: 'Florence, AL',
  division: 'rec',
  captainName: 'Becky Thatcher',
  captainEmail,
  captainPhone: '256-555-0142',
})
const register = async (teamName: string, address?: string): Promise<string> =>
  (await call('POST /register-team', bid(teamName, address), 'visitor')).body.team.id
const addSlot = async (name: string): Promise<string> =>
  (await call('POST /dinner-slots', { name, category: 'dishes', max_signups: 9 })).body.slot.id
const signUp = (captainId: string, slotId: string) =>
  call('POST /dinner-signup', { personName: 'Becky', email: 'becky@example.org', captainId, slotId }, 'visitor')
const buildPools = (team: string) => ({
  division: 'rec',
  pools: [{ id: 'a', name: 'Pool A', size: 2, teams: [team, null] }],
})
const tokenIn = (link: string): string => link.split('#token=')[1] ?? ''
const sealIn = (link: string): string => link.split('#link=')[1] ?? ''
const findMine = async () =>
  (await call('GET /dinner-signup/mine', undefined, 'visitor', device)).body.signups.map(
    ({ slot_name }: { slot_name: string }) => slot_name,
  )

beforeAll(async () => {
  app = await testApp()
  const { configuration, current } = app.platform
  const finns = await register('Huck Finns')
  const jackson = await register('Jackson Island')
  await call('POST /pool-play/save', buildPools(finns))
  await call('POST /pool-play/publish', { division: 'rec' })
  const pie = await addSlot('Pecan pie')
  const signup = (await signUp(jackson, pie)).body.signup.id
  await call(`PUT /dinner-signups/${signup}/checkin`, { checkedIn: true })
  await call('POST /dinner-management/session/start')
  const address = 'becky@example.org'
  const buildLink = (known: { edition: string; generation: number } | null) =>
    ownBidLinks({ ...configuration, readLink: async () => known }).linkFor({ teamId: finns, address })
  const bidLink = await buildLink({ edition: '2025', generation: 0 })
  // It was mailed before links named an edition.
  const oldBidLink = await buildLink(null)
  const link = await privateLinks({ ...configuration, current, readGeneration: async () => 0 }).linkFor(address)
  for (const token of [bidLink, oldBidLink].map(tokenIn))
    expect((await call('POST /bid', { token }, 'visitor')).body.id).toBe(finns)
  expect((await call('POST /dinner-signup/claim', { link: sealIn(link) }, 'visitor', device)).status).toBe(200)
  expect(await findMine()).toEqual(['Pecan pie'])
  const joes = await register('Joplin Joes', forgettable.address)
  forgettable.link = await ownBidLinks({
    ...configuration,
    readLink: async () => ({ edition: '2025', generation: 0 }),
  }).linkFor({ teamId: joes, address: forgettable.address })
  past = { finns, jackson, pie, signup, bidLink, oldBidLink, link }

  expect((await call('POST /editions', { year: 2026, copy: [] })).status).toBe(201)
  expect((await call('POST /editions/2026/publish')).status).toBe(200)
})
afterAll(() => app.close())

describe('Once the next edition is published', () => {
  it('teams are its own, and those of the past cannot be changed', async () => {
    const sawyers = await register('Tom Sawyers')
    const { teams } = (await call('GET /registered-teams', undefined, 'visitor')).body
    expect(teams.map(({ team_name }: { team_name: string }) => team_name)).toEqual(['Tom Sawyers'])
    for (const [request, body] of [
      [`PUT /teams/${past.finns}`, { paid: true }],
      ['POST /teams/remove', { ids: [past.finns], reason: 'Junk' }],
      [`POST /teams/${past.finns}/restore`, undefined],
      [`POST /teams/${past.finns}/revoke-link`, undefined],
    ] as const)
      expect((await call(request, body)).body.code).toBe('TEAM_NOT_FOUND')
    expect((await call(`PUT /teams/${sawyers}`, { paid: true })).body.team.paid).toBe(true)
  })

  it('pools begin anew', async () => {
    const cutters = await register('Cairo Cutters')
    expect((await call('GET /pool-play/published/rec')).body.pools).toEqual([])
    expect((await call('POST /pool-play/save', buildPools(past.finns))).body.code).toBe('POOL_TEAM_UNKNOWN')
    expect((await call('POST /pool-play/save', buildPools(cutters))).body.version).toBe(1)
    expect((await call('POST /pool-play/publish', { division: 'rec' })).status).toBe(200)
    expect((await call('GET /pool-play/published/rec')).body.pools).toHaveLength(1)
    expect((await call('GET /pool-play/placed')).body.teams).toEqual([cutters])
    const { entries } = (await call('GET /pool-play/history/rec')).body
    expect(entries.map(({ what }: { what: string }) => what)).toEqual(['published', 'saved'])
  })

  it('slots, sign-ups and the dinner begin anew', async () => {
    const [team, stuffing] = [await register('St. Petersburg'), await addSlot('Stuffing')]
    const { slots } = (await call('GET /dinner-slots')).body
    expect(slots.map(({ name }: { name: string }) => name)).toEqual(['Stuffing'])
    expect((await call(`PUT /dinner-slots/${past.pie}`, { name: 'Mine' })).body.code).toBe('SLOT_NOT_FOUND')
    expect((await call(`DELETE /dinner-slots/${past.pie}`)).body.code).toBe('SLOT_NOT_FOUND')
    expect((await signUp(team, past.pie)).body.code).toBe('UNKNOWN_SLOT')
    expect((await signUp(past.finns, stuffing)).body.code).toBe('UNKNOWN_CAPTAIN')
    await signUp(team, stuffing)
    const { signups } = (await call('GET /dinner-signups')).body
    expect(signups.map(({ slot_name }: { slot_name: string }) => slot_name)).toEqual(['Stuffing'])
    for (const [request, body] of [
      [`PUT /dinner-signups/${past.signup}/checkin`, { checkedIn: true }],
      [`DELETE /dinner-signup/${past.signup}`, undefined],
    ] as const)
      expect((await call(request, body)).body.code).toBe('SIGNUP_NOT_FOUND')

    expect((await call('GET /dinner-management/session')).body.session.started_at).toBeNull()
    expect((await call('GET /dinner-management/items')).body.items).toEqual([])
    const now = encodeURIComponent(new Date().toISOString())
    const replay = (await call(`GET /dinner-management/replay?at=${now}`)).body
    expect([replay.items, replay.session.started_at]).toEqual([[], null])
  })

  it('private links of the past end, also what they had opened on devices', async () => {
    for (const token of [past.bidLink, past.oldBidLink].map(tokenIn))
      expect(await call('POST /bid', { token }, 'visitor')).toMatchObject({
        status: 410,
        body: { code: 'BID_LINK_ENDED' },
      })
    for (const path of ['/claim', '/revoke-link'] as const)
      expect(await call(`POST /dinner-signup${path}`, { link: sealIn(past.link) }, 'visitor', device)).toMatchObject({
        status: 410,
        body: { code: 'LINK_ENDED' },
      })
    expect(await findMine()).toEqual([])
  })

  it('the owner of a link that has ended can ask to be forgotten, unless it was revoked in its time', async () => {
    const { configuration } = app.platform
    const ask = (link: string) =>
      call('POST /people/forget-requests', { link: link.split(/#\w+=/)[1] ?? '' }, 'visitor')
    const readAsked = async () =>
      (await call('GET /people/forget-requests')).body.requests.map(({ email }: { email: string }) => email).sort()
    const linkOfDinner = (email: string, generation: number) =>
      privateLinks({ ...configuration, current: { edition: '2025' }, readGeneration: async () => generation }).linkFor(
        email,
      )
    expect((await ask(await linkOfDinner('injun@example.org', 1))).status).toBe(202)
    expect(await readAsked()).toEqual([])
    await ask(await linkOfDinner('muff@example.org', 0))
    expect(await readAsked()).toEqual(['muff@example.org'])
    await ask(forgettable.link)
    expect(await readAsked()).toEqual([forgettable.address, 'muff@example.org'])

    const { body: forgotten } = await call('POST /people/forget', { email: forgettable.address })
    expect(forgotten.unreadable).not.toEqual([])
    await ask(forgettable.link)
    expect(await readAsked()).toEqual(['muff@example.org'])
  })

  it('users and the audit are those of all years', async () => {
    const { events } = (await call('GET /audit?type=TeamRegistered')).body
    expect(events.map(({ sentence }: { sentence: { subject: string } }) => sentence.subject)).toContain('Huck Finns')
    const slots = (await call('GET /audit?type=SlotAdded')).body.events as AuditEntry[]
    const findEdition = (name: string) => slots.find(({ sentence }) => sentence.subject === name)?.edition
    expect([findEdition('Pecan pie'), findEdition('Stuffing')]).toEqual(['2025', undefined])
    const [user] = (await call('GET /audit?type=UserAdded')).body.events as AuditEntry[]
    expect(user).not.toHaveProperty('edition')
  })
})
