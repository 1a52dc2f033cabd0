import { describe, expect, it } from 'vitest'
import { defaultSettings } from './plan.ts'
import { fold, generated, metadata, teams } from './schedule.fixture.ts'
import * as rules from './schedule.ts'

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
})

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
