import { pool } from '@ultimate/events/tournament/facts.fixture.ts'
import type {
  Cancelled,
  Game,
  ScheduleDraft,
  Shifted,
  ShownSchedule,
} from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PoolClient, poolClient } from '../test/test-pools.ts'

let site: PoolClient
beforeAll(async () => {
  site = await poolClient()
})
afterAll(() => site.close())

type Body = ScheduleDraft &
  ShownSchedule &
  Cancelled &
  Shifted & { readonly code: string; readonly fields?: Record<string, string> }
const ask = async (method: string, path: string, sent: Parameters<PoolClient['call']>[2] = {}) => {
  const { status, body, headers } = await site.call(method, `/schedule${path}`, sent)
  return { status, headers, body: body as unknown as Body }
}
const draft = async (): Promise<ScheduleDraft> => (await ask('GET', '/draft')).body
const shown = async (): Promise<ShownSchedule> => (await ask('GET', '', { as: 'visitor' })).body

const usual = {
  fields: ['Field 1', 'Field 2', 'Field 3'],
  days: [
    { date: '2025-11-22', first_start: '09:00', rounds: 6 },
    { date: '2025-11-23', first_start: '09:00', rounds: 5 },
  ],
  game_minutes: 70,
  slot_minutes: 80,
  max_in_a_row: 2,
  min_rest_minutes: 10,
}
const set = (settings: object) => ask('PUT', '/settings', { body: settings })
const place = (game: string, round_id: string | null, field_id: string | null) =>
  ask('PUT', `/games/${game}/place`, { body: { round_id, field_id } })
const placeOf = ({ round_id, field_id, start }: Game) => [round_id, field_id, start]

/** A draft of the three games of one pool. */
async function makeDraft(): Promise<ScheduleDraft> {
  const { huck, becky, joe } = site.team
  await site.save([pool('A', [huck, becky, joe])])
  await site.publish()
  await set(usual)
  return (await ask('POST', '/generate', { body: { seed: 1 } })).body
}

describe('A schedule', () => {
  it('is empty before it is published, and has the settings of the site', async () => {
    expect(await shown()).toEqual({ published: false, days: [], fields: [], games: [] })
    const { settings, days, games } = await draft()
    expect(settings.fields).toHaveLength(12)
    expect(settings).toMatchObject({ game_minutes: 70, slot_minutes: 80, max_in_a_row: 2, min_rest_minutes: 10 })
    expect(days.map(({ date, rounds }) => [date, rounds.length])).toEqual([
      ['2025-11-22', 6],
      ['2025-11-23', 5],
    ])
    expect(days[0]?.rounds.at(-1)).toMatchObject({ end: '2025-11-22T16:50:00-06:00' })
    expect(games).toEqual([])
  })

  it('is not made where no pool is published', async () => {
    await site.unpublish()
    expect(await ask('POST', '/generate', { body: {} })).toMatchObject({ status: 409, body: { code: 'NO_POOLS' } })
  })

  it('is published only where there are games', async () => {
    const { status, body } = await ask('POST', '/publish')
    expect([status, body.code]).toEqual([409, 'NO_GAMES'])
  })
})

