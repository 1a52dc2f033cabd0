import { count, type Description, describe, type History } from '../../language/sentence/sentence.ts'
import { nameTeam, withReason } from '../audit-words.ts'
import { type Division, divisionLabels } from '../team.ts'
import type { ScheduleEvent } from './events.ts'
import {
  clockTime,
  computeMinutes,
  findTime,
  nameGame,
  type PlannedGame,
  type Round,
  type ScheduleSettings,
} from './plan.ts'
import { evolve, initialState, type MadeBracket, type PlacedGame, type Schedule } from './schedule.ts'

const theSchedule = 'the schedule'

const foldBefore = ({ earlier }: History): Schedule =>
  (earlier as readonly ScheduleEvent[]).reduce(evolve, initialState())

export function describeSettings(settings: ScheduleSettings, history: History): Description {
  const was = settingsWords(foldBefore(history).draft.settings)
  return describe(theSchedule, `changed the settings of the schedule (${settingsWords(settings)})`, was)
}

const settingsWords = ({ fields, game_minutes, slot_minutes }: ScheduleSettings): string =>
  `${count(fields.length, 'field', 'fields')}, games of ${game_minutes} minutes every ${slot_minutes}`

export function describeGenerated(
  { games }: { readonly games: readonly PlannedGame[] },
  history: History,
): Description {
  return describe(
    theSchedule,
    `made a draft of the schedule (${draftWords(games)})`,
    draftWords(foldBefore(history).draft.games),
  )
}

/** `36 games placed, 2 not`. */
function draftWords(games: readonly PlannedGame[]): string {
  if (games.length === 0) return 'no games'
  const unplaced = games.filter(({ field }) => field === null).length
  const placed = `${count(games.length - unplaced, 'game', 'games')} placed`
  return unplaced === 0 ? placed : `${placed}, ${unplaced} not`
}

/** `moved A-3 Comp to Field 4 at 10:20 AM`. */
export function describeGamePlaced({ game: id, round, field }: PlacedGame, history: History): Description {
  const { draft } = foldBefore(history)
  const game = draft.games.find((one) => one.id === id)
  const describePlace = (place: Omit<PlacedGame, 'game'>): string | null => {
    const roundOfPlace = draft.rounds.find(({ id }) => id === place.round)
    const fieldOfPlace = draft.settings.fields.find(({ id }) => id === place.field)
    return roundOfPlace && fieldOfPlace ? `${fieldOfPlace.name} at ${clockTime(roundOfPlace.start)}` : null
  }
  const place = describePlace({ round, field })
  const name = game ? nameGame(game) : 'a game'
  const was = game ? (describePlace(game) ?? 'without a place') : undefined
  return describe(theSchedule, place ? `moved ${name} to ${place}` : `took ${name} off the schedule`, was)
}

const publicWords = ({ published }: Pick<Schedule, 'published'>): string =>
  published ? `published with ${draftWords(published.games)}` : 'not published'

export function describePublished(history: History): Description {
  const before = foldBefore(history)
  return describe(theSchedule, `published the schedule (${draftWords(before.draft.games)})`, publicWords(before))
}

interface Delay {
  readonly minutes: number
  readonly games: readonly string[]
}

/** `moved 12 games 45 minutes later`, and when the first of them began before. */
export function describeDelay({ minutes, games }: Delay, history: History): Description {
  const { published } = foldBefore(history)
  const starts = (published?.games ?? [])
    .filter(({ id }) => games.includes(id))
    .flatMap((game) => (published && findTime(game, published)?.start) || [])
  const [first] = starts.toSorted()
  return describe(theSchedule, delayWords({ minutes, games }), first && `from ${clockTime(first)} on`)
}

const delayWords = ({ minutes, games }: Delay): string =>
  `moved ${count(games.length, 'game', 'games')} ${Math.abs(minutes)} minutes ${minutes < 0 ? 'earlier' : 'later'}`

