import { dayAfter, type EditionFacts, factsOf2025 } from '../../language/edition-facts.ts'
import { momentAtVenue, venueOffset } from '../../language/venue-clock.ts'
import type { Division } from '../team.ts'
import { isRested } from './schedule-maker.ts'

export interface Field {
  readonly id: string
  readonly name: string
}

/** A day of games; times are the venue's. */
export interface ScheduleDay {
  /** `2025-11-22`. */
  readonly date: string
  /** `09:00`. */
  readonly first_start: string
  readonly rounds: number
}

export interface ScheduleSettings {
  readonly fields: readonly Field[]
  readonly days: readonly ScheduleDay[]
  readonly game_minutes: number
  /** Minutes from the start of one round to that of the next. */
  readonly slot_minutes: number
  readonly max_in_a_row: number
  readonly min_rest_minutes: number
}

/** Moments are ISO 8601 with the offset of the venue. */
export interface Round {
  readonly id: string
  /** The date of its day, also where it was moved past midnight. */
  readonly day: string
  readonly start: string
  readonly end: string
}

/** A side: a team, or what makes one: a rank in a pool, or a bracket game. */
export type SideSource =
  | { readonly team: string }
  | { readonly pool: string; readonly rank: number; readonly label: string }
  | { readonly winner_of: string }
  | { readonly loser_of: string }

export interface PlannedGame {
  readonly id: string
  readonly division: Division
  /** `A1` of pool games is the first game of pool A; `C3` is the third of the bracket of the competitive division. */
  readonly label: string
  /** Null for games of a bracket. */
  readonly pool: { readonly id: string; readonly name: string } | null
  /** The places that a bracket game is about; null for pool games. */
  readonly places: readonly [from: number, to: number] | null
  readonly home: SideSource
  readonly away: SideSource
  /** Null where the game has no place. */
  readonly round: string | null
  readonly field: string | null
  /** Set where the game does not begin with its round. */
  readonly start: string | null
  /** Set where the game is longer or shorter than its round. */
  readonly minutes?: number | undefined
  /** It keeps its place, but is not played. */
  readonly cancelled?: true | undefined
  /** Why it has no place. */
  readonly reason: string | null
}

/** Why a game that staff took off has no place. */
export const takenOff = 'It was taken off the schedule.'

/** The name of a team that is not in the edition any more. */
export const removedTeam = 'A removed team'

export const shortDivisions: Readonly<Record<Division, string>> = { comp: 'Comp', rec: 'Rec' }

/** `A-2 Comp`: both divisions may have a pool A. */
export const nameGame = ({ label, division }: Pick<PlannedGame, 'label' | 'division'>): string =>
  `${label} ${shortDivisions[division]}`

/** Games with their times and fields: the draft, or what is public. */
export interface Plan {
  readonly settings: ScheduleSettings
  readonly rounds: readonly Round[]
  readonly games: readonly PlannedGame[]
}

export const scheduleLimits = {
  fields: { min: 1, max: 40 },
  rounds: { min: 1, max: 12 },
  days: { min: 1, max: 4 },
  gameMinutes: { min: 20, max: 180 },
  slotMinutes: { min: 20, max: 300 },
  inARow: { min: 1, max: 12 },
  restMinutes: { min: 0, max: 240 },
  fieldName: 40,
  reason: 200,
  shiftMinutes: { min: -720, max: 720 },
} as const

/** Lists the first day to the last: pool games, and on the last day brackets. */
function listDays({ first_day, last_day, pool_play }: PlayFacts): ScheduleDay[] {
  const dates = [first_day]
  while (dates.length < scheduleLimits.days.max && (dates.at(-1) ?? last_day) < last_day)
    dates.push(dayAfter(dates.at(-1) ?? first_day))
  return dates.map((date, index) => ({
    date,
    first_start: pool_play.starts,
    rounds: index > 0 && index === dates.length - 1 ? 5 : 6,
  }))
}

type PlayFacts = Pick<EditionFacts, 'first_day' | 'last_day' | 'pool_play'>