describe('A draft', () => {
  it('has a game for every pair of a pool, on Saturday, without conflicts', async () => {
    const { games, conflicts, unplaced, published } = await makeDraft()
    expect(
      games.map(({ home, away }) => [home.team?.name, away.team?.name].toSorted().join(' and ')).toSorted(),
    ).toEqual(['Team becky and Team huck', 'Team becky and Team joe', 'Team huck and Team joe'])
    expect(
      games.every(
        ({ start, stage, pool: name }) => start?.startsWith('2025-11-22') && stage === 'pool' && name === 'Pool A',
      ),
    ).toBe(true)
    expect([conflicts, unplaced, published]).toEqual([[], [], false])
    expect(await shown()).toMatchObject({ published: false, games: [] })
  })

  it('is the same for the same seed, and its games stay the same ones', async () => {
    const { games } = await makeDraft()
    expect((await ask('POST', '/generate', { body: { seed: 1 } })).body.games).toEqual(games)
  })

  it('lists a conflict while it exists, which stops the publication', async () => {
    const { games } = await makeDraft()
    const [first, second] = games as [Game, Game, Game]
    const { body } = await place(second.id, first.round_id, first.field_id)
    expect(body.conflicts.map(({ kind }) => kind)).toEqual(['field', 'team'])
    expect(body.conflicts[1]?.sentence).toMatch(/^Team (becky|huck|joe) plays A-\d and A-\d at 9:00 AM\.$/)
    expect((await ask('POST', '/publish')).body.code).toBe('SCHEDULE_HAS_CONFLICTS')
    expect((await place(second.id, second.round_id, second.field_id)).body.conflicts).toEqual([])
    expect((await ask('POST', '/publish')).body).toMatchObject({ published: true })
    expect((await shown()).games.map(placeOf)).toEqual(games.map(placeOf))
  })

  it('swaps two games in one change, which a wrong place refuses', async () => {
    const { games } = await makeDraft()
    const [first, second, third] = games as [Game, Game, Game]
    const swapped = (id: string) => ({ round_id: first.round_id, field_id: first.field_id, swap_with: id })
    const wrong = await ask('PUT', `/games/${second.id}/place`, { body: swapped(third.id) })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { swap_with: 'That game is not in this place.' }])
    const { body } = await ask('PUT', `/games/${second.id}/place`, { body: swapped(first.id) })
    const now = new Map(body.games.map((game) => [game.id, game]))
    expect(now.get(second.id)).toMatchObject({ round_id: first.round_id, field_id: first.field_id })
    expect(now.get(first.id)).toMatchObject({ round_id: second.round_id, field_id: second.field_id })
    expect(body.conflicts).toEqual([])
  })

  it('names a game that was taken off, and takes it back', async () => {
    const { games } = await makeDraft()
    const { id, round_id, field_id } = games[0] as Game
    const { body } = await place(id, null, null)
    expect(body.unplaced).toEqual([{ game: id, reason: 'It was taken off the schedule.' }])
    expect((await place(id, round_id, field_id)).body.unplaced).toEqual([])
  })

  it('takes the place of a game whose field is gone, and keeps that of a renamed field', async () => {
    await makeDraft()
    const renamed = await set({ ...usual, fields: ['Main field', 'Field 2', 'Field 3'] })
    expect(renamed.body.unplaced).toEqual([])
    const { body } = await set({ ...usual, fields: ['Main field'] })
    const off = body.games.filter(({ field_id }) => field_id === null).length
    expect(body.unplaced).toHaveLength(off)
    expect(body.unplaced.every(({ reason }) => reason === 'Its field is no longer in the list.')).toBe(true)
  })

  it.each([
    ['no field', { fields: [] }, 'fields'],
    ['41 fields', { fields: Array.from({ length: 41 }, (_, index) => `Field ${index}`) }, 'fields'],
    ['two fields of one name', { fields: ['One', 'One'] }, 'fields'],
    ['a blank field', { fields: [' '] }, 'fields.0'],
    ['13 rounds', { days: [{ date: '2025-11-22', first_start: '09:00', rounds: 13 }] }, 'days.0.rounds'],
    ['a time that is none', { days: [{ date: '2025-11-22', first_start: '24:00', rounds: 1 }] }, 'days.0.first_start'],
    ['games of 19 minutes', { game_minutes: 19 }, 'game_minutes'],
    ['games of half a minute', { game_minutes: 60.5 }, 'game_minutes'],
    ['a rest below zero', { min_rest_minutes: -1 }, 'min_rest_minutes'],
    ['an unknown field', { color: 'red' }, 'color'],
  ])('refuses settings with %s', async (_, wrong, field) => {
    const { status, body } = await set({ ...usual, ...wrong })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]])
  })

  it('refuses unknown games, rounds and fields', async () => {
    const { games, fields } = await makeDraft()
    const { id } = games[0] as Game
    const [field] = fields.map((one) => one.id) as [string]
    expect((await place('00000000-0000-4000-8000-000000000000', null, null)).body.code).toBe('GAME_NOT_FOUND')
    expect((await place(id, '2025-11-22-99', field)).body.fields).toEqual({ round_id: 'There is no such round.' })
    expect((await place(id, '2025-11-22-1', 'field-99')).body.fields).toEqual({ field_id: 'There is no such field.' })
    expect((await place(id, '2025-11-22-1', null)).body.code).toBe('GAME_PLACE')
  })

  it('tells a second director what the first one did', async () => {
    const { games, version } = await makeDraft()
    const { id } = games[0] as Game
    await place(id, null, null)
    const body = { round_id: '2025-11-22-6', field_id: 'field-3' }
    const late = await ask('PUT', `/games/${id}/place`, { body, headers: { 'if-match': `"${version}"` } })
    expect(late.status).toBe(412)
    expect(late.body).toMatchObject({ code: 'STALE', current: { unplaced: [{ game: id }] } })
  })
})