interface RoundCancelled {
  readonly round: string
  readonly games: readonly string[]
}

/** `canceled 3 games of 10:20 AM`. */
export function describeRoundCancelled(cancelled: RoundCancelled, history: History): Description {
  return describe(theSchedule, cancelledWords(cancelled, foldBefore(history)), 'to be played')
}

function cancelledWords({ round, games }: RoundCancelled, { published }: Schedule): string {
  const start = published?.rounds.find(({ id }) => id === round)?.start
  return `${countCancelled({ games })}${start ? ` of ${clockTime(start)}` : ''}`
}

const countCancelled = ({ games }: Pick<RoundCancelled, 'games'>): string =>
  `canceled ${count(games.length, 'game', 'games')}`

interface Shortened {
  readonly game_minutes: number
  readonly slot_minutes: number
  readonly rounds: readonly Round[]
}

/** `changed 4 rounds to games of 50 minutes every 60`. */
export function describeShortened(shortened: Shortened, history: History): Description {
  const before = foldBefore(history).published?.rounds.find(({ id }) => id === shortened.rounds[0]?.id)
  return describe(theSchedule, shortenedWords(shortened), before && `games of ${computeMinutes(before)} minutes`)
}

const shortenedWords = ({ game_minutes, slot_minutes, rounds }: Shortened): string =>
  `changed ${count(rounds.length, 'round', 'rounds')} to games of ${game_minutes} minutes every ${slot_minutes}`

export function describeDelayUndone({ earlier }: History): Description {
  const change = findLastDayChange(earlier as readonly ScheduleEvent[])
  switch (change?.type) {
    case 'RoundCancelled':
      return describe(theSchedule, 'took back the last cancellation of a round', countCancelled(change.data))
    case 'RoundsShortened':
      return describe(theSchedule, 'took back the last shortening of a day', shortenedWords(change.data))
    default:
      return describe(theSchedule, 'took back the last delay', change && delayWords(change.data))
  }
}

const dayChanges = ['ScheduleDelayed', 'RoundCancelled', 'RoundsShortened'] as const
type DayChanged = Extract<ScheduleEvent, { type: (typeof dayChanges)[number] }>

/** Finds the last change that was not undone: each `ScheduleDelayUndone` means that one change before it is skipped. */
function findLastDayChange(events: readonly ScheduleEvent[]): DayChanged | undefined {
  let changesToSkip = 0
  return events.findLast((event): event is DayChanged => {
    if (event.type === 'ScheduleDelayUndone') changesToSkip++
    if (!dayChanges.some((type) => type === event.type)) return false
    return changesToSkip-- === 0
  })
}

export function describePutBack(schedule: Pick<Schedule, 'draft' | 'published'>, history: History): Description {
  const words = ({ draft, published }: Pick<Schedule, 'draft' | 'published'>) =>
    `draft: ${draftWords(draft.games)}; ${publicWords({ published })}`
  return describe(theSchedule, `put the schedule back as it was (${words(schedule)})`, words(foldBefore(history)))
}

interface OfDivision {
  readonly division: Division
}

function bracketWords(bracket: MadeBracket | undefined): string {
  if (!bracket) return 'none'
  return bracket.posted ? 'posted' : 'made, not posted'
}
const theBracket = (division: Division): string => `the bracket (${divisionLabels[division]})`

/** `verb` is what was done to the bracket: `made`, `posted`. */
export function describeBracket(verb: string, { division }: OfDivision, history: History): Description {
  const before = foldBefore(history).brackets[division]
  return describe(theSchedule, `${verb} ${theBracket(division)}`, bracketWords(before))
}

export function describeTeamLeft(
  { team, reason }: { readonly team: string; readonly reason: string },
  history: History,
): Description {
  const name = nameTeam(history, team)
  return describe(theSchedule, withReason(`took ${name} out of its remaining games`, reason), 'playing')
}
