import type { Decider, TimedCommand } from '../../language/command.ts'
import { scheduleErrors } from '../errors.ts'
import { type Division, divisions } from '../team.ts'
import type { ScheduleEvent } from './events.ts'
import {
  defaultSettings,
  type Field,
  findConflicts,
  listRounds,
  type Plan,
  type PlannedGame,
  type ScheduleDay,
  type ScheduleSettings,
  type SideSource,
  stopsPublication,
} from './plan.ts'
import {
  collectTimes,
  type DayChange,
  type DayChangeKind,
  delayed,
  shortened,
  withCancelled,
  withTimes,
} from './plan-times.ts'

/** The schedule of a weekend: what staff work on, what everybody sees, and the changes of a day that can be taken back. */
export interface Schedule {
  readonly draft: Plan
  readonly published: Plan | null
  /** The times before each change of a day, the last one at the end. */
  readonly delays: readonly DayChange[]
  /** Their games are in the plans. */
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
  /** Everybody sees it. */
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
      return { ...schedule, draft: { ...draft, games: withPlace(draft.games, event.data) } }
    case 'SchedulePublished':
      return { ...schedule, published: draft }
    case 'ScheduleDelayed':
      return withDayChange(schedule, 'delay', (plan) => delayed(plan, event.data))
    case 'RoundCancelled':
      return withDayChange(schedule, 'cancellation', (plan) => withCancelled(plan, event.data.games))
    case 'RoundsShortened':
      return withDayChange(schedule, 'shortening', (plan) => shortened(plan, event.data))
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
      const isPublic = published && withBracket(published, division, games)
      return { ...schedule, published: isPublic, brackets: withPosted(schedule.brackets, division, true) }
    }
    case 'BracketUnposted':
      return { ...schedule, brackets: withPosted(schedule.brackets, event.data.division, false) }
    case 'TeamLeftGames':
      return { ...schedule, withdrawn: [...schedule.withdrawn, event.data.team] }
    case 'SchedulePutBack':
      return event.data
    default:
      return schedule
  }
}

