import type { TimedCommand } from '../../language/command.ts'
import { scheduleErrors } from '../errors.ts'
import { type Division, divisions } from '../team.ts'
import { findConflicts, stopsPublication } from './conflicts.ts'
import type { ScheduleEvent } from './events.ts'
import {
  defaultSettings,
  listKnownTeams,
  listRounds,
  type Plan,
  type PlannedGame,
  type ScheduleSettings,
  type SideSource,
} from './plan.ts'
import { cancel, collectTimes, type DayChange, type DayChangeKind, delay, shorten, withTimes } from './plan-times.ts'

/** The schedule of a weekend. */
export interface Schedule {
  /** The plan that staff work on. */
  readonly draft: Plan
  /** The plan that everybody sees; null before the first publication. */
  readonly published: Plan | null
  /** The times before each delay, cancellation or shortening of a day, the last one at the end; an undo restores them. */
  readonly delays: readonly DayChange[]
  /** The brackets by division; their games are in the plans. */
  readonly brackets: Brackets
  /** Teams that left the weekend, the first one first. */
  readonly withdrawn: readonly string[]
}

export type Brackets = { readonly [D in Division]?: MadeBracket | undefined }

export interface MadeBracket {
  /** A power of two. */
  readonly size: number
  /** Ids of games, by round. */
  readonly rounds: readonly (readonly string[])[]
  /** The origin of the team of each place, place 1 first. */
  readonly places: readonly SideSource[]
  /** True where everybody sees the bracket. */
  readonly posted: boolean
}

export const initialState = (): Schedule => ({
  draft: { settings: defaultSettings, rounds: listRounds(defaultSettings), games: [] },
  published: null,
  delays: [],
  brackets: {},
  withdrawn: [],
})

export const scheduleStream = (edition: string): string => `schedule-${edition}`

export function evolve(schedule: Schedule, event: ScheduleEvent): Schedule {
  const { draft, published, delays } = schedule
  switch (event.type) {
    case 'ScheduleSettingsChanged':
      return {
        ...schedule,
        draft: withSettings(draft, event.data.settings),
        delays: hasSameTimes(draft.settings, event.data.settings) ? delays : [],
      }
    case 'ScheduleGenerated':
      return { ...schedule, draft: { ...draft, games: [...event.data.games, ...draft.games.filter(isOfBracket)] } }
    case 'GamePlaced':
      return { ...schedule, draft: { ...draft, games: placeAt(draft.games, event.data) } }
    case 'SchedulePublished':
      return { ...schedule, published: draft }
    case 'ScheduleDelayed':
      return changeDay(schedule, 'delay', (plan) => delay(plan, event.data))
    case 'RoundCancelled':
      return changeDay(schedule, 'cancellation', (plan) => cancel(plan, event.data.games))
    case 'RoundsShortened':
      return changeDay(schedule, 'shortening', (plan) => shorten(plan, event.data))
    case 'ScheduleDelayUndone':
      return withoutLastDayChange(schedule)
    case 'BracketMade': {
      const { division, games, ...bracket } = event.data
      const brackets = { ...schedule.brackets, [division]: { ...bracket, posted: false } }
      return { ...schedule, draft: withBracket(draft, division, games), brackets }
    }
    case 'BracketPosted': {
      const { division } = event.data
      const games = draft.games.filter((game) => isOfBracket(game) && game.division === division)
      return {
        ...schedule,
        published: published && withBracket(published, division, games),
        brackets: setPosted(schedule.brackets, division, true),
      }
    }
    case 'BracketUnposted':
      return { ...schedule, brackets: setPosted(schedule.brackets, event.data.division, false) }
    case 'TeamLeftGames':
      return { ...schedule, withdrawn: [...schedule.withdrawn, event.data.team] }
    case 'SchedulePutBack':
      return event.data
    default:
      return schedule
  }
}

