import { findConflicts, stopsPublication } from '@ultimate/events/tournament/weekend/conflicts.ts'
import {
  clockTime,
  computeMinutes,
  type GameTime,
  type Plan,
  type PlannedGame,
  removedTeam,
  type SideSource,
  showPlace,
  takenOff,
} from '@ultimate/events/tournament/weekend/plan.ts'
import {
  evolve,
  type GameMove,
  initialState,
  listPlacements,
  type Schedule,
} from '@ultimate/events/tournament/weekend/schedule.ts'
import type { Game, ScheduleDraft, Side } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { findFeeder } from '../../shown-games.ts'

export type { GameMove }

/** A round and a field, or neither. */
export type RoundAndField = Pick<GameMove, 'round' | 'field'>

/** Moves a game in the draft by the rules of the server, to show the move before the server answers. */
export function withGamePlaced(draft: ScheduleDraft, move: GameMove): ScheduleDraft {
  const schedule: Schedule = { ...initialState(), draft: buildPlan(draft) }
  const { draft: plan } = listPlacements(move, schedule.draft.games)
    .map((data) => ({ type: 'GamePlaced', data }) as const)
    .reduce(evolve, schedule)
  const plannedGames = new Map(plan.games.map((game) => [game.id, game]))
  const games = draft.games.map((game): Game => {
    const planned = plannedGames.get(game.id)
    if (!planned) return game
    // A move takes a cancellation back.
    const status = game.status === 'cancelled' && !planned.cancelled ? 'scheduled' : game.status
    return { ...game, ...showPlace(planned, plan), status }
  })
  const reasons = new Map(draft.unplaced.map(({ game, reason }) => [game, reason]))
  return {
    ...draft,
    games,
    unplaced: games
      .filter(({ start }) => start === null)
      .map(({ id }) => ({ game: id, reason: reasons.get(id) ?? takenOff })),
    conflicts: findConflicts(plan, teamNames(games)).map((conflict) => ({ ...conflict, games: [...conflict.games] })),
    published: false,
  }
}

function teamNames(games: readonly Game[]): (team: string) => string {
  const names = new Map(games.flatMap(({ home, away }) => [home, away].map(({ team }) => [team?.id, team?.name])))
  return (team) => names.get(team) ?? removedTeam
}

const listRounds = ({ days }: Pick<ScheduleDraft, 'days'>) =>
  days.flatMap(({ date, rounds }) => rounds.map((round) => ({ ...round, day: date })))

/** Builds the plan as far as moves and conflicts need it: the draft lacks ids of pools, and places that games decide. */
function buildPlan(draft: ScheduleDraft): Plan {
  const { settings, fields, games } = draft
  const rounds = new Map(listRounds(draft).map((round) => [round.id, round]))
  return {
    settings: { ...settings, fields },
    rounds: [...rounds.values()],
    games: games.map(
      (game): PlannedGame => ({
        id: game.id,
        division: game.division,
        label: game.label,
        pool: game.pool === null ? null : { id: game.pool, name: game.pool },
        places: null,
        home: toSource(game.home, game, games),
        away: toSource(game.away, game, games),
        round: game.round_id,
        field: game.field_id,
        ...findOwnTime(game, rounds.get(game.round_id ?? '')),
        cancelled: game.status === 'cancelled' || undefined,
        reason: null,
      }),
    ),
  }
}

/** Returns the start and length of a game where they differ from those of its round. */
function findOwnTime({ start, end }: Game, round: GameTime | undefined): Pick<PlannedGame, 'start' | 'minutes'> {
  if (!round || start === null || end === null) return { start: null }
  const minutes = computeMinutes({ start, end })
  return {
    start: start === round.start ? null : start,
    minutes: minutes === computeMinutes(round) ? undefined : minutes,
  }
}

function toSource(side: Side, { division }: Game, games: readonly Game[]): SideSource {
  const { team, from } = side
  const feeder = findFeeder(side)
  const game = games.find((one) => one.division === division && one.label === feeder?.label)
  if (game) return feeder?.outcome === 'Winner' ? { winner_of: game.id } : { loser_of: game.id }
  return team ? { team: team.id } : { pool: '', rank: 0, label: from }
}

/** Returns the conflicts that stop publishing: a team or a field that has two games at a time. */
export const listClashes = ({ conflicts }: ScheduleDraft) => conflicts.filter(stopsPublication)

/** Returns the conflicts that do not stop publishing: teams with too little rest. */
export const listRestConflicts = ({ conflicts }: ScheduleDraft) => conflicts.filter((one) => !stopsPublication(one))

/** Plans a move. A game in this place swaps places with the moved one, unless it is canceled. */
export function moveTo(game: string, { round, field }: RoundAndField, { games }: ScheduleDraft): GameMove {
  const gameInPlace = games.find(
    ({ id, round_id, field_id, status }) =>
      id !== game && field !== null && round_id === round && field_id === field && status !== 'cancelled',
  )
  return { game, round, field, swapWith: gameInPlace?.id }
}

/** `Field 4, 10:20 AM`. */
export function placeName({ days, fields }: ScheduleDraft, { round, field }: RoundAndField): string {
  const start = listRounds({ days }).find(({ id }) => id === round)?.start
  const name = fields.find(({ id }) => id === field)?.name
  return start && name ? `${name}, ${clockTime(start)}` : ''
}
