import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type WeekendClient, weekendClient } from '../test/test-weekend.ts'

let site: WeekendClient
beforeAll(async () => {
  site = await weekendClient()
})
afterAll(() => site.close())

const four = ['Huck', 'Becky', 'Joe', 'Sid'] as const
/** Every team wins against those after it. */
async function playPool(names: readonly string[] = four): Promise<void> {
  for (const [index, winner] of names.entries())
    for (const loser of names.slice(index + 1)) await site.score(winner, loser, 11, 5)
}
const clearAll = async () => {
  for (const { id, version } of (await site.ask('GET', '/games')).body.games)
    if (version > 0) await site.ask('DELETE', `/games/${id}/result`)
}
const set = (id: string, body: object, sent = {}) => site.ask('PUT', `/games/${id}/result`, { body, ...sent })
const ranks = async () =>
  (await site.ask('GET', '/standings/rec', { as: 'visitor' })).body.pools[0]?.rows.map(({ rank, team, decided_by }) => [
    rank,
    team.name,
    decided_by,
  ])
const readBracket = async () => (await site.ask('GET', '/brackets/rec?draft=true')).body.bracket
const readRound = async (number: number) => (await readBracket()).rounds[number - 1]?.games ?? []
const listSides = ({ home, away }: Game) => [home.team?.name ?? home.from, away.team?.name ?? away.from]

beforeEach(async () => {
  await clearAll()
  await site.begin(four)
})

describe('A result', () => {
  it('is final when staff enter it, and everybody sees it', async () => {
    const { body } = await site.score('Huck', 'Becky', 11, 7)
    expect(body.game).toMatchObject({ status: 'final', version: expect.any(Number) })
    const shown = await site.findGame('Huck', 'Becky')
    expect(shown.score).toEqual(shown.home.team?.name === 'Huck' ? { home: 11, away: 7 } : { home: 7, away: 11 })
  })

  it('is not stored by a preview, which says what it would change', async () => {
    const { id } = await site.findGame('Huck', 'Becky')
    const { body } = await site.ask('PUT', `/games/${id}/result?preview=true`, { body: { home: 11, away: 7 } })
    expect(body.consequences.standings[0]?.rows).toHaveLength(4)
    expect((await site.findGame('Huck', 'Becky')).status).toBe('scheduled')
  })

  it('is not overwritten by a director who has not seen it', async () => {
    const { id, version } = await site.findGame('Huck', 'Becky')
    await set(id, { home: 11, away: 7 })
    const late = await set(id, { home: 7, away: 11 }, { headers: { 'if-match': `"v${version}"` } })
    expect([late.status, late.body.code, late.body.current?.game.score]).toEqual([412, 'STALE', { home: 11, away: 7 }])
  })

  it.each([
    ['a negative score', { home: -1, away: 5 }, 'home'],
    ['a score above 99', { home: 11, away: 100 }, 'away'],
    ['half a point', { home: 11.5, away: 5 }, 'home'],
    ['one score', { home: 11 }, 'away'],
    ['a score and a forfeit', { home: 11, away: 5, forfeit: 'home' }, 'home'],
    ['nothing', {}, 'home'],
    ['a tie', { home: 9, away: 9 }, 'away'],
  ])('is refused with %s', async (_, wrong, field) => {
    const { status, body } = await set((await site.findGame('Huck', 'Becky')).id, wrong)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, expect.arrayContaining([field])])
  })

  it('may be a tie in a pool where the setting allows that', async () => {
    const tiebreaks = ['wins', 'head_to_head_wins', 'head_to_head_difference', 'difference', 'points_for']
    await site.ask('PUT', '/standings/tiebreaks', { body: { tiebreaks, ties_in_pools: true } })
    expect((await site.score('Huck', 'Becky', 9, 9)).body.game.status).toBe('final')
    await site.ask('PUT', '/standings/tiebreaks', { body: { tiebreaks, ties_in_pools: false } })
  })

  it('of an unknown game is refused', async () => {
    expect((await set(crypto.randomUUID(), { home: 11, away: 7 })).body.code).toBe('GAME_NOT_FOUND')
  })

  it('fixes its game: a delay does not move it, a new draft leaves it', async () => {
    const { id, start } = await site.findGame('Huck', 'Becky')
    await site.score('Huck', 'Becky', 11, 7)
    await site.ask('POST', '/schedule/shift', { body: { from: '2025-11-22T06:00:00-06:00', minutes: 45 } })
    expect((await site.games()).find((game) => game.id === id)?.start).toBe(start)
    await site.ask('POST', '/schedule/shift/undo')
    const { body } = await site.ask('POST', '/schedule/generate', { body: { seed: 99 } })
    expect(body.games.find((game) => game.id === id)).toMatchObject({ start, status: 'final' })
  })
})

