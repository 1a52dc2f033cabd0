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
