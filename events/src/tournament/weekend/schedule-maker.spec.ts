import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GameToPlace, makeSchedule, type RoundToFill, type ScheduleToMake } from './schedule-maker.ts'

const minute = 60_000
const makeRounds = (count: number, slotMinutes = 80, gameMinutes = 70): RoundToFill[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `round ${index + 1}`,
    start: index * slotMinutes * minute,
    end: (index * slotMinutes + gameMinutes) * minute,
  }))
const makeFields = (count: number) => Array.from({ length: count }, (_, index) => `Field ${index + 1}`)

/** Every pair of each pool once. */
const makeGames = (sizes: readonly number[]): GameToPlace[] =>
  sizes.flatMap((size, pool) => {
    const teams = Array.from({ length: size }, (_, index) => `${pool}.${index}`)
    return teams.flatMap((home, index) =>
      teams
        .slice(index + 1)
        .map((away) => ({ id: `${home}-${away}`, pool: String(pool), teams: [home, away] as const })),
    )
  })

const usual = { rounds: makeRounds(6), fields: makeFields(12), fixed: [], seed: 1, maxInARow: 2, minRestMinutes: 10 }

interface Placed extends GameToPlace {
  readonly time: RoundToFill
  readonly field: string
}
const placedGames = (wanted: ScheduleToMake, made: ReturnType<typeof makeSchedule>): Placed[] => [
  ...wanted.games.flatMap((game) => {
    const at = made.placements.get(game.id)
    const time = wanted.rounds.find(({ id }) => id === at?.round)
    return at && time ? [{ ...game, time, field: at.field }] : []
  }),
  ...wanted.fixed.flatMap((game) => {
    const time = wanted.rounds.find(({ id }) => id === game.round)
    return time ? [{ ...game, time }] : []
  }),
]

/** Lists what a director would complain about. */
function complaints(wanted: ScheduleToMake, made: ReturnType<typeof makeSchedule>): string[] {
  const games = placedGames(wanted, made)
  const places = [...Map.groupBy(games, ({ time, field }) => `${time.id} on ${field}`)]
  const teams = [...new Set(games.flatMap((game) => game.teams))]
  return [
    ...places.filter(([, there]) => there.length > 1).map(([place]) => `two games in ${place}`),
    ...teams.flatMap((team) => listComplaints(team, games, wanted)),
  ]
}

function listComplaints(
  team: string,
  games: readonly Placed[],
  { minRestMinutes, maxInARow }: ScheduleToMake,
): string[] {
  const own = games.filter((game) => game.teams.includes(team)).map(({ time }) => time)
  own.sort((one, other) => one.start - other.start)
  const rests = own.slice(1).map((time, index) => time.start - (own[index]?.end ?? 0))
  const rows = rests.map((rest) => (rest < 70 * minute ? 'x' : ' ')).join('')
  return [
    ...(rests.some((rest) => rest < minRestMinutes * minute) ? [`${team} has no rest`] : []),
    ...(rows.includes('x'.repeat(maxInARow)) ? [`${team} plays too often in a row`] : []),
  ]
}

describe('A schedule of pool games', () => {
  it('places all games of nine pools of four on twelve fields in six rounds', () => {
    const wanted = { ...usual, games: makeGames(Array(9).fill(4)) }
    const made = makeSchedule(wanted)
    expect(made.unplaced).toEqual([])
    expect(complaints(wanted, made)).toEqual([])
    const perRound = [...Map.groupBy(placedGames(wanted, made), ({ time }) => time.id).values()].map(
      ({ length }) => length,
    )
    expect(perRound).toEqual([9, 9, 9, 9, 9, 9])
  })

  it('places all games of seven pools of five on fourteen fields', () => {
    const wanted = { ...usual, fields: makeFields(14), games: makeGames(Array(7).fill(5)) }
    const made = makeSchedule(wanted)
    expect(made.unplaced).toEqual([])
    expect(complaints(wanted, made)).toEqual([])
  })

  it('spreads the games of a team over fields', () => {
    const wanted = { ...usual, games: makeGames(Array(9).fill(4)) }
    const games = placedGames(wanted, makeSchedule(wanted))
    const fields = games.filter(({ teams }) => teams.includes('0.0')).map(({ field }) => field)
    expect(new Set(fields).size).toBe(fields.length)
  })

  it('names each game that has no place because the fields are taken', () => {
    const wanted = { ...usual, fields: makeFields(1), games: makeGames([2, 2, 2, 2, 2, 2, 2]) }
    const made = makeSchedule(wanted)
    expect(made.placements.size).toBe(6)
    expect(made.unplaced).toEqual([
      { game: expect.any(String), reason: 'Every field is taken in the rounds in which both teams could play.' },
    ])
  })

  it('names each game whose teams would have no rest', () => {
    const wanted = { ...usual, rounds: makeRounds(3), games: makeGames([4]), maxInARow: 1 }
    const made = makeSchedule(wanted)
    expect(made.unplaced.length).toBeGreaterThan(0)
    expect(made.unplaced[0]?.reason).toBe(
      'There is no round in which both teams are free and rested (at most 1 game in a row, 10 minutes of rest).',
    )
  })

  it('asks for a pause between rounds where rest is longer than what lies between them', () => {
    const wanted = { ...usual, games: makeGames([3]), minRestMinutes: 20 }
    const made = makeSchedule(wanted)
    expect(made.unplaced).toEqual([])
    expect(complaints(wanted, made)).toEqual([])
  })

  it('says that there are no rounds', () => {
    expect(makeSchedule({ ...usual, rounds: [], games: makeGames([2]) }).unplaced).toEqual([
      { game: '0.0-0.1', reason: 'There are no rounds for pool games.' },
    ])
  })

  it('leaves games with a score where they are', () => {
    const [played, ...games] = makeGames([4])
    const fixed = [{ ...(played as GameToPlace), round: 'round 1', field: 'Field 1' }]
    const wanted = { ...usual, games, fixed }
    const made = makeSchedule(wanted)
    expect(made.unplaced).toEqual([])
    expect(complaints(wanted, made)).toEqual([])
    expect(made.placements.has(played?.id ?? '')).toBe(false)
  })

  const anyLineUp = fc
    .record({
      sizes: fc.array(fc.integer({ min: 2, max: 8 }), { minLength: 2, maxLength: 10 }),
      fields: fc.integer({ min: 1, max: 12 }),
      rounds: fc.integer({ min: 1, max: 8 }),
      maxInARow: fc.integer({ min: 1, max: 3 }),
      minRestMinutes: fc.constantFrom(0, 10, 30),
      seed: fc.integer({ min: 0, max: 1_000_000 }),
    })
    .map(({ sizes, fields, rounds, ...rest }) => ({
      ...rest,
      fixed: [],
      games: makeGames(sizes),
      fields: makeFields(fields),
      rounds: makeRounds(rounds),
    }))

  it('has no conflict and no team without rest in any line-up', () => {
    fc.assert(
      fc.property(anyLineUp, (wanted) => {
        const made = makeSchedule(wanted)
        expect(complaints(wanted, made)).toEqual([])
        expect(made.placements.size + made.unplaced.length).toBe(wanted.games.length)
      }),
      { numRuns: 100 },
    )
  })

  it('is the same for the same seed', () => {
    fc.assert(
      fc.property(anyLineUp, (wanted) => {
        expect([...makeSchedule(wanted).placements]).toEqual([...makeSchedule(wanted).placements])
      }),
      { numRuns: 5 },
    )
  })
})
