import { dayAfter, type EditionFacts, factsOf2025 } from '../../language/edition-facts.ts'
import { momentAtVenue, venueOffset } from '../../language/venue-clock.ts'
import type { Division } from '../team.ts'

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
  /** The day on which it was planned, also where a delay moved it past midnight. */
  readonly day: string
  readonly start: string
  readonly end: string
}

/** A side of a game: a team, or the rank in a pool or bracket game from which the team follows. */
export type SideSource =
  | { readonly team: string }
  | { readonly pool: string; readonly rank: number; readonly label: string }
  | { readonly winner_of: string }
  | { readonly loser_of: string }

export interface PlannedGame {
  readonly id: string
  readonly division: Division
  /** `A-1` is the first game of pool A; `C3` is the third of the bracket of the competitive division. */
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
  /** Explains why it has no place. */
  readonly reason: string | null
}

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

/** Lists the first day to the last: six rounds each, but five on a last day, which is for brackets. */
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

/** Returns the settings of an edition's schedule until staff change them. */
export const settingsOfEdition = (facts: PlayFacts): ScheduleSettings => ({ ...defaultSettings, days: listDays(facts) })

/** The initial settings of every stream, the same in each edition, because the state of stored events must not change. */
export const defaultSettings: ScheduleSettings = {
  fields: Array.from({ length: 12 }, (_, index) => ({ id: `field-${index + 1}`, name: `Field ${index + 1}` })),
  days: listDays(factsOf2025),
  game_minutes: 70,
  slot_minutes: 80,
  max_in_a_row: 2,
  min_rest_minutes: 10,
}

export const minute = 60_000
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

/** The teams of a game, except sides that depend on standings or other games. */
export const listKnownTeams = ({ home, away }: PlannedGame): string[] =>
  [home, away].flatMap((side) => ('team' in side ? [side.team] : []))

/** Returns the id of the game from which the team of a side comes; null where it comes from no game. */
export function findFeeder(side: SideSource): string | null {
  if ('winner_of' in side) return side.winner_of
  return 'loser_of' in side ? side.loser_of : null
}
