import type { TimedCommand } from '../../language/command.ts'
import { scheduleErrors } from '../errors.ts'
import type { Division } from '../team.ts'
import type { ScheduleEvent } from './events.ts'
import { listKnownTeams, type PlannedGame, poolDays } from './plan.ts'
import { evolve, initialState, isOfBracket, type Schedule } from './schedule.ts'
import { makeSchedule } from './schedule-maker.ts'

/** A public pool, with the ids of its teams. */
export interface PoolToPlay {
  readonly id: string
  readonly name: string
  readonly letter: string
  readonly division: Division
  readonly teams: readonly string[]
}

/** `played` are the ids of games that have a score; `newId` returns the id of a new game. */
export type GenerateSchedule = TimedCommand<
  'GenerateSchedule',
  {
    readonly seed: number
    readonly pools: readonly PoolToPlay[]
    readonly played: ReadonlySet<string>
    readonly newId: () => string
  }
>

/** Every pair of a pool plays once. A game that a pair had before keeps its id; one with a score also keeps its place. */
export function generateSchedule({ data }: GenerateSchedule, { draft }: Schedule): ScheduleEvent[] {
  const { seed, pools, played, newId } = data
  if (pools.length === 0) scheduleErrors.fail('NO_POOLS')
  const gamesBefore = new Map(
    draft.games.flatMap((game) => (game.pool ? [[formatPair(game.pool.id, listKnownTeams(game)), game] as const] : [])),
  )
  const games = pools.flatMap((pool) =>
    listPairings(pool.teams).map(([home, away], index): PlannedGame => {
      const before = gamesBefore.get(formatPair(pool.id, [home, away]))
      const playedBefore = before && played.has(before.id) ? before : null
      return {
        id: before?.id ?? newId(),
        division: pool.division,
        label: `${pool.letter}-${index + 1}`,
        pool: { id: pool.id, name: pool.name },
        places: null,
        home: playedBefore?.home ?? { team: home },
        away: playedBefore?.away ?? { team: away },
        round: playedBefore?.round ?? null,
        field: playedBefore?.field ?? null,
        start: playedBefore?.start ?? null,
        minutes: playedBefore?.minutes,
        reason: null,
      }
    }),
  )
  const days = new Set(poolDays(draft.settings).map(({ date }) => date))
  const isFixed = ({ id, round, field }: PlannedGame) => played.has(id) && round !== null && field !== null
  const toGameToPlace = (game: PlannedGame) => ({ id: game.id, pool: game.pool?.id ?? '', teams: listKnownTeams(game) })
  const { settings, rounds } = draft
  const { placements, unplaced } = makeSchedule({
    rounds: rounds
      .filter(({ day }) => days.has(day))
      .map(({ id, start, end }) => ({ id, start: Date.parse(start), end: Date.parse(end) })),
    fields: settings.fields.map(({ id }) => id),
    games: games.filter((game) => !isFixed(game)).map(toGameToPlace),
    fixed: [...games.filter(isFixed), ...draft.games.filter(isOfBracket)].flatMap((game) =>
      game.round !== null && game.field !== null
        ? [{ ...toGameToPlace(game), round: game.round, field: game.field }]
        : [],
    ),
    seed,
    maxInARow: settings.max_in_a_row,
    minRestMinutes: settings.min_rest_minutes,
  })
  const reasons = new Map(unplaced.map(({ game, reason }) => [game, reason]))
  const placed = games.map((game): PlannedGame => {
    if (isFixed(game)) return game
    return { ...game, ...(placements.get(game.id) ?? {}), reason: reasons.get(game.id) ?? null }
  })
  return [{ type: 'ScheduleGenerated', data: { seed, games: placed } }]
}

/** The ids of a pool and of two of its teams, which name a game whichever team is home. */
const formatPair = (pool: string, teams: readonly string[]): string => [pool, ...teams.toSorted()].join(' ')

/** Lists every pair once. Each team is home as often as away, or once more or less. */
function listPairings(teams: readonly string[]): [string, string][] {
  return teams.flatMap((one, index) =>
    teams.slice(index + 1).map((other, after): [string, string] => (after % 2 === 0 ? [one, other] : [other, one])),
  )
}

export const generateScheduleDecider = { decide: generateSchedule, evolve, initialState }