/** Changes draft and public plan, and remembers their times before. */
function changeDay(schedule: Schedule, kind: DayChangeKind, change: (plan: Plan) => Plan): Schedule {
  const { draft, published, delays } = schedule
  if (published === null) return schedule
  const before = {
    // A delay has no kind, because it was once the only change of a day.
    ...(kind !== 'delay' && { kind }),
    draft: collectTimes(draft, kind),
    published: collectTimes(published, kind),
  }
  return { ...schedule, draft: change(draft), published: change(published), delays: [...delays, before] }
}

function withoutLastDayChange(schedule: Schedule): Schedule {
  const { draft, published, delays } = schedule
  const last = delays.at(-1)
  if (!last || published === null) return schedule
  return {
    ...schedule,
    draft: withTimes(draft, last.draft),
    published: withTimes(published, last.published),
    delays: delays.slice(0, -1),
  }
}

export const isOfBracket = ({ pool }: PlannedGame): boolean => pool === null

/** Replaces the bracket of a division. Brackets follow pools in the order of divisions, so that equal plans are equal text. */
function withBracket(plan: Plan, division: Division, games: readonly PlannedGame[]): Plan {
  const others = plan.games.filter((game) => !isOfBracket(game) || game.division !== division)
  return { ...plan, games: [...others, ...games].toSorted((one, other) => orderOf(one) - orderOf(other)) }
}
const orderOf = (game: PlannedGame): number => (isOfBracket(game) ? divisions.indexOf(game.division) : -1)

function setPosted(brackets: Brackets, division: Division, posted: boolean): Brackets {
  const bracket = brackets[division]
  return bracket ? { ...brackets, [division]: { ...bracket, posted } } : brackets
}

/** The published games that everybody sees. Games of a bracket are among them while it is posted. */
export const listPublicGames = ({ published, brackets }: Schedule): PlannedGame[] =>
  (published?.games ?? []).filter((game) => !isOfBracket(game) || brackets[game.division]?.posted)

/**
 * The games that can have results: the public games, and those of brackets that are not posted yet. Before the first
 * publication, all games of the draft.
 */
export function gamesInPlay(schedule: Schedule): readonly PlannedGame[] {
  const { draft, published, brackets } = schedule
  if (!published) return draft.games
  const unposted = draft.games.filter((game) => isOfBracket(game) && !brackets[game.division]?.posted)
  return [...listPublicGames(schedule), ...unposted]
}

/** Returns the games in play with their times and fields. */
export const planInPlay = (schedule: Schedule): Plan => ({
  ...(schedule.published ?? schedule.draft),
  games: gamesInPlay(schedule),
})

/** Returns true if both are equal, also in the order of their keys. */
export const isSameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Puts other settings into a plan. Games whose round or field is gone lose their place. */
export function withSettings(plan: Plan, settings: ScheduleSettings): Plan {
  const keepsTimes = hasSameTimes(plan.settings, settings)
  const rounds = keepsTimes ? plan.rounds : listRounds(settings)
  const roundIds = new Set(rounds.map(({ id }) => id))
  const fieldIds = new Set(settings.fields.map(({ id }) => id))
  const games = plan.games.map((plannedGame): PlannedGame => {
    const game = keepsTimes ? plannedGame : { ...plannedGame, start: null, minutes: undefined }
    if (game.round === null || game.field === null) return game
    if (!fieldIds.has(game.field)) return withoutPlace(game, 'Its field is no longer in the list.')
    return roundIds.has(game.round) ? game : withoutPlace(game, 'Its round is no longer in the schedule.')
  })
  return { settings, rounds, games }
}

const hasSameTimes = (one: ScheduleSettings, other: ScheduleSettings): boolean =>
  isSameText(pickTimeSettings(one), pickTimeSettings(other))

const pickTimeSettings = ({ days, game_minutes, slot_minutes }: ScheduleSettings) => ({
  days: days.map(({ date, first_start, rounds }) => [date, first_start, rounds]),
  game_minutes,
  slot_minutes,
})

const withoutPlace = (game: PlannedGame, reason: string | null): PlannedGame => ({
  ...game,
  round: null,
  field: null,
  start: null,
  minutes: undefined,
  cancelled: undefined,
  reason,
})

/** The id of a game with its place; round and field are null where it has none. */
export interface PlacedGame {
  readonly game: string
  readonly round: string | null
  readonly field: string | null
}

