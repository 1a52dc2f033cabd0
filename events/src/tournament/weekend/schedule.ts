import type { TimedCommand } from '../../language/command.ts'
import { scheduleErrors } from '../errors.ts'
import type { ScheduleEvent } from '../events.ts'
import type { Division } from '../team.ts'
import {
  addMinutes,
  defaultSettings,
  type Field,
  findConflicts,
  listRounds,
  type Plan,
  type PlannedGame,
  poolDays,
  type Round,
  type ScheduleDay,
  type ScheduleSettings,
  timeOf,
  venueIso,
} from './plan.ts'
import { makeSchedule } from './schedule-maker.ts'

/** The schedule of a weekend: what staff work on, what everybody sees, and the delays that can be taken back. */
export interface Schedule {
  readonly draft: Plan
  readonly published: Plan | null
  /** The plans before each delay, the last one at the end. */
  readonly delays: readonly Times[]
}

/** When rounds and games begin, by id. */
interface Times {
  readonly draft: PlanTimes
  readonly published: PlanTimes
}
interface PlanTimes {
  readonly rounds: readonly Round[]
  readonly starts: Readonly<Record<string, string | null>>
}

export const initialState = (): Schedule => ({
  draft: { settings: defaultSettings, rounds: listRounds(defaultSettings), games: [] },
  published: null,
  delays: [],
})

export const scheduleStream = (edition: string): string => `schedule-${edition}`

export function evolve(schedule: Schedule, event: ScheduleEvent): Schedule {
  const { draft, published, delays } = schedule
  switch (event.type) {
    case 'ScheduleSettingsChanged':
      return { ...schedule, draft: withSettings(draft, event.data.settings), delays: [] }
    case 'ScheduleGenerated':
      return { ...schedule, draft: { ...draft, games: [...event.data.games, ...draft.games.filter(isOfBracket)] } }
    case 'GamePlaced':
      return { ...schedule, draft: { ...draft, games: withPlace(draft.games, event.data) } }
    case 'SchedulePublished':
      return { ...schedule, published: draft }
    case 'ScheduleDelayed':
      return published === null
        ? schedule
        : {
            draft: delayed(draft, event.data),
            published: delayed(published, event.data),
            delays: [...delays, { draft: timesOf(draft), published: timesOf(published) }],
          }
    case 'ScheduleDelayUndone': {
      const last = delays.at(-1)
      if (!last || published === null) return schedule
      return {
        draft: withTimes(draft, last.draft),
        published: withTimes(published, last.published),
        delays: delays.slice(0, -1),
      }
    }
    case 'SchedulePutBack':
      return event.data
    default:
      return schedule
  }
}

const isOfBracket = ({ pool }: PlannedGame): boolean => pool === null

/** Games whose round or field is gone lose their place. */
function withSettings(plan: Plan, settings: ScheduleSettings): Plan {
  const isSameTime = JSON.stringify(timeSettings(plan.settings)) === JSON.stringify(timeSettings(settings))
  const rounds = isSameTime ? plan.rounds : listRounds(settings)
  const hasRound = new Set(rounds.map(({ id }) => id))
  const hasField = new Set(settings.fields.map(({ id }) => id))
  const games = plan.games.map((game): PlannedGame => {
    const timed = isSameTime ? game : { ...game, start: null }
    if (game.round === null || game.field === null) return timed
    if (!hasField.has(game.field)) return withoutPlace(timed, 'Its field is no longer in the list.')
    return hasRound.has(game.round) ? timed : withoutPlace(timed, 'Its round is no longer in the schedule.')
  })
  return { settings, rounds, games }
}

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
  reason,
})

/** Both null: the game has no place. */
export interface PlacedGame {
  readonly game: string
  readonly round: string | null
  readonly field: string | null
}

const withPlace = (games: readonly PlannedGame[], { game: id, round, field }: PlacedGame): PlannedGame[] =>
  games.map((game) => (game.id === id ? { ...withoutPlace(game, null), round, field } : game))

interface Delay {
  readonly minutes: number
  /** Rounds that begin later, and games that do. Games of these rounds which are not named keep their time. */
  readonly rounds: readonly string[]
  readonly games: readonly string[]
}

