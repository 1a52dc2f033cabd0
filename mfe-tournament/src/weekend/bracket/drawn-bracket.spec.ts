import { makeBracket, type Source } from '@ultimate/events/tournament/weekend/bracket.ts'
import type { ShownBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import type { Game, Side } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { describe, expect, it } from 'vitest'
import { packBoards } from './bracket-boards.tsx'
import { describeGame, describeStakes, groupByStakes, listByStakes, ordinal } from './bracket-words.ts'
import { type Board, drawBoards } from './drawn-bracket.ts'

/** Returns the bracket as the server shows it before any game. */
function buildBracket(teams: number): ShownBracket {
  let number = 0
  const seeds = Array.from({ length: teams }, (_, index) => ({ pool: 'a', letter: 'A', rank: index + 1 }))
  const { size, games } = makeBracket({ seeds, letter: 'C', newId: () => `game-${++number}` })
  const labels = new Map(games.map(({ id, label }) => [id, label]))
  const side = (source: Source): Side => ({
    team: null,
    from:
      source.kind === 'seed'
        ? `A${source.seed}`
        : `${source.kind === 'winner' ? 'Winner' : 'Loser'} of ${labels.get(source.game)}`,
  })
  const shown = games.map(({ id, label, places, home, away, round }) => ({
    round,
    game: { ...emptyGame, id, label, places: [...places] as [number, number], home: side(home), away: side(away) },
  }))
  const byRound = Map.groupBy(shown, ({ round }) => round)
  return {
    size,
    rounds: [...byRound].map(([round, those]) => ({ number: round, games: those.map(({ game }) => game) })),
    places: Array.from({ length: teams }, (_, index) => ({ place: index + 1, team: null })),
  }
}

const emptyGame: Game = {
  id: '',
  division: 'comp',
  stage: 'bracket',
  pool: null,
  label: '',
  plays_to: 13,
  round_id: '2025-11-23-1',
  field_id: 'field-1',
  start: '2025-11-23T09:00:00-06:00',
  end: '2025-11-23T10:10:00-06:00',
  home: { team: null, from: '' },
  away: { team: null, from: '' },
  status: 'scheduled',
  score: null,
  forfeit: null,
  places: null,
  flag: null,
  version: 0,
}

const outline = ({ title, columns, games }: Board) =>
  `${title}: ${columns.join(', ')}: ${games.map(({ game, column, row }) => `${game.label}@${column}/${row}`).join(' ')}`

/** No game lies over another, outside of the board, or before the one that its team comes from. */
function expectApart({ games, rows, columns, links }: Board): void {
  for (const those of Map.groupBy(games, ({ column }) => column).values())
    for (const [index, { row }] of those.entries())
      expect(row - (those[index - 1]?.row ?? -1)).toBeGreaterThanOrEqual(1)
  for (const { row, column } of games) expect([row + 1 <= rows, column < columns.length]).toEqual([true, true])
  for (const { from, to } of links) expect(from.column).toBeLessThan(to.column)
}

describe('A drawn bracket', () => {
  it('of four teams is one board, with the game for third place below the final', () => {
    expect(drawBoards(buildBracket(4)).map(outline)).toEqual([
      'Championship: Semifinals, Final: C1@0/0 C2@0/1 C3@1/0.5 C4@1/1.625',
    ])
  })

  it('of eight teams has a board for the places from 5 on', () => {
    expect(drawBoards(buildBracket(8)).map(outline)).toEqual([
      'Championship: Quarterfinals, Semifinals, Final: C1@0/0 C2@0/1 C3@0/2 C4@0/3 C5@1/0.5 C6@1/2.5 C9@2/1.5 C10@2/2.625',
      'Places 5–8: Round 2, 5th place: C7@0/0 C8@0/1 C11@1/0.5 C12@1/1.625',
    ])
  })

  it.each(Array.from({ length: 17 }, (_, index) => index + 4))(
    'of %i teams has every game once, and none over another',
    (teams) => {
      const bracket = buildBracket(teams)
      const boards = drawBoards(bracket)
      const labels = boards.flatMap(({ games }) => games.map(({ game }) => game.label))
      expect(labels.toSorted()).toEqual(
        bracket.rounds.flatMap(({ games }) => games.map(({ label }) => label)).toSorted(),
      )
      for (const board of boards) expectApart(board)
      const [championship] = boards
      // All but the first games of the best places are reached by a flight.
      expect(championship?.columns.at(-1)).toBe('Final')
      const onPaper = packBoards(boards).flat()
      expect(onPaper.map(({ bestPlace }) => bestPlace).toSorted()).toEqual(
        boards.map(({ bestPlace }) => bestPlace).toSorted(),
      )
    },
  )
})

it('names what a game decides, and no places that nobody has', () => {
  const names = (
    [
      [1, 2],
      [1, 4],
      [1, 8],
      [1, 32],
      [3, 4],
      [9, 12],
      [17, 32],
      [5, 8],
    ] as const
  ).map((places) => describeStakes({ places: [...places] }, 20))
  expect(names).toEqual([
    'Final',
    'Semifinal',
    'Quarterfinal',
    'Places 1–20',
    '3rd place',
    'Places 9–12',
    'Places 17–20',
    'Places 5–8',
  ])
  expect([1, 2, 3, 4, 11, 12, 13, 20].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '20th',
  ])
})

it('gathers the games of a round by what they decide', () => {
  const [, second] = buildBracket(8).rounds
  expect(groupByStakes(second?.games ?? [], 8).map(([title, games]) => `${title}: ${games.length}`)).toEqual([
    'Semifinal: 2',
    'Places 5–8: 2',
  ])
  expect(listByStakes(second?.games ?? [], 8)).toBe('C5, C6 (Semifinal), C7, C8 (Places 5–8)')
})

it('reads a game out in sentences', () => {
  const team = (name: string): Side => ({ team: { id: name, name }, from: 'A1' })
  const game: Game = {
    ...emptyGame,
    label: 'C3',
    places: [1, 2],
    home: team('Huck'),
    away: { team: null, from: 'Winner of C2' },
  }
  const fields = new Map([['field-1', 'Field 1']])
  expect(describeGame(game, 4, fields)).toBe('C3, Final: Huck against Winner of C2 at 9:00 AM, Field 1.')
  const final: Game = { ...game, away: team('Yam'), status: 'final', score: { home: 13, away: 9 } }
  expect(describeGame(final, 4, fields)).toBe('C3, Final: Huck against Yam at 9:00 AM, Field 1. Final: Huck 13, Yam 9.')
  expect(describeGame({ ...final, score: null, forfeit: 'away', start: null }, 4, fields)).toBe(
    'C3, Final: Huck against Yam, without a time yet. Yam forfeited.',
  )
})
