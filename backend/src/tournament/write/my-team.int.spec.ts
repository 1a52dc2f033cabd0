import type { GivenSheet, MyTeam, OwnGame } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitForMails } from '../test/test-bids.ts'
import { type WeekendClient, weekendClient } from '../test/test-weekend.ts'

let site: WeekendClient
beforeAll(async () => {
  site = await weekendClient()
  await site.begin(['Huck', 'Becky', 'Joe'])
})
afterAll(() => site.close())

type Body = MyTeam & {
  readonly game: OwnGame
  readonly code: string
  readonly fields?: Record<string, string>
  readonly sheets: readonly GivenSheet[]
  readonly missing: readonly GivenSheet[]
}
const ask = async (method: string, path: string, sent: { body?: unknown; cookie?: string; key?: string } = {}) => {
  const headers = { ...(sent.cookie && { cookie: sent.cookie }), ...(sent.key && { 'idempotency-key': sent.key }) }
  const answer = await site.call(method, path, { headers, ...(sent.body !== undefined && { body: sent.body }) })
  return { ...answer, body: answer.body as unknown as Body }
}
const tokens = new Map<string, string>()
/** The token in the mail that the captain got when the schedule was published. */
async function readToken(name: string): Promise<string> {
  const [mail = ''] = await waitForMails(site.outbox, {
    to: `${name.toLowerCase()}@example.org`,
    words: /my-team#/,
    count: 1,
  })
  const token = tokens.get(name) ?? /my-team#([\w.-]+)/.exec(mail)?.[1] ?? ''
  tokens.set(name, token)
  return token
}
const open = (token: string) => ask('POST', '/my-team/open', { body: { token } })
async function readCookie(name: string): Promise<string> {
  const { headers } = await open(await readToken(name))
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
const enter = async (name: string, id: string, body: object) =>
  ask('PUT', `/games/${id}/entry`, { body, cookie: await readCookie(name) })
const score = { rules: 2, fouls: 2, fairness: 3, attitude: 2, communication: 4 }
const give = async (name: string, id: string, body: object = score) =>
  ask('PUT', `/games/${id}/spirit`, { body, cookie: await readCookie(name) })
const ownGame = async (name: string, id: string) =>
  (await ask('GET', '/my-team', { cookie: await readCookie(name) })).body.games.find((game) => game.id === id)

let id = ''
beforeEach(async () => {
  id = (await site.findGame('Huck', 'Becky')).id
  await site.ask('DELETE', `/games/${id}/result`)
})

describe('The link to the games of a team', () => {
  it('is mailed to each captain when the schedule is first published, and never again', async () => {
    await site.ask('POST', '/schedule/publish')
    for (const name of ['Huck', 'Becky', 'Joe']) {
      const [mail = ''] = await waitForMails(site.outbox, {
        to: `${name.toLowerCase()}@example.org`,
        words: /my-team#/,
        count: 1,
      })
      expect(mail).toContain('Open my team')
    }
  })

  it('opens the games of the team on any number of devices', async () => {
    const token = await readToken('Huck')
    for (let device = 0; device < 50; device++) {
      const { status, body, headers } = await open(token)
      expect([status, body.team.name]).toEqual([200, 'Huck'])
      expect(headers.get('set-cookie')).toMatch(/^captain=.+; HttpOnly; SameSite=Strict/)
    }
    const { body, headers } = await ask('GET', '/my-team', { cookie: await readCookie('Huck') })
    expect(body.team).toMatchObject({ id: site.teamOf('Huck'), name: 'Huck' })
    expect(body.games).toHaveLength(2)
    expect(body.games[0]).toMatchObject({ mine: null, other_told: false, spirit: { given: null, received: null } })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each(['', 'x', 'eyJhbGciOiJIUzI1NiJ9.e30.x'])('that was not mailed opens nothing: %s', async (token) => {
    const { status, body, headers } = await open(token)
    expect([status, body.code, headers.get('set-cookie')]).toEqual([422, 'BID_LINK_INVALID', null])
    expect((await ask('GET', '/my-team', { cookie: `captain=${token}` })).body.code).toBe('NO_TOKEN')
  })

  it('has to be opened first', async () => {
    const attempts = [
      await ask('GET', '/my-team'),
      await ask('PUT', `/games/${id}/entry`, { body: { home: 11, away: 7 } }),
      await ask('PUT', `/games/${id}/spirit`, { body: score }),
    ]
    expect(attempts.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([401, 'NO_TOKEN']))
  })

  it('ends on all devices when it is revoked, and changes nothing from then on', async () => {
    const [token, cookie] = [await readToken('Joe'), await readCookie('Joe')]
    const game = await site.findGame('Joe', 'Becky')
    await site.ask('POST', `/teams/${site.teamOf('Joe')}/revoke-link`)
    expect((await open(token)).body.code).toBe('BID_LINK_REVOKED')
    expect((await ask('GET', '/my-team', { cookie })).body.code).toBe('NO_TOKEN')
    const late = await ask('PUT', `/games/${game.id}/entry`, { cookie, body: { home: 11, away: 7 } })
    expect(late.status).toBe(401)
    expect((await site.findGame('Joe', 'Becky')).status).toBe('scheduled')
  })

  it('is asked for again with the same answer for every address', async () => {
    for (const email of ['huck@example.org', 'nobody@example.org'])
      expect((await ask('POST', '/my-team/request-link', { body: { email } })).status).toBe(202)
    await waitForMails(site.outbox, { to: 'huck@example.org', words: /registration\/bid#token=/, count: 1 })
  })
})

it('Guessed tokens are soon no longer looked at', async () => {
  const app = await weekendClient()
  const statuses = new Map<number, number>()
  for (let guess = 0; guess < 1_000; guess += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        app.call('POST', '/my-team/open', { body: { token: `eyJhbGciOiJIUzI1NiJ9.e30.${guess + index}` } }),
      ),
    )
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses.keys()].toSorted()).toEqual([422, 429])
  expect(statuses.get(422)).toBeLessThanOrEqual(650)
  await app.close()
})

describe('An entry', () => {
  it('of one captain is provisional, the same of the other makes it final', async () => {
    const first = await enter('Huck', id, { home: 11, away: 7 })
    expect(first.body.game).toMatchObject({ status: 'provisional', score: { home: 11, away: 7 }, other: null })
    expect(await ownGame('Becky', id)).toMatchObject({ mine: null, other_told: true, other: null })
    const second = await enter('Becky', id, { home: 11, away: 7 })
    expect(second.body.game).toMatchObject({ status: 'final', other: { home: 11, away: 7 } })
    const late = await enter('Huck', id, { home: 11, away: 8 })
    expect([late.status, late.body.code]).toEqual([409, 'RESULT_IS_FINAL'])
    expect((await enter('Huck', id, { home: 11, away: 7 })).status).toBe(200)
  })

  it('that differs is a dispute, which either captain ends by a new entry', async () => {
    await enter('Huck', id, { home: 11, away: 7 })
    expect((await enter('Becky', id, { home: 10, away: 11 })).body.game).toMatchObject({
      status: 'disputed',
      score: null,
    })
    expect(await ownGame('Huck', id)).toMatchObject({ mine: { home: 11, away: 7 }, other: { home: 10, away: 11 } })
    expect((await enter('Becky', id, { home: 11, away: 7 })).body.game.status).toBe('final')
  })

  it('of two captains of one team who disagree is the last one', async () => {
    await enter('Huck', id, { home: 11, away: 7 })
    const { body } = await enter('Huck', id, { home: 11, away: 9 })
    expect(body.game).toMatchObject({
      status: 'provisional',
      score: { home: 11, away: 9 },
      mine: { home: 11, away: 9 },
    })
  })

  it('that is sent again under its key counts once, and its event names when it was written down', async () => {
    const sent = { body: { home: 11, away: 7, at: new Date(Date.now() - 20 * 60_000).toISOString() } }
    const cookie = await readCookie('Huck')
    const before = (await ownGame('Huck', id))?.version ?? 0
    for (let time = 0; time < 3; time++) {
      const { status } = await ask('PUT', `/games/${id}/entry`, { ...sent, cookie, key: `entry-${before}` })
      expect(status).toBe(200)
    }
    expect((await ownGame('Huck', id))?.version).toBe(before + 1)
    const [event] = (await site.platform.log.read({ stream: `game-${id}` })).slice(-1)
    expect(event?.data).toMatchObject({ at: sent.body.at })
    expect(event?.metadata.actor.kind).toBe('visitor')
  })

  it.each([
    ['a negative score', { home: -1, away: 5 }, 'home'],
    ['a score above 99', { home: 11, away: 100 }, 'away'],
    ['half a point', { home: 11.5, away: 5 }, 'home'],
    ['one score', { home: 11 }, 'away'],
    ['a word', { home: 'eleven', away: 5 }, 'home'],
    ['a tie', { home: 9, away: 9 }, 'away'],
  ])('is refused with %s', async (_, wrong, field) => {
    const { status, body } = await enter('Huck', id, wrong)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]])
    expect((await ownGame('Huck', id))?.status).toBe('scheduled')
  })

  it('of a team that does not play is refused, as one for an unknown game is', async () => {
    const other = await site.findGame('Becky', 'Joe')
    const foreign = await enter('Huck', other.id, { home: 11, away: 7 })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await enter('Huck', crypto.randomUUID(), { home: 11, away: 7 })).body.code).toBe('GAME_NOT_FOUND')
  })

  it('never overrules staff', async () => {
    await site.score('Huck', 'Becky', 11, 3)
    expect((await enter('Huck', id, { home: 3, away: 4 })).body.code).toBe('RESULT_IS_FINAL')
  })
})