/** Changes what is public along with the draft, and remembers how to go back. */
function withDayChange(schedule: Schedule, kind: DayChangeKind, change: (plan: Plan) => Plan): Schedule {
  const { draft, published, delays } = schedule
  if (published === null) return schedule
  const before = {
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

/** Brackets after pools, in the order of divisions, so that equal plans are equal text. */
function withBracket(plan: Plan, division: Division, games: readonly PlannedGame[]): Plan {
  const others = plan.games.filter((game) => !isOfBracket(game) || game.division !== division)
  return { ...plan, games: [...others, ...games].toSorted((one, other) => orderOf(one) - orderOf(other)) }
}
const orderOf = (game: PlannedGame): number => (isOfBracket(game) ? divisions.indexOf(game.division) : -1)

function withPosted(brackets: Brackets, division: Division, posted: boolean): Brackets {
  const bracket = brackets[division]
  return bracket ? { ...brackets, [division]: { ...bracket, posted } } : brackets
}

/** The published games that everybody sees: those of a bracket once it is posted. */
export const listPublicGames = ({ published, brackets }: Schedule): PlannedGame[] =>
  (published?.games ?? []).filter((game) => !isOfBracket(game) || brackets[game.division]?.posted)

/** The games that are played: the public ones and those of brackets which are not posted yet; the draft before. */
export function gamesInPlay(schedule: Schedule): readonly PlannedGame[] {
  const { draft, published, brackets } = schedule
  if (!published) return draft.games
  const waiting = draft.games.filter((game) => isOfBracket(game) && !brackets[game.division]?.posted)
  return [...listPublicGames(schedule), ...waiting]
}

/** Returns the games in play with their times and fields. */
export const planInPlay = (schedule: Schedule): Plan => ({
  ...(schedule.published ?? schedule.draft),
  games: gamesInPlay(schedule),
})

/** True while nothing of it was changed. */
const isUntouched = (schedule: Schedule): boolean => JSON.stringify(schedule) === JSON.stringify(initialState())

/** A schedule that nothing was changed of, with what staff begin with. */
export const begunWith = (schedule: Schedule, settings: ScheduleSettings): Schedule =>
  isUntouched(schedule) ? { ...schedule, draft: withSettings(schedule.draft, settings) } : schedule

/** The decider of a schedule that begins with these settings: the first change stores them too. */
export function beginningWith<C extends TimedCommand>(
  decider: Decider<Schedule, C, ScheduleEvent>,
  settings: ScheduleSettings,
): Decider<Schedule, C, ScheduleEvent> {
  return {
    ...decider,
    decide: (command, schedule) => {
      if (!isUntouched(schedule) || isSameText(settings, schedule.draft.settings))
        return decider.decide(command, schedule)
      const decided = [decider.decide(command, begunWith(schedule, settings))].flat()
      return decided.length === 0 ? [] : [{ type: 'ScheduleSettingsChanged', data: { settings } }, ...decided]
    },
  }
}

const isSameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Games whose round or field is gone lose their place. */
function withSettings(plan: Plan, settings: ScheduleSettings): Plan {
  const isSameTime = hasSameTimes(plan.settings, settings)
  const rounds = isSameTime ? plan.rounds : listRounds(settings)
  const hasRound = new Set(rounds.map(({ id }) => id))
  const hasField = new Set(settings.fields.map(({ id }) => id))
  const games = plan.games.map((game): PlannedGame => {
    const timed = isSameTime ? game : { ...game, start: null, minutes: undefined }
    if (game.round === null || game.field === null) return timed
    if (!hasField.has(game.field)) return withoutPlace(timed, 'Its field is no longer in the list.')
    return hasRound.has(game.round) ? timed : withoutPlace(timed, 'Its round is no longer in the schedule.')
  })
  return { settings, rounds, games }
}

const hasSameTimes = (one: ScheduleSettings, other: ScheduleSettings): boolean =>
  JSON.stringify(timeSettings(one)) === JSON.stringify(timeSettings(other))

const timeSettings = ({ days, game_minutes, slot_minutes }: ScheduleSettings) => ({
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

/** A game with its place; both are null where it has none. */
export interface PlacedGame {
  readonly game: string
  readonly round: string | null
  readonly field: string | null
}

const withPlace = (games: readonly PlannedGame[], { game: id, round, field }: PlacedGame): PlannedGame[] =>
  games.map((game) => (game.id === id ? { ...withoutPlace(game, null), round, field } : game))

/** The settings as the TD enters them: fields by their names. */
interface SettingsToSet extends Omit<ScheduleSettings, 'fields'> {
  readonly fields: readonly string[]
}
export type ChangeSettings = TimedCommand<'ChangeSettings', { readonly settings: SettingsToSet }>

export function changeSettings({ data: { settings } }: ChangeSettings, { draft }: Schedule): ScheduleEvent[] {
  const broken = brokenRules(settings)
  if (Object.keys(broken).length > 0) scheduleErrors.fail('SCHEDULE_SETTINGS', broken)
  const changed = { ...settings, fields: identifyFields(draft.settings.fields, settings.fields) }
  if (JSON.stringify(orderKeys(changed)) === JSON.stringify(orderKeys(draft.settings))) return []
  return [{ type: 'ScheduleSettingsChanged', data: { settings: orderKeys(changed) } }]
}

/** Keys in one order, so that equal settings are equal text. */
const orderKeys = (settings: ScheduleSettings): ScheduleSettings => ({
  fields: settings.fields.map(({ id, name }) => ({ id, name })),
  days: settings.days.map(({ date, first_start, rounds }) => ({ date, first_start, rounds })),
  game_minutes: settings.game_minutes,
  slot_minutes: settings.slot_minutes,
  max_in_a_row: settings.max_in_a_row,
  min_rest_minutes: settings.min_rest_minutes,
})

/** A field keeps its id with its name, and when it is renamed in its place: its games stay on it. */
function identifyFields(before: readonly Field[], names: readonly string[]): Field[] {
  const stays = new Set(names)
  const used = new Set<string>()
  const nextId = (): string => {
    let number = 1
    while (used.has(`field-${number}`) || before.some(({ id }) => id === `field-${number}`)) number++
    return `field-${number}`
  }
  return names.map((name, index) => {
    const same = before.find((field) => field.name === name)
    const renamed = before.length === names.length ? before[index] : undefined
    const id = same?.id ?? (renamed && !stays.has(renamed.name) ? renamed.id : nextId())
    used.add(id)
    return { id, name }
  })
}

/** Returns sentences by field. The request checks each number alone; the rules here check them together. */
function brokenRules(settings: SettingsToSet): Record<string, string> {
  const { fields, days, game_minutes, slot_minutes } = settings
  const dates = days.map(({ date }) => date)
  const isLate = ({ first_start, rounds }: ScheduleDay) => {
    const [hours = 0, minutes = 0] = first_start.split(':').map(Number)
    return hours * 60 + minutes + (rounds - 1) * slot_minutes + game_minutes > 24 * 60
  }
  const late = days.findIndex(isLate)
  return {
    ...(new Set(fields).size < fields.length && { fields: 'Two fields have the same name.' }),
    ...(slot_minutes < game_minutes && { slot_minutes: 'A round cannot be shorter than its games.' }),
    ...(dates.some((date, index) => index > 0 && date <= (dates[index - 1] ?? '')) && {
      days: 'Days must be in order, each once.',
    }),
    ...(late >= 0 && { [`days.${late}.rounds`]: 'The last round would end after midnight.' }),
  }
}

export const changeSettingsDecider = { decide: changeSettings, evolve, initialState }

/** `swapWith` is the game that has this place so far: it gets the place that this one had. */
export interface GameMove extends PlacedGame {
  readonly swapWith?: string | undefined
}

export function listPlacements({ swapWith, ...placed }: GameMove, games: readonly PlannedGame[]): PlacedGame[] {
  const before = games.find(({ id }) => id === placed.game)
  if (swapWith === undefined || !before) return [placed]
  return [placed, { game: swapWith, round: before.round, field: before.field }]
}

/** Conflicts are allowed, and shown. */
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
  return listPlacements({ game: id, round, field, swapWith }, draft.games).map((placed) => ({
    type: 'GamePlaced',
    data: placed,
  }))
}

const isAt = (game: PlannedGame, { round, field }: Omit<PlacedGame, 'game'>): boolean =>
  game.round === round && game.field === field

export const placeGameDecider = { decide: placeGame, evolve, initialState }

export type PublishSchedule = TimedCommand<'PublishSchedule', Record<string, never>>

export function publishSchedule(_command: PublishSchedule, { draft, published }: Schedule): ScheduleEvent[] {
  if (draft.games.length === 0) scheduleErrors.fail('NO_GAMES')
  if (findConflicts(draft, (team) => team).some(stopsPublication)) scheduleErrors.fail('SCHEDULE_HAS_CONFLICTS')
  return JSON.stringify(draft) === JSON.stringify(published) ? [] : [{ type: 'SchedulePublished', data: {} }]
}

export const publishScheduleDecider = { decide: publishSchedule, evolve, initialState }

/** The teams of a game that are known. */
export const listKnownTeams = ({ home, away }: PlannedGame): string[] =>
  [home, away].flatMap((side) => ('team' in side ? [side.team] : []))

export type LeaveGames = TimedCommand<'LeaveGames', { readonly team: string; readonly reason: string }>

/** The team plays no more: its games without a result count as forfeited, also those of a bracket that come later. */
export function leaveGames({ data: { team, reason } }: LeaveGames, schedule: Schedule): ScheduleEvent[] {
  if (schedule.withdrawn.includes(team)) return []
  const plays = gamesInPlay(schedule).some((game) => listKnownTeams(game).includes(team))
  return plays ? [{ type: 'TeamLeftGames', data: { team, reason } }] : scheduleErrors.fail('TEAM_HAS_NO_GAMES')
}

export const leaveGamesDecider = { decide: leaveGames, evolve, initialState }

/** Takes an earlier change back: the schedule is what it was before. */
export type PutBackSchedule = TimedCommand<'PutBackSchedule', { readonly schedule: Schedule }>

export function putBackSchedule({ data: { schedule } }: PutBackSchedule, now: Schedule): ScheduleEvent[] {
  return JSON.stringify(schedule) === JSON.stringify(now) ? [] : [{ type: 'SchedulePutBack', data: schedule }]
}

export const putBackScheduleDecider = { decide: putBackSchedule, evolve, initialState }