describe('Standings', () => {
  it('say who decided each rank, and count a forfeit without points', async () => {
    await playPool()
    expect(await ranks()).toEqual(four.map((name, index) => [index + 1, name, 'wins']))
    const { id, home } = await site.findGame('Huck', 'Sid')
    await set(id, { forfeit: home.team?.name === 'Huck' ? 'home' : 'away', reason: 'Late' })
    const { body } = await site.ask('GET', '/standings/rec')
    const huck = body.pools[0]?.rows.find(({ team }) => team.name === 'Huck')
    expect(huck).toMatchObject({ played: 3, wins: 2, losses: 1, points_for: 22, points_against: 10 })
  })

  it('ask staff about a tie that nothing breaks, and show what they decided', async () => {
    for (const [one, other] of [
      ['Huck', 'Becky'],
      ['Becky', 'Joe'],
      ['Joe', 'Huck'],
    ] as const)
      await site.score(one, other, 11, 9)
    for (const name of ['Huck', 'Becky', 'Joe'] as const) await site.score(name, 'Sid', 11, 2)
    const shared = (await ranks())?.slice(0, 3)
    expect(shared?.map(([rank, , by]) => [rank, by])).toEqual(Array(3).fill([1, null]))
    expect((await site.ask('POST', '/brackets/rec/make', { body: {} })).body).toMatchObject({
      code: 'STANDINGS_OPEN',
      fields: { 'Pool A': expect.stringContaining('share a rank') },
    })
    const [pool] = (await site.ask('GET', '/standings/rec')).body.pools
    const decide = (names: readonly string[]) =>
      site.ask('PUT', '/standings/rec/decision', {
        body: { pool_id: pool?.id, order: names.map(site.teamOf), reason: 'Coin toss' },
      })
    expect((await decide(['Huck', 'Sid'])).body.code).toBe('NOT_TIED')
    expect((await decide(['Joe', 'Huck', 'Becky'])).status).toBe(200)
    expect(await ranks()).toEqual([
      [1, 'Joe', 'decision'],
      [2, 'Huck', 'decision'],
      [3, 'Becky', 'decision'],
      [4, 'Sid', 'wins'],
    ])
    expect((await decide(['Huck', 'Joe', 'Becky'])).body.pools[0]?.rows[0]?.team.name).toBe('Huck')
  })

  it.each([
    ['wins not first', ['difference', 'wins', 'head_to_head_wins', 'head_to_head_difference', 'points_for']],
    ['a criterion twice', ['wins', 'wins', 'head_to_head_wins', 'head_to_head_difference', 'points_for']],
    ['one left out', ['wins', 'difference']],
  ])('refuse %s', async (_, tiebreaks) => {
    const { status, body } = await site.ask('PUT', '/standings/tiebreaks', { body: { tiebreaks } })
    expect([status, body.code]).toEqual([422, 'TIEBREAKS'])
  })
})