describe('A rain delay', () => {
  const shift = (body: object) => ask('POST', '/shift', { body })
  beforeEach(async () => {
    await makeDraft()
    await ask('POST', '/publish')
  })

  it('says first what moves, and appends nothing', async () => {
    const before = await shown()
    const { body } = await shift({ from: '2025-11-22T09:00:00-06:00', minutes: 45, preview: true })
    expect(body.applied).toBe(false)
    expect(body.moved.map(({ id }) => id).toSorted()).toEqual(before.games.map(({ id }) => id).toSorted())
    expect(await shown()).toEqual(before)
  })

  it('moves the games that begin then or later, on that day, and is taken back exactly', async () => {
    const before = await shown()
    const [first, second] = [...new Set(before.games.map(({ start }) => start))].toSorted() as [string, string]
    const { body } = await shift({ from: second, minutes: 45 })
    expect(body.applied).toBe(true)
    const after = await shown()
    const findStart = (schedule: ShownSchedule, id: string) => schedule.games.find((game) => game.id === id)?.start
    for (const { id, start } of before.games) {
      if (start === first) expect(findStart(after, id)).toBe(start)
      else expect(Date.parse(findStart(after, id) ?? '') - Date.parse(start ?? '')).toBe(45 * 60_000)
    }
    expect(after.days[1]).toEqual(before.days[1])
    await ask('POST', '/shift/undo')
    expect(await shown()).toEqual(before)
    expect((await ask('POST', '/shift/undo')).body.code).toBe('NOTHING_TO_UNDO')
  })

  it('names what runs past dusk or midnight', async () => {
    const { games, fields } = await draft()
    await place((games[0] as Game).id, '2025-11-22-6', fields[0]?.id ?? '')
    await ask('POST', '/publish')
    const from = '2025-11-22T15:00:00-06:00'
    const dark = await shift({ from, minutes: 45, preview: true })
    expect(dark.body.problems).toEqual([expect.stringMatching(/^A-\d Rec would end at 5:35 PM, after dusk\.$/)])
    const late = await shift({ from, minutes: 600, preview: true })
    expect(late.body.problems).toEqual([expect.stringMatching(/^A-\d Rec would run past midnight\.$/)])
  })

  it('is refused of a schedule that is not public, as cancellations and shorter games are', async () => {
    const fresh = await poolClient()
    const from = '2025-11-22T09:00:00-06:00'
    const answers = await Promise.all([
      fresh.call('POST', '/schedule/shift', { body: { from, minutes: 45 } }),
      fresh.call('POST', '/schedule/cancel', { body: { round_id: '2025-11-22-1' } }),
      fresh.call('POST', '/schedule/shorten', { body: { from, game_minutes: 50, slot_minutes: 60 } }),
    ])
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([409, 'SCHEDULE_NOT_PUBLISHED']),
    )
    await fresh.close()
  })
})

describe('A round that is cancelled', () => {
  const cancel = (body: object) => ask('POST', '/cancel', { body })
  beforeEach(async () => {
    await makeDraft()
    await ask('POST', '/publish')
  })

  it('is named first, then marked for everybody, and taken back exactly', async () => {
    const before = await shown()
    const { id, round_id } = before.games[0] as Game
    const preview = await cancel({ round_id, preview: true })
    expect(preview.body).toEqual({ applied: false, cancelled: [id], problems: [] })
    expect(await shown()).toEqual(before)
    expect((await cancel({ round_id })).body).toEqual({ applied: true, cancelled: [id], problems: [] })
    const after = await shown()
    expect(after.games.map(({ status }) => status)).toEqual(['cancelled', 'scheduled', 'scheduled'])
    expect(after.games.map(placeOf)).toEqual(before.games.map(placeOf))
    expect((await draft()).day_changes).toEqual(['cancellation'])
    const { body } = await ask('POST', '/shift/undo')
    expect(body.day_changes).toEqual([])
    expect(await shown()).toEqual(before)
  })

  it('has to be one of the schedule', async () => {
    const { status, body } = await cancel({ round_id: '2025-11-22-99' })
    expect([status, body.code]).toEqual([404, 'ROUND_NOT_FOUND'])
  })
})

