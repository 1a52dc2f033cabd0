import { makeBracket, pointsOf, type Source } from '@ultimate/events/tournament/weekend/bracket.ts'
import type { PostedBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import { venueIso } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game, Side } from '@ultimate/events/tournament/weekend/schedule-api.ts'

const teams = [
  'Gravy Boats',
  'Kudzu Kids',
  'Moon Pie Marks',
  'Pie High Release',
  'Stall Nine and Three Quarters',
  'Turkey Trot Defense',
  'Okra Opera',
  'Sweet Potato Pylons',
].map((name, index) => ({ id: `0b6ad7a4-3c1e-4d2b-9a55-6a9e0f1f2c4${index}`, name }))
const seeds = teams.map((_, index) => ({
  pool: index % 2 === 0 ? 'a' : 'b',
  letter: index % 2 === 0 ? 'A' : 'B',
  rank: Math.floor(index / 2) + 1,
}))
const firstStart = Date.parse('2025-11-23T09:00:00-06:00')
const minute = 60_000

/** A bracket of eight teams after its first round and one semifinal: the better seed has won. */
export function playedBracket(posted: boolean): PostedBracket {
  let number = 0
  const newId = () => `0b6ad7a4-3c1e-4d2b-9a55-6a9e0f1f2d${String(++number).padStart(2, '0')}`
  const { size, games, places } = makeBracket({ seeds, letter: 'R', newId })
  const shown = new Map<string, Game>()
  const findTeam = (source: Source): (typeof teams)[number] | null => {
    if (source.kind === 'seed') return teams[source.seed - 1] ?? null
    const { home, away, score } = shown.get(source.game) ?? {}
    if (!score) return null
    return ((source.kind === 'winner') === score.home > score.away ? home : away)?.team ?? null
  }
  const buildSide = (source: Source): Side => {
    const label = source.kind === 'seed' ? '' : shown.get(source.game)?.label
    const { letter = '', rank = 0 } = source.kind === 'seed' ? (seeds[source.seed - 1] ?? {}) : {}
    const from =
      source.kind === 'seed' ? `${letter}${rank}` : `${source.kind === 'winner' ? 'Winner' : 'Loser'} of ${label}`
    return { team: findTeam(source), from }
  }
  for (const [index, { id, label, round, places: reach, home, away }] of games.entries()) {
    const start = firstStart + (round - 1) * 80 * minute
    const isPlayed = index < 5
    shown.set(id, {
      id,
      division: 'rec',
      stage: 'bracket',
      pool: null,
      label,
      plays_to: pointsOf(reach),
      round_id: `2025-11-23-${round}`,
      field_id: `field-${(index % 4) + 1}`,
      start: venueIso(start),
      end: venueIso(start + 70 * minute),
      home: buildSide(home),
      away: buildSide(away),
      status: !isPlayed ? 'scheduled' : index === 4 ? 'provisional' : 'final',
      score: isPlayed ? { home: pointsOf(reach), away: 4 + index } : null,
      forfeit: null,
      places: [...reach],
      flag: null,
      version: 0,
    })
  }
  const byRound = Map.groupBy(games, ({ round }) => round)
  return {
    posted,
    bracket: {
      size,
      rounds: [...byRound].map(([round, those]) => ({
        number: round,
        games: those.flatMap(({ id }) => shown.get(id) ?? []),
      })),
      places: places.map((source, index) => ({ place: index + 1, team: findTeam(source) })),
    },
  }
}
