import type { Decider, TimedCommand } from '../../language/command.ts'
import { scheduleErrors } from '../errors.ts'
import { type Division, divisions } from '../team.ts'
import { findConflicts, stopsPublication } from './conflicts.ts'
import type { ScheduleEvent } from './events.ts'
import {
  defaultSettings,
  type Field,
  listKnownTeams,
  listRounds,
  type Plan,
  type PlannedGame,
  type ScheduleDay,
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

const isSameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const isUnchanged = (schedule: Schedule): boolean => isSameText(schedule, initialState())

/** Returns the schedule with the settings of its edition, which no event has stored before the first change. */
export const withEditionSettings = (schedule: Schedule, settings: ScheduleSettings): Schedule =>
  isUnchanged(schedule) ? { ...schedule, draft: withSettings(schedule.draft, settings) } : schedule

/** Returns a decider that decides the same, but with the first change also stores the settings of the edition. */
export function storeEditionSettings<C extends TimedCommand>(
  decider: Decider<Schedule, C, ScheduleEvent>,
  settings: ScheduleSettings,
): Decider<Schedule, C, ScheduleEvent> {
  return {
    ...decider,
    decide: (command, schedule) => {
      if (!isUnchanged(schedule) || isSameText(settings, schedule.draft.settings))
        return decider.decide(command, schedule)
      const events = [decider.decide(command, withEditionSettings(schedule, settings))].flat()
      return events.length === 0 ? [] : [{ type: 'ScheduleSettingsChanged', data: { settings } }, ...events]
    },
  }
}

/** Games whose round or field is gone lose their place. */
function withSettings(plan: Plan, settings: ScheduleSettings): Plan {
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

/** The settings as the TD enters them: fields by their names. */
interface SettingsToSet extends Omit<ScheduleSettings, 'fields'> {
  readonly fields: readonly string[]
}
export type ChangeSettings = TimedCommand<'ChangeSettings', { readonly settings: SettingsToSet }>

export function changeSettings({ data: { settings } }: ChangeSettings, { draft }: Schedule): ScheduleEvent[] {
  const errors = findBrokenRules(settings)
  if (Object.keys(errors).length > 0) scheduleErrors.fail('SCHEDULE_SETTINGS', errors)
  const newSettings = orderKeys({ ...settings, fields: identifyFields(draft.settings.fields, settings.fields) })
  if (isSameText(newSettings, orderKeys(draft.settings))) return []
  return [{ type: 'ScheduleSettingsChanged', data: { settings: newSettings } }]
}

/** Puts the keys in one order, so that equal settings are equal text. */
const orderKeys = (settings: ScheduleSettings): ScheduleSettings => ({
  fields: settings.fields.map(({ id, name }) => ({ id, name })),
  days: settings.days.map(({ date, first_start, rounds }) => ({ date, first_start, rounds })),
  game_minutes: settings.game_minutes,
  slot_minutes: settings.slot_minutes,
  max_in_a_row: settings.max_in_a_row,
  min_rest_minutes: settings.min_rest_minutes,
})

/** Gives each name an id. A field keeps its id, and so its games, while its name stays or it is renamed in its position. */
function identifyFields(before: readonly Field[], names: readonly string[]): Field[] {
  const namesNow = new Set(names)
  const usedIds = new Set<string>()
  const createId = (): string => {
    let number = 1
    while (usedIds.has(`field-${number}`) || before.some(({ id }) => id === `field-${number}`)) number++
    return `field-${number}`
  }
  return names.map((name, index) => {
    const sameName = before.find((field) => field.name === name)
    const samePosition = before.length === names.length ? before[index] : undefined
    const id = sameName?.id ?? (samePosition && !namesNow.has(samePosition.name) ? samePosition.id : createId())
    usedIds.add(id)
    return { id, name }
  })
}

/** Returns sentences by field. The request checks each number alone; these rules check them together. */
function findBrokenRules(settings: SettingsToSet): Record<string, string> {
  const { fields, days, game_minutes, slot_minutes } = settings
  const dates = days.map(({ date }) => date)
  const endsAfterMidnight = ({ first_start, rounds }: ScheduleDay) => {
    const [hours = 0, minutes = 0] = first_start.split(':').map(Number)
    return hours * 60 + minutes + (rounds - 1) * slot_minutes + game_minutes > 24 * 60
  }
  const lateDay = days.findIndex(endsAfterMidnight)
  const errors: Record<string, string> = {}
  if (new Set(fields).size < fields.length) errors['fields'] = 'Two fields have the same name.'
  if (slot_minutes < game_minutes) errors['slot_minutes'] = 'A round cannot be shorter than its games.'
  if (dates.some((date, index) => index > 0 && date <= (dates[index - 1] ?? '')))
    errors['days'] = 'Days must be in order, each once.'
  if (lateDay >= 0) errors[`days.${lateDay}.rounds`] = 'The last round would end after midnight.'
  return errors
}

export const changeSettingsDecider = { decide: changeSettings, evolve, initialState }

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