describe('A day that is shortened', () => {
  const from = '2025-11-22T10:00:00-06:00'
  const shorten = (body: object) => ask('POST', '/shorten', { body: { from, ...body } })
  beforeEach(async () => {
    await makeDraft()
    await ask('POST', '/publish')
  })

  it('says first what moves and which teams have no rest, then has shorter rounds, and is taken back exactly', async () => {
    const before = await shown()
    const times = { game_minutes: 50, slot_minutes: 55 }
    const { body } = await shorten({ ...times, preview: true })
    const later = before.games.filter(({ start }) => start && Date.parse(start) >= Date.parse(from))
    expect(body.moved.map(({ id }) => id).toSorted()).toEqual(later.map(({ id }) => id).toSorted())
    expect(body.problems).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Team \w+ has 5 minutes between A-\d and A-\d\.$/)]),
    )
    expect(await shown()).toEqual(before)
    await shorten(times)
    const after = await shown()
    expect(after.days[0]?.rounds.map(({ start, end }) => [start.slice(11, 16), end.slice(11, 16)])).toEqual([
      ['09:00', '10:10'],
      ['10:20', '11:10'],
      ['11:15', '12:05'],
      ['12:10', '13:00'],
      ['13:05', '13:55'],
      ['14:00', '14:50'],
    ])
    expect((await ask('POST', '/shift/undo')).status).toBe(200)
    expect(await shown()).toEqual(before)
  })

  it.each([
    ['games of 19 minutes', { game_minutes: 19, slot_minutes: 60 }, 'game_minutes'],
    ['rounds that are shorter than games', { game_minutes: 60, slot_minutes: 50 }, 'slot_minutes'],
    ['no length', { slot_minutes: 50 }, 'game_minutes'],
  ])('is refused with %s', async (_, wrong, field) => {
    const { status, body } = await shorten(wrong)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]])
  })
})

describe('A game that has a result', () => {
  it('is neither moved, cancelled nor shortened', async () => {
    await makeDraft()
    await ask('POST', '/publish')
    const { id, round_id, start, end } = (await shown()).games[0] as Game
    const result = await site.call('PUT', `/games/${id}/result`, { body: { home: 11, away: 7 } })
    expect(result.status).toBe(200)
    const from = '2025-11-22T09:00:00-06:00'
    const moved = await ask('POST', '/shift', { body: { from, minutes: 45 } })
    expect(moved.body.moved.map((game) => game.id)).not.toContain(id)
    expect((await ask('POST', '/cancel', { body: { round_id } })).body.cancelled).toEqual([])
    await ask('POST', '/shorten', { body: { from, game_minutes: 40, slot_minutes: 50 } })
    const after = (await shown()).games.find((game) => game.id === id)
    expect(after).toMatchObject({ start, end, status: 'final', score: { home: 11, away: 7 } })
    for (const _ of ['shorten', 'shift']) await ask('POST', '/shift/undo')
    await site.call('DELETE', `/games/${id}/result`)
  })
})

describe('What leaves the site', () => {
  it('is a calendar of a team, and a CSV file of all games', async () => {
    await makeDraft()
    await ask('POST', '/publish')
    const get = async (path: string) =>
      (await fetch(`${site.origin}/api/schedule${path}`, { headers: await site.signIn('td') })).text()
    const calendar = await get(`/teams/${site.team.huck}.ics`)
    expect(calendar.match(/SUMMARY:.*/g)).toHaveLength(2)
    expect(calendar).toContain('Team huck')
    const withoutGame = await ask('GET', `/teams/${site.team.pap}.ics`, { as: 'visitor' })
    expect([withoutGame.status, withoutGame.body.code]).toEqual([404, 'TEAM_NOT_FOUND'])
    const [first] = (await shown()).games.filter(({ home, away }) =>
      [home, away].some(({ team }) => team?.id === site.team.huck),
    )
    await ask('POST', '/cancel', { body: { round_id: first?.round_id } })
    expect((await get(`/teams/${site.team.huck}.ics`)).match(/STATUS:.*/g)).toEqual([
      'STATUS:CANCELLED',
      'STATUS:CONFIRMED',
    ])
    const [head, ...rows] = (await get('/export')).trim().split('\r\n')
    expect(head).toContain('"Game","Division","Pool","Start","End","Field","Home","Away"')
    expect(rows).toHaveLength(3)
  })
})
