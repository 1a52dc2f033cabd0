import {
  clockTime,
  findConflicts,
  listRounds,
  type Plan,
  type PlannedGame,
  removedTeam,
  type SideSource,
  takenOff,
  timeOf,
} from '@ultimate/events/tournament/weekend/plan.ts'
import { evolve, type PlacedGame } from '@ultimate/events/tournament/weekend/schedule.ts'
import type { Game, ScheduleDraft, Side } from '@ultimate/events/tournament/weekend/schedule-api.ts'

export type { PlacedGame }

/** The draft with one game elsewhere, by the rules of the server, while its answer is awaited. */
export function withGamePlaced(draft: ScheduleDraft, placed: PlacedGame): ScheduleDraft {
  const before = { draft: planOf(draft), published: null, delays: [] }
  const { draft: plan } = evolve(before, { type: 'GamePlaced', data: placed })
  const planned = new Map(plan.games.map((game) => [game.id, game]))
  const games = draft.games.map((game): Game => {
    const after = planned.get(game.id)
    const time = after ? timeOf(after, plan) : null
    return {
      ...game,
      round_id: time && (after?.round ?? null),
      field_id: time && (after?.field ?? null),
      start: time?.start ?? null,
      end: time?.end ?? null,
    }
  })
  const reasons = new Map(draft.unplaced.map(({ game, reason }) => [game, reason]))
  return {
    ...draft,
    games,
    unplaced: games
      .filter(({ start }) => start === null)
      .map(({ id }) => ({ game: id, reason: reasons.get(id) ?? takenOff })),
    conflicts: findConflicts(plan, nameIn(games)).map((conflict) => ({ ...conflict, games: [...conflict.games] })),
    published: false,
  }
}

function nameIn(games: readonly Game[]): (team: string) => string {
  const names = new Map(games.flatMap(({ home, away }) => [home, away].map(({ team }) => [team?.id, team?.name])))
  return (team) => names.get(team) ?? removedTeam
}

const roundsOf = ({ days }: Pick<ScheduleDraft, 'days'>) =>
  days.flatMap(({ date, rounds }) => rounds.map((round) => ({ ...round, day: date })))

function planOf(draft: ScheduleDraft): Plan {
  const { settings, fields, games } = draft
  const rounds = roundsOf(draft)
  const starts = new Map(rounds.map(({ id, start }) => [id, start]))
  return {
    settings: { ...settings, fields },
    rounds,
    games: games.map(
      (game): PlannedGame => ({
        id: game.id,
        division: game.division,
        label: game.label,
        pool: game.pool === null ? null : { id: game.pool, name: game.pool },
        places: null,
        home: sourceOf(game.home, game, games),
        away: sourceOf(game.away, game, games),
        round: game.round_id,
        field: game.field_id,
        start: game.start === starts.get(game.round_id ?? '') ? null : game.start,
        reason: null,
      }),
    ),
  }
}

/** `Winner of C3` names another game of the division. */
function sourceOf({ team, from }: Side, { division }: Game, games: readonly Game[]): SideSource {
  const [, word, label] = /^(Winner|Loser) of (.+)$/.exec(from) ?? []
  const feeder = games.find((game) => game.division === division && game.label === label)
  if (feeder) return word === 'Winner' ? { winner_of: feeder.id } : { loser_of: feeder.id }
  return team ? { team: team.id } : { pool: '', rank: 0, label: from }
}

/** Whether rounds or games begin at other times than the settings say, as after a delay. */
export function isDelayed({ settings, fields, days, games }: ScheduleDraft): boolean {
  const rounds = roundsOf({ days })
  const starts = new Map(rounds.map(({ id, start }) => [id, start]))
  const isMoved = listRounds({ ...settings, fields }).some(({ id, start }) => starts.get(id) !== start)
  return isMoved || games.some(({ round_id, start }) => start !== null && start !== starts.get(round_id ?? ''))
}

/** What stops publishing: a team or a field that has two games at a time. */
export const listClashes = ({ conflicts }: ScheduleDraft) => conflicts.filter(({ kind }) => kind !== 'rest')

/** What publishing leaves open. */
export const listTired = ({ conflicts }: ScheduleDraft) => conflicts.filter(({ kind }) => kind === 'rest')

/** `Field 4, 10:20 AM`. */
export function placeName({ days, fields }: ScheduleDraft, { round, field }: Omit<PlacedGame, 'game'>): string {
  const start = roundsOf({ days }).find(({ id }) => id === round)?.start
  const name = fields.find(({ id }) => id === field)?.name
  return start && name ? `${name}, ${clockTime(start)}` : ''
}
