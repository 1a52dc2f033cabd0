import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../language/decider-specification.fixture.ts'
import { DomainError } from '../../language/domain-error.ts'
import type { ScheduleEvent } from './events.ts'
import {
  type GenerateSchedule,
  generateSchedule,
  generateScheduleDecider,
  type PoolToPlay,
} from './generate-schedule.ts'
import type { PlannedGame } from './plan.ts'
import { fold, generated, metadata, teams } from './schedule.fixture.ts'

const given = DeciderSpecification.for(generateScheduleDecider)

const pool = (...ids: string[]): PoolToPlay => ({ id: 'a', name: 'Pool A', letter: 'A', division: 'rec', teams: ids })
const generate = (pools: readonly PoolToPlay[], played: readonly string[] = []): GenerateSchedule => {
  let number = 0
  const data = { seed: 3, pools, played: new Set(played), newId: () => `game ${++number}` }
  return { type: 'GenerateSchedule', data, metadata }
}
const game = (id: string, label: string, [home, away]: readonly [string, string]): PlannedGame => ({
  id,
  division: 'rec',
  label,
  pool: { id: 'a', name: 'Pool A' },
  places: null,
  home: { team: home },
  away: { team: away },
  round: '2025-11-22-1',
  field: 'field-1',
  start: null,
  minutes: undefined,
  reason: null,
})
const made = (...games: PlannedGame[]): ScheduleEvent => ({ type: 'ScheduleGenerated', data: { seed: 3, games } })
const first = game('game 1', 'A-1', ['huck', 'becky'])

describe('Generating a schedule', () => {
  it('is refused while no pool is public', () => {
    given([])
      .when(generate([]))
      .thenThrows(DomainError, ({ code }) => code === 'NO_POOLS')
  })

  it('places the one game of a pool of two in the first round', () => {
    given([])
      .when(generate([pool('huck', 'becky')]))
      .then([made(first)])
  })

  it('lets each pair of a pool of four play once, each team home or away about as often', () => {
    const { games } = generated().draft
    expect(games.map(({ label }) => label)).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6'])
    const home = games.flatMap(({ home: side }) => ('team' in side ? [side.team] : []))
    expect(teams.map((team) => home.filter((one) => one === team).length).toSorted()).toEqual([1, 1, 2, 2])
  })

  it('leaves a game with a score where it is, and keeps its sides', () => {
    const moved: PlannedGame = { ...game('old', 'A-7', ['becky', 'huck']), round: '2025-11-22-6', field: 'field-9' }
    given([made(moved)])
      .when(generate([pool('huck', 'becky')], ['old']))
      .then([made({ ...moved, label: 'A-1' })])
  })

  it('places a game without a score anew, as the game that it was', () => {
    const moved: PlannedGame = { ...game('old', 'A-7', ['becky', 'huck']), round: '2025-11-22-6', field: 'field-9' }
    given([made(moved)])
      .when(generate([pool('huck', 'becky')]))
      .then([made({ ...first, id: 'old' })])
  })

  it('leaves out pairs that are in no pool together any more', () => {
    given([made(first)])
      .when(generate([pool('huck', 'joe')]))
      .then([made(game('game 1', 'A-1', ['huck', 'joe']))])
  })

  it('explains why a game has no place', () => {
    const settings = { ...fold([]).draft.settings, days: [{ date: '2025-11-22', first_start: '09:00', rounds: 1 }] }
    const schedule = fold([{ type: 'ScheduleSettingsChanged', data: { settings } }])
    const { games } = fold(generateSchedule(generate([pool('huck', 'becky', 'joe')]), schedule), schedule).draft
    const why =
      'There is no round in which both teams are free and rested (at most 2 games in a row, 10 minutes of rest).'
    expect(games.map(({ round, field, reason }) => [round, field, reason])).toEqual([
      [null, null, why],
      ['2025-11-22-1', 'field-1', null],
      [null, null, why],
    ])
  })
})
