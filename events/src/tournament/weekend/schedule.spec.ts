import { describe, expect, it } from 'vitest'
import type { ScheduleEvent } from '../events.ts'
import { defaultSettings, timeOf } from './plan.ts'
import * as rules from './schedule.ts'

const metadata = { now: new Date('2025-11-20T18:00:00Z') }
const teams = ['huck', 'becky', 'joe', 'sid']
const pool = { id: 'a', name: 'Pool A', letter: 'A', division: 'rec', teams } as const
const fold = (events: readonly ScheduleEvent[], from = rules.initialState()) => events.reduce(rules.evolve, from)

function generated(played: ReadonlySet<string> = new Set(), schedule = rules.initialState()) {
  let number = 0
  const data = { seed: 3, pools: [pool], played, newId: () => `game ${++number}` }
  return fold(rules.generateSchedule({ type: 'GenerateSchedule', data, metadata }, schedule), schedule)
}
const published = () => fold([{ type: 'SchedulePublished', data: {} }], generated())
const delay = (schedule: rules.Schedule, data: { from: string; minutes: number; played?: readonly string[] }) =>
  rules.delaySchedule({ type: 'DelaySchedule', data: { ...data, played: new Set(data.played) }, metadata }, schedule)
const startsOf = ({ published: plan }: rules.Schedule) =>
  Object.fromEntries((plan?.games ?? []).map((game) => [game.id, plan && timeOf(game, plan)?.start]))

describe('A draft', () => {
  it('has six games of a pool of four, each team home or away about as often', () => {
    const { games } = generated().draft
    expect(games).toHaveLength(6)
    const home = games.flatMap(({ home: side }) => ('team' in side ? [side.team] : []))
    expect(teams.map((team) => home.filter((one) => one === team).length).toSorted()).toEqual([1, 1, 2, 2])
  })

  it('leaves games with a score where they are when it is made again', () => {
    const before = generated()
    const [first] = before.draft.games
    const moved = fold(
      [{ type: 'GamePlaced', data: { game: first?.id ?? '', round: '2025-11-22-6', field: 'field-9' } }],
      before,
    )
    const again = generated(new Set([first?.id ?? '']), moved)
    expect(again.draft.games.find(({ id }) => id === first?.id)).toMatchObject({
      round: '2025-11-22-6',
      field: 'field-9',
    })
    expect(again.draft.games.map(({ id }) => id).toSorted()).toEqual(before.draft.games.map(({ id }) => id).toSorted())
  })

  it('changes nothing where the settings are the same', () => {
    const { fields, ...rest } = defaultSettings
    const settings = { ...rest, fields: fields.map(({ name }) => name) }
    expect(rules.changeSettings({ type: 'ChangeSettings', data: { settings }, metadata }, generated())).toEqual([])
  })

  it('forgets delays when its times are set anew', () => {
    const delayed = fold(delay(published(), { from: '2025-11-22T09:00:00-06:00', minutes: 30 }), published())
    const settings = { ...defaultSettings, days: [{ date: '2025-11-22', first_start: '10:00', rounds: 6 }] }
    const after = fold([{ type: 'ScheduleSettingsChanged', data: { settings } }], delayed)
    expect(after.draft.rounds[0]?.start).toBe('2025-11-22T10:00:00-06:00')
    expect(() => rules.undoDelay({ type: 'UndoDelay', data: {}, metadata }, after)).toThrow('no delay')
  })
})

describe('A delay', () => {
  const from = '2025-11-22T09:00:00-06:00'

  it('never moves a game that was played, though its round begins later', () => {
    const schedule = published()
    const before = startsOf(schedule)
    const [played = ''] = Object.keys(before).filter((id) => before[id] === from)
    const after = startsOf(fold(delay(schedule, { from, minutes: 45, played: [played] }), schedule))
    expect(after[played]).toBe(from)
    expect(Object.keys(after).filter((id) => after[id] === before[id])).toEqual([played])
  })

  it('moves only games of its own day', () => {
    const schedule = published()
    expect(delay(schedule, { from: '2025-11-23T08:00:00-06:00', minutes: 45 })).toEqual([
      {
        type: 'ScheduleDelayed',
        data: {
          from: '2025-11-23T08:00:00-06:00',
          minutes: 45,
          rounds: expect.arrayContaining(['2025-11-23-1']),
          games: [],
        },
      },
    ])
  })

  it('is taken back exactly, one after the other', () => {
    const schedule = published()
    const once = fold(delay(schedule, { from, minutes: 45 }), schedule)
    const twice = fold(delay(once, { from: '2025-11-22T11:05:00-06:00', minutes: 20, played: ['game 1'] }), once)
    expect(startsOf(twice)).not.toEqual(startsOf(once))
    const back = fold([{ type: 'ScheduleDelayUndone', data: {} }], twice)
    expect(back).toEqual(once)
    expect(fold([{ type: 'ScheduleDelayUndone', data: {} }], back)).toEqual(schedule)
  })

  it('of no minutes is none', () => {
    expect(delay(published(), { from, minutes: 0 })).toEqual([])
  })
})
