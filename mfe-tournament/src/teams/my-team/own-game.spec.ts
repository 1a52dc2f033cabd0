import { findRefusal } from '@ultimate/events/language/domain-error.ts'
import { computeResult, enterScore, type GameState, initialState } from '@ultimate/events/tournament/weekend/game.ts'
import type { OwnGame } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import { describe, expect, it } from 'vitest'
import { describeResult, findNextGame, questionBefore, takesEntry, takesSpirit } from './own-game.ts'

const start = '2025-11-22T09:00:00-06:00'
const nine = Date.parse(start)
const minutes = (count: number) => nine + count * 60_000
const side = (name: string) => ({ team: { id: name, name }, from: '' })
const game = (changes: Partial<OwnGame> = {}): OwnGame => ({
  id: 'a1',
  division: 'rec',
  stage: 'pool',
  pool: 'Pool A',
  label: 'A-1',
  plays_to: 11,
  round_id: 'r1',
  field_id: 'f1',
  start,
  end: '2025-11-22T10:10:00-06:00',
  home: side('Huck'),
  away: side('Becky'),
  status: 'scheduled',
  score: null,
  forfeit: null,
  places: null,
  flag: null,
  version: 0,
  mine: null,
  other_told: false,
  other: null,
  changed_at: null,
  spirit: { given: null, received: null },
  ...changes,
})
const score = { home: 11, away: 7 }
const alone = game({ status: 'provisional', score, mine: score, changed_at: new Date(minutes(60)).toISOString() })

describe('A result', () => {
  it.each<[string, OwnGame, number, RegExp]>([
    ['of the own entry alone', alone, 61, /this score: you\. It is final/],
    ['of it alone for 15 minutes', alone, 75, /For 15 minutes there was no second entry, so it counts as provisional/],
    ['of the other entry alone', { ...alone, mine: null, other_told: true }, 61, /the other one\. .* once you enter/],
    [
      'in a dispute',
      game({ status: 'disputed', mine: score, other: { home: 7, away: 11 } }),
      0,
      /You entered 7–11, .* 11–7/,
    ],
    ['that both entered', game({ status: 'final', score, mine: score, other: score }), 0, /both captains/],
    ['that staff decided', game({ status: 'final', score }), 0, /tournament director/],
    ['by forfeit', game({ status: 'final', forfeit: 'home' }), 0, /The other team forfeited/],
  ])('says where it is: %s', (_, shown, at, words) => {
    expect(describeResult(shown, 'away', minutes(at))).toMatch(words)
  })

  it('is not described before there is one', () => {
    expect(describeResult(game(), 'home', nine)).toBeNull()
  })
})

describe('A score', () => {
  it('is asked about before the game begins, and where it is a tie', () => {
    expect(questionBefore(game(), score, minutes(-1))).toMatch(/has not begun by the schedule/)
    expect(questionBefore(game(), score, minutes(1))).toBeNull()
    expect(questionBefore(game(), { home: 9, away: 9 }, minutes(1))).toMatch(/a tie/)
  })

  it('is entered until it is final, once both teams are known', () => {
    expect(takesEntry(game())).toBe(true)
    expect(takesEntry(alone)).toBe(true)
    for (const status of ['final', 'cancelled'] as const) expect(takesEntry(game({ status }))).toBe(false)
    expect(takesEntry(game({ away: { team: null, from: 'Winner of C1' } }))).toBe(false)
  })
})

const teams = { home: 'Huck', away: 'Becky' }
const other = { home: 7, away: 11 }
const result = (changes: Partial<GameState>): GameState => ({ ...initialState(), teams, ...changes })

it.each<[string, GameState]>([
  ['without a result', initialState()],
  ['with one entry', result({ entries: { home: score, away: null } })],
  ['with two different entries', result({ entries: { home: score, away: other } })],
  ['with two equal entries', result({ entries: { home: score, away: score } })],
  ['that staff decided', result({ decided: { score } })],
  ['that others played', result({ decided: { score }, teams: { home: 'Huck', away: 'Tom' } })],
])('A score is asked for where the server would take it: a game %s', (_, state) => {
  const facts = { name: 'A-1', teams, tiesAllowed: false, isForfeited: false }
  const data = { side: 'home', score: { home: 1, away: 0 }, game: facts } as const
  const refusal = findRefusal(() => enterScore({ type: 'EnterScore', data, metadata: { now: new Date(0) } }, state))
  const isOfOthers = state.teams !== null && state.teams.away !== teams.away
  const shown = game({ ...computeResult(state), flag: isOfOthers ? 'played by others' : null })
  expect(takesEntry(shown)).toBe(refusal === null)
})

it('Spirit is scored once the game has begun or has a result, and not after a forfeit', () => {
  expect([minutes(-1), minutes(0)].map((now) => takesSpirit(game(), now))).toEqual([false, true])
  expect(takesSpirit(alone, minutes(-1))).toBe(true)
  expect(takesSpirit(game({ status: 'final', forfeit: 'home' }), minutes(90))).toBe(false)
})

it('The next game is the first without an entry of the own team', () => {
  const [played, next] = [game({ status: 'final', score, mine: score }), game({ id: 'a2' })]
  expect(findNextGame([played, alone, next])).toBe(next)
  expect(findNextGame([played, alone])).toBeNull()
})