const placeAt = (games: readonly PlannedGame[], { game: id, round, field }: PlacedGame): PlannedGame[] =>
  games.map((game) => (game.id === id ? { ...withoutPlace(game, null), round, field } : game))

export interface GameMove extends PlacedGame {
  /** The id of the game that has this place now; it gets the place of the moved game. */
  readonly swapWith?: string | undefined
}

/** Returns the places after the move: of the moved game, and of the game with which it swaps. */
export function listPlacements({ swapWith, ...move }: GameMove, games: readonly PlannedGame[]): PlacedGame[] {
  const movedGame = games.find(({ id }) => id === move.game)
  if (swapWith === undefined || !movedGame) return [move]
  return [move, { game: swapWith, round: movedGame.round, field: movedGame.field }]
}

/** The place may cause conflicts: only a publication rejects them. */
export type PlaceGame = TimedCommand<'PlaceGame', GameMove & Record<string, unknown>>

export function placeGame({ data }: PlaceGame, { draft }: Schedule): ScheduleEvent[] {
  const { game: id, round, field, swapWith } = data
  const game = draft.games.find((one) => one.id === id)
  if (!game) return scheduleErrors.fail('GAME_NOT_FOUND')
  if ((round === null) !== (field === null)) scheduleErrors.fail('GAME_PLACE')
  if (round !== null && !draft.rounds.some((one) => one.id === round))
    scheduleErrors.fail('GAME_PLACE', { round_id: 'There is no such round.' })
  if (field !== null && !draft.settings.fields.some((one) => one.id === field))
    scheduleErrors.fail('GAME_PLACE', { field_id: 'There is no such field.' })
  if (isAt(game, data) && !game.cancelled) return []
  if (swapWith !== undefined && !draft.games.some((one) => one.id === swapWith && isAt(one, data)))
    scheduleErrors.fail('GAME_PLACE', { swap_with: 'That game is not in this place.' })
  const placements = listPlacements({ game: id, round, field, swapWith }, draft.games)
  return placements.map((placement) => ({ type: 'GamePlaced', data: placement }))
}

const isAt = (game: PlannedGame, { round, field }: Omit<PlacedGame, 'game'>): boolean =>
  game.round === round && game.field === field

export const placeGameDecider = { decide: placeGame, evolve, initialState }

export type PublishSchedule = TimedCommand<'PublishSchedule', Record<string, never>>

export function publishSchedule(_command: PublishSchedule, { draft, published }: Schedule): ScheduleEvent[] {
  if (draft.games.length === 0) scheduleErrors.fail('NO_GAMES')
  if (findConflicts(draft, (team) => team).some(stopsPublication)) scheduleErrors.fail('SCHEDULE_HAS_CONFLICTS')
  return isSameText(draft, published) ? [] : [{ type: 'SchedulePublished', data: {} }]
}

export const publishScheduleDecider = { decide: publishSchedule, evolve, initialState }

export type LeaveGames = TimedCommand<'LeaveGames', { readonly team: string; readonly reason: string }>

/** The team plays no more: its games without a result count as forfeited, also those of a bracket that come later. */
export function leaveGames({ data: { team, reason } }: LeaveGames, schedule: Schedule): ScheduleEvent[] {
  if (schedule.withdrawn.includes(team)) return []
  const plays = gamesInPlay(schedule).some((game) => listKnownTeams(game).includes(team))
  return plays ? [{ type: 'TeamLeftGames', data: { team, reason } }] : scheduleErrors.fail('TEAM_HAS_NO_GAMES')
}

export const leaveGamesDecider = { decide: leaveGames, evolve, initialState }

/** Undoes an earlier change: `schedule` is how it was before. */
export type PutBackSchedule = TimedCommand<'PutBackSchedule', { readonly schedule: Schedule }>

export function putBackSchedule({ data: { schedule } }: PutBackSchedule, current: Schedule): ScheduleEvent[] {
  return isSameText(schedule, current) ? [] : [{ type: 'SchedulePutBack', data: schedule }]
}

export const putBackScheduleDecider = { decide: putBackSchedule, evolve, initialState }