describe('A bracket', () => {
  const make = (body = {}) => site.ask('POST', '/brackets/rec/make', { body })

  it('is not made before all games of its pools count', async () => {
    await site.score('Huck', 'Becky', 11, 7)
    const { status, body } = await make()
    expect([status, body.code, body.fields]).toEqual([409, 'STANDINGS_OPEN', { 'Pool A': '5 games have no result.' }])
  })

  it('is shown before it is made, made, posted, and its games are in the schedule', async () => {
    await playPool()
    const preview = await make({ preview: true })
    expect(preview.body.bracket.rounds.map(({ games }) => games.map(listSides))).toEqual([
      [
        ['Huck', 'Sid'],
        ['Becky', 'Joe'],
      ],
      [
        ['Winner of R1', 'Winner of R2'],
        ['Loser of R1', 'Loser of R2'],
      ],
    ])
    expect(await readBracket()).toBeNull()
    const { body } = await make()
    expect(body.bracket.places.map(({ team }) => team)).toEqual([null, null, null, null])
    const seen = async () => (await site.ask('GET', '/brackets/rec?draft=true', { as: 'visitor' })).body
    expect(await seen()).toEqual({ posted: false, bracket: null })
    expect((await site.games()).filter(({ stage }) => stage === 'bracket')).toEqual([])
    await site.ask('POST', '/brackets/rec/post')
    expect(await seen()).toMatchObject({ posted: true, bracket: { size: 4 } })
    const games = (await site.games()).filter(({ stage }) => stage === 'bracket')
    expect(games.map(({ label, plays_to, start }) => [label, plays_to, start?.slice(0, 10)])).toEqual([
      ['R1', 13, '2025-11-23'],
      ['R2', 13, '2025-11-23'],
      ['R3', 13, '2025-11-23'],
      ['R4', 13, '2025-11-23'],
    ])
    await site.ask('DELETE', '/brackets/rec/post')
    expect(await seen()).toEqual({ posted: false, bracket: null })
  })

  it('moves winners and losers on, and decides every place', async () => {
    await playPool()
    await make()
    const [first, second] = (await readRound(1)) as [Game, Game]
    await set(first.id, { home: 13, away: 4 })
    await set(second.id, { home: 4, away: 13 })
    const [final, third] = (await readRound(2)) as [Game, Game]
    expect([final, third].map(listSides)).toEqual([
      ['Huck', 'Joe'],
      ['Sid', 'Becky'],
    ])
    expect((await set(final.id, { home: 13, away: 13 })).body.code).toBe('TIE_NOT_ALLOWED')
    await set(final.id, { home: 12, away: 13 })
    await set(third.id, { forfeit: 'home' })
    expect((await readBracket()).places.map(({ team }) => team?.name)).toEqual(['Joe', 'Huck', 'Becky', 'Sid'])
    expect((await make()).body.code).toBe('BRACKET_STARTED')
  })

  it('shows first what a correction moves, and flags the games that others played', async () => {
    await playPool()
    await make()
    const [first, second] = (await readRound(1)) as [Game, Game]
    await set(first.id, { home: 13, away: 4 })
    await set(second.id, { home: 13, away: 4 })
    const [final] = (await readRound(2)) as [Game]
    await set(final.id, { home: 13, away: 10 })
    const preview = await site.ask('PUT', `/games/${first.id}/result?preview=true`, { body: { home: 4, away: 13 } })
    expect(preview.body.consequences.moves.map(({ side, was, now }) => [side, was?.name, now?.name])).toEqual([
      ['home', 'Huck', 'Sid'],
      ['home', 'Sid', 'Huck'],
    ])
    expect(preview.body.consequences.played).toEqual([final.id])
    expect((await readRound(2))[0]?.flag).toBeNull()
    await set(first.id, { home: 4, away: 13 })
    const after = (await readRound(2))[0]
    expect(after).toMatchObject({ flag: 'played by others', score: { home: 13, away: 10 } })
    await site.ask('POST', `/games/${final.id}/keep`)
    expect((await readRound(2))[0]?.flag).toBeNull()
    expect((await readBracket()).places[0]?.team?.name).toBe('Sid')
    await site.ask('DELETE', `/games/${final.id}/result`)
    expect((await readRound(2))[0]).toMatchObject({ status: 'scheduled', score: null })
  })

  it('of an unknown side takes no result', async () => {
    await playPool()
    await make()
    const [final] = (await readRound(2)) as [Game]
    expect((await set(final.id, { home: 13, away: 10 })).body.code).toBe('GAME_NOT_READY')
  })
})

describe('A team that withdraws in the middle', () => {
  it('forfeits all games without a result, and those of a bracket that come later', async () => {
    await site.begin(['Ann', 'Bob', 'Cal', 'Dee'])
    await site.score('Ann', 'Bob', 11, 3)
    const { body } = await site.ask('POST', '/schedule/withdraw', {
      body: { team_id: site.teamOf('Ann'), reason: 'Injuries' },
    })
    expect(body.games.map(({ status, score }) => [status, score !== null])).toEqual(
      expect.arrayContaining([
        ['final', true],
        ['final', false],
        ['final', false],
      ]),
    )
    const rows = (await site.ask('GET', '/standings/rec')).body.pools[0]?.rows
    expect(rows?.find(({ team }) => team.name === 'Ann')).toMatchObject({
      played: 3,
      wins: 1,
      losses: 2,
      points_for: 11,
    })
  })

  it('is refused for an unknown team and one without games', async () => {
    const withdraw = (team_id: string) =>
      site.ask('POST', '/schedule/withdraw', { body: { team_id, reason: 'Injuries' } })
    expect((await withdraw(crypto.randomUUID())).body.code).toBe('TEAM_NOT_FOUND')
    await site.begin(['Eve', 'Fay'])
    expect((await withdraw(site.teamOf('Huck'))).body.code).toBe('TEAM_HAS_NO_GAMES')
  })
})
