import { describe, expect, it } from 'vitest'
import { date, draft, game, rounds, side } from './draft.fixture.ts'
import { isDelayed, listClashes, placeName, withGamePlaced } from './draft-plan.ts'

const [firstRound = '', secondRound = ''] = rounds.map(({ id }) => id)

describe('a game that is moved before the server has answered', () => {
  it('is drawn at its new place, with the conflicts that the server will name', () => {
    const moved = withGamePlaced(draft, { game: 'A-2', round: firstRound, field: 'field-2' })
    expect(moved.games[1]).toMatchObject({ round_id: firstRound, field_id: 'field-2', start: rounds[0]?.start })
    expect(listClashes(moved).map(({ sentence }) => sentence)).toEqual(['Huck plays A-1 and A-2 at 9:00 AM.'])
    expect(moved.published).toBe(false)
  })

  it('conflicts with the game that has the field', () => {
    const moved = withGamePlaced(draft, { game: 'A-2', round: firstRound, field: 'field-1' })
    expect(listClashes(moved).map(({ kind }) => kind)).toEqual(['field', 'team'])
  })

  it('is listed without a place when it is taken off', () => {
    const moved = withGamePlaced(draft, { game: 'A-1', round: null, field: null })
    expect(moved.unplaced).toEqual([{ game: 'A-1', reason: 'It was taken off the schedule.' }])
    expect(moved.games[0]).toMatchObject({ start: null, end: null, round_id: null, field_id: null })
  })

  it('keeps the times of games that a delay has moved apart from their round', () => {
    const late = `${date}T11:05:00-06:00`
    const games = draft.games.map((one) => (one.id === 'A-2' ? { ...one, start: late } : one))
    const moved = withGamePlaced({ ...draft, games }, { game: 'A-1', round: firstRound, field: 'field-2' })
    expect(moved.games[1]?.start).toBe(late)
  })

  it('begins after the game from which its team comes, or is in conflict with it', () => {
    const final = game('C1', { team: null, from: 'Winner of A-1' }, side('Pie'), 1)
    const withFinal = { ...draft, games: [...draft.games.slice(0, 1), final] }
    expect(withGamePlaced(withFinal, { game: 'C1', round: secondRound, field: 'field-2' }).conflicts).toEqual([])
    const early = withGamePlaced(withFinal, { game: 'C1', round: firstRound, field: 'field-2' })
    expect(early.conflicts.map(({ games }) => games)).toEqual([['A-1', 'C1']])
  })
})

describe('a delay', () => {
  it('shows in rounds or games that begin at other times than the settings say', () => {
    expect(isDelayed(draft)).toBe(false)
    const [first, ...others] = rounds
    const later = { id: firstRound, start: `${date}T09:45:00-06:00`, end: `${date}T10:55:00-06:00` }
    expect(isDelayed({ ...draft, days: [{ date, rounds: first ? [later, ...others] : [] }] })).toBe(true)
  })
})

it('names a place by field and time', () => {
  expect(placeName(draft, { round: secondRound, field: 'field-2' })).toBe('Field 2, 10:20 AM')
  expect(placeName(draft, { round: null, field: null })).toBe('')
})