function delayed(plan: Plan, { minutes, rounds, games }: Delay): Plan {
  const isMoved = new Set(rounds)
  const moves = new Set(games)
  return {
    ...plan,
    rounds: plan.rounds.map((round) =>
      isMoved.has(round.id)
        ? { ...round, start: addMinutes(round.start, minutes), end: addMinutes(round.end, minutes) }
        : round,
    ),
    games: plan.games.map((game) => {
      const time = timeOf(game, plan)
      if (!time) return game
      const follows = game.start === null && isMoved.has(game.round as string)
      if (moves.has(game.id)) return follows ? game : { ...game, start: addMinutes(time.start, minutes) }
      return follows ? { ...game, start: time.start } : game
    }),
  }
}

const timesOf = ({ rounds, games }: Plan): PlanTimes => ({
  rounds,
  starts: Object.fromEntries(games.map(({ id, start }) => [id, start])),
})

const withTimes = (plan: Plan, { rounds, starts }: PlanTimes): Plan => ({
  ...plan,
  rounds,
  games: plan.games.map((game) => ({ ...game, start: starts[game.id] ?? null })),
})

/** As the TD enters them: fields by their names. */
export interface SettingsToSet extends Omit<ScheduleSettings, 'fields'> {
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

/** Sentences by field. What one number may be, the request says; here is what they say together. */
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

/** A public pool, with the ids of its teams. */
export interface PoolToPlay {
  readonly id: string
  readonly name: string
  readonly letter: string
  readonly division: Division
  readonly teams: readonly string[]
}

/** `played` are the games that have a score; `newIds` has one for every game that is new. */
export type GenerateSchedule = TimedCommand<
  'GenerateSchedule',
  {
    readonly seed: number
    readonly pools: readonly PoolToPlay[]
    readonly played: ReadonlySet<string>
    readonly newId: () => string
  }
>

/** Every pair of a pool plays once. Games that were there before stay the same games, and those with a score their place. */
export function generateSchedule({ data }: GenerateSchedule, { draft }: Schedule): ScheduleEvent[] {
  const { seed, pools, played, newId } = data
  if (pools.length === 0) scheduleErrors.fail('NO_POOLS')
  const known = new Map(draft.games.filter(({ pool }) => pool !== null).map((game) => [pairOf(game), game]))
  const games = pools.flatMap((pool) =>
    listPairings(pool.teams).map(([home, away], index): PlannedGame => {
      const before = known.get(`${pool.id} ${[home, away].toSorted().join(' ')}`)
      const place = before && played.has(before.id) ? before : null
      return {
        id: before?.id ?? newId(),
        division: pool.division,
        label: `${pool.letter}-${index + 1}`,
        pool: { id: pool.id, name: pool.name },
        places: null,
        home: place?.home ?? { team: home },
        away: place?.away ?? { team: away },
        round: place?.round ?? null,
        field: place?.field ?? null,
        start: place?.start ?? null,
        reason: null,
      }
    }),
  )
  const days = new Set(poolDays(draft.settings).map(({ date }) => date))
  const isFixed = ({ id, round, field }: PlannedGame) => played.has(id) && round !== null && field !== null
  const toPlace = (game: PlannedGame) => ({ id: game.id, pool: game.pool?.id ?? '', teams: teamsOf(game) })
  const { settings, rounds } = draft
  const { placements, unplaced } = makeSchedule({
    rounds: rounds
      .filter(({ day }) => days.has(day))
      .map(({ id, start, end }) => ({ id, start: Date.parse(start), end: Date.parse(end) })),
    fields: settings.fields.map(({ id }) => id),
    games: games.filter((game) => !isFixed(game)).map(toPlace),
    fixed: games
      .filter(isFixed)
      .map((game) => ({ ...toPlace(game), round: game.round as string, field: game.field as string })),
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

const teamsOf = ({ home, away }: PlannedGame): [string, string] => [
  'team' in home ? home.team : '',
  'team' in away ? away.team : '',
]
const pairOf = (game: PlannedGame): string => `${game.pool?.id} ${teamsOf(game).toSorted().join(' ')}`

/** Every pair once. Each team is home as often as away, or once more or less. */
function listPairings(teams: readonly string[]): [string, string][] {
  return teams.flatMap((one, index) =>
    teams.slice(index + 1).map((other, after): [string, string] => (after % 2 === 0 ? [one, other] : [other, one])),
  )
}

export const generateScheduleDecider = { decide: generateSchedule, evolve, initialState }

/** Conflicts are allowed, and shown. */
export type PlaceGame = TimedCommand<'PlaceGame', PlacedGame & Record<string, unknown>>

export function placeGame({ data: { game: id, round, field } }: PlaceGame, { draft }: Schedule): ScheduleEvent[] {
  const game = draft.games.find((one) => one.id === id)
  if (!game) return scheduleErrors.fail('GAME_NOT_FOUND')
  if ((round === null) !== (field === null)) scheduleErrors.fail('GAME_PLACE')
  if (round !== null && !draft.rounds.some((one) => one.id === round))
    scheduleErrors.fail('GAME_PLACE', { round_id: 'There is no such round.' })
  if (field !== null && !draft.settings.fields.some((one) => one.id === field))
    scheduleErrors.fail('GAME_PLACE', { field_id: 'There is no such field.' })
  if (game.round === round && game.field === field) return []
  return [{ type: 'GamePlaced', data: { game: id, round, field } }]
}

export const placeGameDecider = { decide: placeGame, evolve, initialState }

export type PublishSchedule = TimedCommand<'PublishSchedule', Record<string, never>>

/** Teams that have too little rest do not stop it: a director may have to accept that. */
export function publishSchedule(_command: PublishSchedule, { draft, published }: Schedule): ScheduleEvent[] {
  if (draft.games.length === 0) scheduleErrors.fail('NO_GAMES')
  if (findConflicts(draft, (team) => team).some(({ kind }) => kind !== 'rest'))
    scheduleErrors.fail('SCHEDULE_HAS_CONFLICTS')
  return JSON.stringify(draft) === JSON.stringify(published) ? [] : [{ type: 'SchedulePublished', data: {} }]
}

export const publishScheduleDecider = { decide: publishSchedule, evolve, initialState }

/** `played` are the games with a result: they never move. */
export type DelaySchedule = TimedCommand<
  'DelaySchedule',
  { readonly from: string; readonly minutes: number; readonly played: ReadonlySet<string> }
>

/** What a delay moves on the day of `from`: rounds and games that begin then or later. */
function findDelayed(plan: Plan, { from, played }: DelaySchedule['data']): Omit<Delay, 'minutes'> {
  const since = Date.parse(from)
  const isLater = (start: string | undefined) =>
    start !== undefined && Date.parse(start) >= since && dayOf(start) === dayOf(from)
  return {
    rounds: plan.rounds.filter(({ start }) => isLater(start)).map(({ id }) => id),
    games: plan.games.filter((game) => !played.has(game.id) && isLater(timeOf(game, plan)?.start)).map(({ id }) => id),
  }
}

const dayOf = (moment: string): string => venueIso(Date.parse(moment)).slice(0, 10)

export function delaySchedule({ data }: DelaySchedule, { published }: Schedule): ScheduleEvent[] {
  if (!published) return scheduleErrors.fail('SCHEDULE_NOT_PUBLISHED')
  const { rounds, games } = findDelayed(published, data)
  if (data.minutes === 0 || (rounds.length === 0 && games.length === 0)) return []
  return [
    {
      type: 'ScheduleDelayed',
      data: { from: data.from, minutes: data.minutes, rounds: [...rounds], games: [...games] },
    },
  ]
}

export const delayScheduleDecider = { decide: delaySchedule, evolve, initialState }

export type UndoDelay = TimedCommand<'UndoDelay', Record<string, never>>

export function undoDelay(_command: UndoDelay, { delays }: Schedule): ScheduleEvent[] {
  return delays.length === 0 ? scheduleErrors.fail('NOTHING_TO_UNDO') : [{ type: 'ScheduleDelayUndone', data: {} }]
}

export const undoDelayDecider = { decide: undoDelay, evolve, initialState }

/** Takes an earlier change back: the schedule is what it was before. */
export type PutBackSchedule = TimedCommand<'PutBackSchedule', { readonly schedule: Schedule }>

export function putBackSchedule({ data: { schedule } }: PutBackSchedule, now: Schedule): ScheduleEvent[] {
  return JSON.stringify(schedule) === JSON.stringify(now) ? [] : [{ type: 'SchedulePutBack', data: schedule }]
}

export const putBackScheduleDecider = { decide: putBackSchedule, evolve, initialState }
