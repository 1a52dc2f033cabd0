import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { privateLinks } from '../dinner/secrets/private-link.ts'
import { type Someone, testApp } from '../test/test-app.ts'
import { ownBidLinks } from '../tournament/secrets/own-bid-link.ts'

type App = Awaited<ReturnType<typeof testApp>>

let last: App
let next: App
beforeAll(async () => {
  last = await testApp({ edition: '2025' })
  next = await testApp({ edition: '2026' }, last.database)
})
afterAll(async () => {
  await next.close()
  await last.close()
})

async function call(app: App, request: `${string} /${string}`, body?: unknown, as: Someone = 'td') {
  const [method = '', path = ''] = request.split(' ')
  const response = await fetch(`${app.origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await app.signIn(as)) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}

const bid = (teamName: string) => ({
  teamName,
  location: 'Florence, AL',
  division: 'rec',
  captainName: 'Becky Thatcher',
  captainEmail: 'becky@example.org',
  captainPhone: '256-555-0142',
})
async function register(app: App, teamName: string): Promise<string> {
  const { body } = await call(app, 'POST /register-team', bid(teamName), 'visitor')
  return body.team.id
}
async function addSlot(app: App, name: string): Promise<string> {
  const { body } = await call(app, 'POST /dinner-slots', { name, category: 'dishes', max_signups: 9 })
  return body.slot.id
}
const signUp = (app: App, captainId: string, slotId: string) =>
  call(app, 'POST /dinner-signup', { personName: 'Becky', email: 'becky@example.org', captainId, slotId }, 'visitor')

const teamsOf = async (app: App) =>
  (await call(app, 'GET /registered-teams', undefined, 'visitor')).body.teams.map(
    ({ team_name }: { team_name: string }) => team_name,
  )
const slotsOf = async (app: App) =>
  (await call(app, 'GET /dinner-slots')).body.slots.map(({ name }: { name: string }) => name)

describe('Two editions in one database', () => {
  it('show their own teams, and change no others', async () => {
    const finns = await register(last, 'Huck Finns')
    const sawyers = await register(next, 'Tom Sawyers')
    expect([await teamsOf(last), await teamsOf(next)]).toEqual([['Huck Finns'], ['Tom Sawyers']])
    for (const [app, foreign] of [
      [last, sawyers],
      [next, finns],
    ] as const) {
      expect((await call(app, `PUT /teams/${foreign}`, { paid: true })).body.code).toBe('TEAM_NOT_FOUND')
      const removal = { ids: [foreign], reason: 'Junk' }
      expect((await call(app, 'POST /teams/remove', removal)).body.code).toBe('TEAM_NOT_FOUND')
      expect((await call(app, `POST /teams/${foreign}/restore`)).body.code).toBe('TEAM_NOT_FOUND')
    }
    expect((await call(last, `PUT /teams/${finns}`, { paid: true })).body.team.paid).toBe(true)
  })

  it('have pools of their own', async () => {
    const [finns, sawyers] = [await register(last, 'Hannibal Huckers'), await register(next, 'Cairo Cutters')]
    const pools = (team: string) => [{ id: 'a', name: 'Pool A', size: 2, teams: [team, null] }]
    const save = (app: App, team: string) => call(app, 'POST /pool-play/save', { division: 'rec', pools: pools(team) })
    expect((await save(next, finns)).body.code).toBe('POOL_TEAM_UNKNOWN')
    expect((await save(last, finns)).body.version).toBe(1)
    expect((await save(next, sawyers)).body.version).toBe(1)
    expect((await call(next, 'POST /pool-play/publish', { division: 'rec' })).status).toBe(200)
    const published = async (app: App) => (await call(app, 'GET /pool-play/published/rec')).body.pools.length
    expect([await published(last), await published(next)]).toEqual([0, 1])
    const placed = async (app: App) => (await call(app, 'GET /pool-play/placed')).body.teams
    expect([await placed(last), await placed(next)]).toEqual([[finns], [sawyers]])
    const history = await call(next, 'GET /pool-play/history/rec')
    expect(history.body.entries.map(({ what }: { what: string }) => what)).toEqual(['published', 'saved'])
  })

  it('have slots, sign-ups and a dinner of their own', async () => {
    const [finns, sawyers] = [await register(last, 'Jackson Island'), await register(next, 'St. Petersburg')]
    const [pie, stuffing] = [await addSlot(last, 'Pecan pie'), await addSlot(next, 'Stuffing')]
    expect([await slotsOf(last), await slotsOf(next)]).toEqual([['Pecan pie'], ['Stuffing']])
    expect((await call(next, `PUT /dinner-slots/${pie}`, { name: 'Mine' })).body.code).toBe('SLOT_NOT_FOUND')
    expect((await call(next, `DELETE /dinner-slots/${pie}`)).body.code).toBe('SLOT_NOT_FOUND')
    expect((await signUp(next, sawyers, pie)).body.code).toBe('UNKNOWN_SLOT')
    expect((await signUp(next, finns, stuffing)).body.code).toBe('UNKNOWN_CAPTAIN')

    const own = (await signUp(last, finns, pie)).body.signup.id
    await signUp(next, sawyers, stuffing)
    const signups = async (app: App) =>
      (await call(app, 'GET /dinner-signups')).body.signups.map(({ slot_name }: { slot_name: string }) => slot_name)
    expect([await signups(last), await signups(next)]).toEqual([['Pecan pie'], ['Stuffing']])
    const checkIn = { checkedIn: true }
    expect((await call(next, `PUT /dinner-signups/${own}/checkin`, checkIn)).body.code).toBe('SIGNUP_NOT_FOUND')
    expect((await call(next, `DELETE /dinner-signup/${own}`)).body.code).toBe('SIGNUP_NOT_FOUND')
    expect((await call(last, `PUT /dinner-signups/${own}/checkin`, checkIn)).status).toBe(200)

    expect((await call(last, 'POST /dinner-management/session/start')).status).toBe(200)
    const started = async (app: App) =>
      (await call(app, 'GET /dinner-management/session')).body.session.started_at !== null
    expect([await started(last), await started(next)]).toEqual([true, false])
    const board = async (app: App) => (await call(app, 'GET /dinner-management/items')).body.items.length
    expect([await board(last), await board(next)]).toEqual([1, 0])
    const replay = async (app: App) =>
      (await call(app, `GET /dinner-management/replay?at=${encodeURIComponent(new Date().toISOString())}`)).body
    expect([(await replay(last)).items.length, (await replay(next)).items.length]).toEqual([1, 0])
    expect((await replay(next)).session.started_at).toBeNull()
  })

  it('have private links of their own: they end with the edition, also what they had opened on devices', async () => {
    const finns = await register(last, 'Cardiff Giants')
    await signUp(last, finns, await addSlot(last, 'Corn bread'))
    const sawyers = await register(next, 'Marion Rangers')
    await signUp(next, sawyers, await addSlot(next, 'Gravy boats'))
    const address = 'becky@example.org'
    const { configuration } = last.platform
    const standing = { edition: '2025', generation: 0 }
    const ofBid = (linkOf: typeof standing | null) =>
      ownBidLinks({ ...configuration, linkOf: async () => linkOf }).linkFor({ teamId: finns, address })
    const read = (app: App, link: string) =>
      call(app, 'POST /bid', { token: link.split('#token=')[1] ?? '' }, 'visitor')
    // The second was mailed before links named an edition.
    for (const link of [await ofBid(standing), await ofBid(null)]) {
      expect((await read(last, link)).body.id).toBe(finns)
      expect(await read(next, link)).toMatchObject({ status: 410, body: { code: 'BID_LINK_ENDED' } })
    }

    const link = await privateLinks({ ...configuration, generationOf: async () => 0 }).linkFor(address)
    const open = (app: App, path: '/claim' | '/revoke-link') =>
      fetch(`${app.origin}/api/dinner-signup${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: 'visitor=7b6ff2c5-5a3c-4b0a-9f43-2a1f6ad3a001' },
        body: JSON.stringify({ link: link.split('#link=')[1] ?? '' }),
      })
    const mine = async (app: App) => {
      const headers = { cookie: 'visitor=7b6ff2c5-5a3c-4b0a-9f43-2a1f6ad3a001' }
      const answer = await fetch(`${app.origin}/api/dinner-signup/mine`, { headers })
      const { signups } = (await answer.json()) as { signups: { slot_name: string }[] }
      return signups.map(({ slot_name }) => slot_name)
    }
    expect((await open(last, '/claim')).status).toBe(200)
    for (const path of ['/claim', '/revoke-link'] as const) {
      const refused = await open(next, path)
      expect([refused.status, await refused.json()]).toEqual([410, expect.objectContaining({ code: 'LINK_ENDED' })])
    }
    expect(await mine(last)).toContain('Corn bread')
    expect(await mine(next)).toEqual([])
    expect((await call(next, `POST /teams/${finns}/revoke-link`)).body.code).toBe('TEAM_NOT_FOUND')
  })

  it('let the owner of a link that has ended ask to be forgotten, unless it was revoked in its time', async () => {
    const { configuration } = last.platform
    const linkOf = async () => ({ edition: '2025', generation: 0 })
    const ask = (link: string) =>
      call(next, 'POST /people/forget-requests', { link: link.split(/#\w+=/)[1] ?? '' }, 'visitor')
    const asked = async () =>
      (await call(next, 'GET /people/forget-requests')).body.requests.map(({ email }: { email: string }) => email)
    const address = 'joe@example.org'
    const { body } = await call(
      last,
      'POST /register-team',
      { ...bid('Joplin Joes'), captainEmail: address },
      'visitor',
    )
    const ofBid = await ownBidLinks({ ...configuration, linkOf }).linkFor({ teamId: body.team.id, address })
    const ofDinner = (email: string, generation: number) =>
      privateLinks({ ...configuration, generationOf: async () => generation }).linkFor(email)

    expect((await ask(await ofDinner('injun@example.org', 1))).status).toBe(202)
    expect(await asked()).toEqual([])
    await ask(await ofDinner('muff@example.org', 0))
    expect(await asked()).toEqual(['muff@example.org'])
    await ask(ofBid)
    expect((await asked()).sort()).toEqual([address, 'muff@example.org'])

    const { body: forgotten } = await call(next, 'POST /people/forget', { email: address })
    expect(forgotten.unreadable).not.toEqual([])
    expect(JSON.stringify((await call(last, 'GET /registered-teams')).body)).not.toContain(address)
    await ask(ofBid)
    expect(await asked()).toEqual(['muff@example.org'])
  })

  it('share users, photos and the audit', async () => {
    const usernames = async (app: App) =>
      (await call(app, 'GET /auth/users')).body.users.map(({ username }: { username: string }) => username)
    expect(await usernames(next)).toEqual(await usernames(last))
    const { events } = (await call(next, 'GET /audit?type=TeamRegistered')).body
    expect(events.map(({ sentence }: { sentence: { subject: string } }) => sentence.subject)).toContain('Huck Finns')
    const slots = (await call(next, 'GET /audit?type=SlotAdded')).body.events as AuditEntry[]
    const editionOf = (name: string) => slots.find(({ sentence }) => sentence.subject === name)?.edition
    expect([editionOf('Pecan pie'), editionOf('Stuffing')]).toEqual(['2025', undefined])
    const [user] = (await call(next, 'GET /audit?type=UserAdded')).body.events as AuditEntry[]
    expect(user).not.toHaveProperty('edition')
  })
})