describe('Spirit', () => {
  it('is shown to a team only after it has given its own, and zeros count', async () => {
    await enter('Huck', id, { home: 11, away: 7 })
    const zeros = { rules: 0, fouls: 0, fairness: 0, attitude: 0, communication: 0 }
    const first = await give('Becky', id, { ...score, comment: 'Cider!' })
    expect(first.body.game.spirit).toEqual({ given: { ...score, comment: 'Cider!' }, received: null })
    expect((await ownGame('Huck', id))?.spirit).toEqual({ given: null, received: null })
    const second = await give('Huck', id, zeros)
    expect(second.body.game.spirit).toEqual({
      given: { ...zeros, comment: '' },
      received: { ...score, comment: 'Cider!' },
    })
    expect((await ownGame('Becky', id))?.spirit.received).toEqual({ ...zeros, comment: '' })
  })

  it('is listed to staff with what is missing, and never to visitors', async () => {
    const other = await site.findGame('Huck', 'Joe')
    await site.score('Huck', 'Joe', 11, 4)
    await give('Huck', other.id, { ...score, comment: '<b>Great</b>' })
    const { body } = await site.ask('GET', '/spirit')
    const { sheets, missing } = body as unknown as Body
    const given = sheets.find(({ game }) => game.id === other.id)
    expect(given).toMatchObject({
      team: { name: 'Huck' },
      opponent: { name: 'Joe' },
      total: 13,
      comment: '<b>Great</b>',
    })
    expect(missing.filter(({ game }) => game.id === other.id).map(({ team }) => team.name)).toEqual(['Joe'])
    expect((await ask('GET', '/spirit')).status).toBe(401)
    const averages = await site.call('GET', '/spirit/averages')
    expect(averages.text).not.toContain('Great')
    expect(averages.body).toMatchObject({ over: true, teams: expect.arrayContaining([]) })
  })

  it.each([
    ['a score of 5', { ...score, rules: 5 }, 'rules'],
    ['a negative score', { ...score, fouls: -1 }, 'fouls'],
    ['half a point', { ...score, fairness: 1.5 }, 'fairness'],
    ['a question left out', { ...score, attitude: undefined }, 'attitude'],
    ['a comment of 501 characters', { ...score, comment: 'x'.repeat(501) }, 'comment'],
  ])('is refused with %s', async (_, wrong, field) => {
    const { status, body } = await give('Huck', id, wrong)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]])
  })

  it('of a team that does not play is refused', async () => {
    const other = await site.findGame('Becky', 'Joe')
    expect((await give('Huck', other.id)).body.code).toBe('FORBIDDEN')
  })

  it('is forgotten in its comment with the captain who gave it', async () => {
    await give('Becky', id, { ...score, comment: 'Call me at 256-555-0142' })
    await site.ask('POST', '/people/forget', { body: { team: site.teamOf('Becky') } })
    await expect
      .poll(async () => {
        const { sheets } = (await site.ask('GET', '/spirit')).body as unknown as Body
        return sheets.find(({ game, team }) => game.id === id && team.name === 'Becky')
      })
      .toMatchObject({ ...score, comment: '' })
  })
})