/** Returns the settings that staff begin with in an edition of these days. */
export const beginningSettings = (facts: PlayFacts): ScheduleSettings => ({ ...defaultSettings, days: listDays(facts) })

/** The settings that every stream begins with, in each edition: what follows from stored events must not change. */
export const defaultSettings: ScheduleSettings = {
  fields: Array.from({ length: 12 }, (_, index) => ({ id: `field-${index + 1}`, name: `Field ${index + 1}` })),
  days: listDays(factsOf2025),
  game_minutes: 70,
  slot_minutes: 80,
  max_in_a_row: 2,
  min_rest_minutes: 10,
}

const minute = 60_000
/** ISO 8601 with the offset of the venue, from milliseconds since 1970. */
export function venueIso(moment: number): string {
  const offset = venueOffset(new Date(moment))
  return `${new Date(moment + offsetMinutes(offset) * minute).toISOString().slice(0, 19)}${offset}`
}

/** `-360` of `-06:00`. */
const offsetMinutes = (offset: string): number =>
  (offset.startsWith('-') ? -1 : 1) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4)))

/** The moment so many minutes later. */
export const addMinutes = (moment: string, minutes: number): string => venueIso(Date.parse(moment) + minutes * minute)

/** `9:00 AM`. */
export function clockTime(moment: string): string {
  const [hours = 0, minutes = 0] = moment.slice(11, 16).split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

export function listRounds({ days, game_minutes, slot_minutes }: ScheduleSettings): Round[] {
  return days.flatMap(({ date, first_start, rounds }) =>
    Array.from({ length: rounds }, (_, index) => {
      const start = venueIso(momentAtVenue(date, first_start).getTime() + index * slot_minutes * minute)
      return { id: `${date}-${index + 1}`, day: date, start, end: addMinutes(start, game_minutes) }
    }),
  )
}

/** Days on which pools play: all but the last, which is for brackets. */
export const poolDays = ({ days }: ScheduleSettings): ScheduleDay[] => (days.length > 1 ? days.slice(0, -1) : [...days])

export interface GameTime {
  readonly start: string
  readonly end: string
}

/** Returns the length of the games of a round, in minutes. */
export const computeMinutes = ({ start, end }: GameTime): number => (Date.parse(end) - Date.parse(start)) / minute

/** Returns when a game is played, or would be if it were not cancelled; null where it has no place. */
export function findTime(game: PlannedGame, { rounds }: Pick<Plan, 'rounds'>): GameTime | null {
  const round = rounds.find(({ id }) => id === game.round)
  if (!round || game.field === null) return null
  const start = game.start ?? round.start
  return { start, end: addMinutes(start, game.minutes ?? computeMinutes(round)) }
}

/** Returns where and when a game is shown; all null where it has no place. */
export function showPlace(game: PlannedGame, plan: Pick<Plan, 'rounds'>) {
  const time = findTime(game, plan)
  return {
    round_id: time && game.round,
    field_id: time && game.field,
    start: time?.start ?? null,
    end: time?.end ?? null,
  }
}

export interface Conflict {
  readonly kind: 'team' | 'field' | 'rest'
  readonly games: readonly string[]
  readonly sentence: string
}

/** Teams that have too little rest stop nothing: a director may have to accept that. */
export const stopsPublication = ({ kind }: Pick<Conflict, 'kind'>): boolean => kind !== 'rest'

interface Timed {
  readonly game: PlannedGame
  readonly start: number
  readonly end: number
}

/**
 * Lists what a director has to know of a plan: a team or field twice at a time, and teams without rest. Cancelled games
 * need neither.
 */
export function findConflicts(plan: Plan, nameOf: (team: string) => string): Conflict[] {
  const timed = plan.games.flatMap((game): Timed[] => {
    const time = game.cancelled ? null : findTime(game, plan)
    return time ? [{ game, start: Date.parse(time.start), end: Date.parse(time.end) }] : []
  })
  timed.sort((one, other) => one.start - other.start)
  return [...fieldConflicts(timed, plan), ...teamConflicts(timed, plan, nameOf), ...orderConflicts(timed)]
}

const doOverlap = (one: Timed, other: Timed): boolean => one.start < other.end && other.start < one.end
const at = ({ start }: Timed): string => clockTime(venueIso(start))
const listPairs = (timed: readonly Timed[]): [Timed, Timed][] =>
  timed.flatMap((one, index) => timed.slice(index + 1).map((other): [Timed, Timed] => [one, other]))
const ids = (timed: readonly Timed[]): string[] => timed.map(({ game }) => game.id)

function fieldConflicts(timed: readonly Timed[], { settings }: Plan): Conflict[] {
  return [...Map.groupBy(timed, ({ game }) => game.field)].flatMap(([field, games]) => {
    const name = settings.fields.find(({ id }) => id === field)?.name ?? 'A field'
    return listPairs(games)
      .filter(([one, other]) => doOverlap(one, other))
      .map(([one, other]) => ({
        kind: 'field' as const,
        games: ids([one, other]),
        sentence: `${name} has ${nameGame(one.game)} and ${nameGame(other.game)} at ${at(other)}.`,
      }))
  })
}

const listTeams = ({ home, away }: PlannedGame): string[] =>
  [home, away].flatMap((side) => ('team' in side ? [side.team] : []))

function teamConflicts(timed: readonly Timed[], { settings }: Plan, nameOf: (team: string) => string): Conflict[] {
  const byTeam = new Map<string, Timed[]>()
  for (const one of timed) for (const team of listTeams(one.game)) byTeam.set(team, [...(byTeam.get(team) ?? []), one])
  const rules = { maxInARow: settings.max_in_a_row, minRestMinutes: settings.min_rest_minutes }
  return [...byTeam].flatMap(([team, games]): Conflict[] => {
    const twice = listPairs(games).filter(([one, other]) => doOverlap(one, other))
    if (twice.length > 0)
      return twice.map(([one, other]) => ({
        kind: 'team',
        games: ids([one, other]),
        sentence: `${nameOf(team)} plays ${one.game.label} and ${other.game.label} at ${at(other)}.`,
      }))
    return unrested(games, rules).map((tired) => ({
      kind: 'rest',
      games: ids(tired),
      sentence: describeRest(nameOf(team), tired, settings),
    }))
  })
}

/** The shortest runs of games between which a team has too little rest. */
function unrested(games: readonly Timed[], rules: Parameters<typeof isRested>[1]): Timed[][] {
  const found: Timed[][] = []
  for (const [index] of games.entries()) {
    for (const length of [2, rules.maxInARow + 1]) {
      const run = games.slice(index, index + length)
      if (run.length === length && !isRested(run, rules) && !found.some((other) => isPartOf(other, run)))
        found.push(run)
    }
  }
  return found
}
const isPartOf = (some: readonly Timed[], all: readonly Timed[]): boolean => some.every((one) => all.includes(one))

function describeRest(name: string, games: readonly Timed[], { min_rest_minutes }: ScheduleSettings): string {
  const [first, second] = games as [Timed, Timed]
  const rest = Math.round((second.start - first.end) / minute)
  const labels = games.map(({ game }) => game.label)
  return rest < min_rest_minutes
    ? `${name} has ${rest} minutes between ${labels.join(' and ')}.`
    : `${name} plays ${games.length} games in a row: ${labels.join(', ')}.`
}

/** A bracket game may not begin before those end that its teams come from. */
function orderConflicts(timed: readonly Timed[]): Conflict[] {
  const byGame = new Map(timed.map((one) => [one.game.id, one]))
  return timed.flatMap((one) =>
    [one.game.home, one.game.away].flatMap((side): Conflict[] => {
      const feeder = 'winner_of' in side ? side.winner_of : 'loser_of' in side ? side.loser_of : null
      const before = feeder === null ? undefined : byGame.get(feeder)
      if (!before || before.end <= one.start) return []
      const sentence = `${one.game.label} begins before ${before.game.label} ends, from which a team of it comes.`
      return [{ kind: 'team', games: ids([before, one]), sentence }]
    }),
  )
}
