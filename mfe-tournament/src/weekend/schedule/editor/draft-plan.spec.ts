import { describe, expect, it } from 'vitest'
import { date, draft, game, rounds, side } from './draft.fixture.ts'
import { listClashes, moveTo, placeName, withGamePlaced } from './draft-plan.ts'

const [firstRound = '', secondRound = ''] = rounds.map(({ id }) => id)

describe('a game that is moved before the server has answered', () => {
  it('is drawn at its new place, with the conflicts that the server will name', () => {
    const moved = withGamePlaced(draft, { game: 'A-2', round: firstRound, field: 'field-2' })
    expect(moved.games[1]).toMatchObject({ round_id: firstRound, field_id: 'field-2', start: rounds[0]?.start })
    expect(listClashes(moved).map(({ sentence }) => sentence)).toEqual(['Huck plays A-1 and A-2 at 9:00 AM.'])
    expect(moved.published).toBe(false)
  })

  it('changes places with the game that has this one', () => {
    const to = { round: firstRound, field: 'field-1' }
    const moved = withGamePlaced(draft, moveTo('A-2', to, draft))
    expect(moved.games.map(({ label, round_id }) => [label, round_id])).toEqual([
      ['A-1', secondRound],
      ['A-2', firstRound],
    ])
    expect(listClashes(moved)).toEqual([])
  })

  it('takes the place of a game that then has none, where it had none itself', () => {
    const off = withGamePlaced(draft, { game: 'A-2', round: null, field: null })
    const moved = withGamePlaced(off, moveTo('A-2', { round: firstRound, field: 'field-1' }, off))
    expect(moved.unplaced.map(({ game }) => game)).toEqual(['A-1'])
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

  it('keeps the length of a game that was played before the day was shortened', () => {
    const end = `${date}T11:50:00-06:00`
    const games = draft.games.map((one) => (one.id === 'A-2' ? { ...one, end } : one))
    const moved = withGamePlaced({ ...draft, games }, { game: 'A-1', round: firstRound, field: 'field-2' })
    expect(moved.games[1]?.end).toBe(end)
  })

  it('conflicts with no game that is canceled, and is played again where it was itself', () => {
    const games = draft.games.map((one) => (one.id === 'A-1' ? { ...one, status: 'cancelled' as const } : one))
    const withCancelled = { ...draft, games }
    const onIt = withGamePlaced(withCancelled, moveTo('A-2', { round: firstRound, field: 'field-1' }, withCancelled))
    expect([onIt.conflicts, onIt.games[0]?.status]).toEqual([[], 'cancelled'])
    const itself = withGamePlaced(withCancelled, { game: 'A-1', round: secondRound, field: 'field-2' })
    expect(itself.games[0]?.status).toBe('scheduled')
  })

  it('begins after the game from which its team comes, or is in conflict with it', () => {
    const final = game('C1', { team: null, from: 'Winner of A-1' }, side('Pie'), 1)
    const withFinal = { ...draft, games: [...draft.games.slice(0, 1), final] }
    expect(withGamePlaced(withFinal, { game: 'C1', round: secondRound, field: 'field-2' }).conflicts).toEqual([])
    const early = withGamePlaced(withFinal, { game: 'C1', round: firstRound, field: 'field-2' })
    expect(early.conflicts.map(({ games }) => games)).toEqual([['A-1', 'C1']])
  })
})

it('names a place by field and time', () => {
  expect(placeName(draft, { round: secondRound, field: 'field-2' })).toBe('Field 2, 10:20 AM')
  expect(placeName(draft, { round: null, field: null })).toBe('')
})
