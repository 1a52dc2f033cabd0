import { describe, expect, it } from 'vitest'
import { fold, generated, metadata } from './schedule.fixture.ts'
import * as rules from './schedule.ts'

describe('A game that is moved onto the place of another one', () => {
  const [first, second] = generated().draft.games.map(({ id, round, field }) => ({ game: id, round, field })) as [
    rules.PlacedGame,
    rules.PlacedGame,
  ]
  const swap = (data: rules.PlaceGame['data'], schedule = generated()) =>
    rules.placeGame({ type: 'PlaceGame', data, metadata }, schedule)

  it('swaps with it, where the command says so', () => {
    const { draft } = fold(swap({ ...second, game: first.game, swapWith: second.game }), generated())
    const findGame = (id: string) => draft.games.find((game) => game.id === id)
    expect(findGame(first.game)).toMatchObject({ round: second.round, field: second.field })
    expect(findGame(second.game)).toMatchObject({ round: first.round, field: first.field })
  })

  it('stands beside it, where the command says nothing', () => {
    expect(swap({ ...second, game: first.game })).toHaveLength(1)
  })

  it('does not swap with a game that has left the place by now', () => {
    const left = { type: 'GamePlaced', data: { game: second.game, round: null, field: null } } as const
    const move = { ...second, game: first.game, swapWith: second.game }
    expect(() => swap(move, fold([left], generated()))).toThrow('A game is in a round')
  })
})
