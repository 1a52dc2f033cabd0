import type { TimedCommand } from '../../language/command.ts'
import { gameErrors, scheduleErrors } from '../errors.ts'
import type { Division } from '../team.ts'
import { bracketLimits, type Seed } from './bracket.ts'
import { findConflicts, stopsPublication } from './conflicts.ts'
import type { ScheduleEvent } from './events.ts'
import type { PlannedGame } from './plan.ts'
import { planBracket } from './plan-bracket.ts'
import { evolve, initialState, isOfBracket, type Schedule } from './schedule.ts'

/** `seeds` are all teams of the division by their ranks in pools, the best first. */
export type MakeBracket = TimedCommand<
  'MakeBracket',
  {
    readonly division: Division
    readonly seeds: readonly Seed[]
    /** Sentences about why standings are not complete, by the name of a pool. */
    readonly open: Readonly<Record<string, string>>
    /** Games with a result. */
    readonly played: ReadonlySet<string>
    readonly newId: () => string
  }
>

/** Every place is played for, on the last day, the best places last and on the first fields. */
export function makeBracket({ data }: MakeBracket, { draft }: Schedule): ScheduleEvent[] {
  const { division, seeds, open, played, newId } = data
  const { min, max } = bracketLimits.teams
  const isOwn = (game: PlannedGame) => isOfBracket(game) && game.division === division
  if (draft.games.some((game) => isOwn(game) && played.has(game.id))) gameErrors.fail('BRACKET_STARTED')
  if (Object.keys(open).length > 0) gameErrors.fail('STANDINGS_OPEN', open)
  if (seeds.length < min || seeds.length > max) gameErrors.fail('BRACKET_TEAMS')
  const otherGames = draft.games.filter((game) => !isOwn(game))
  const bracket = planBracket({ division, seeds, newId }, { ...draft, games: otherGames })
  return [{ type: 'BracketMade', data: { division, ...bracket } }]
}

export const makeBracketDecider = { decide: makeBracket, evolve, initialState }

export type PostBracket = TimedCommand<'PostBracket', { readonly division: Division }>

/** Everybody sees the bracket, and its games in the public schedule. */
export function postBracket({ data: { division } }: PostBracket, { draft, brackets }: Schedule): ScheduleEvent[] {
  const { posted } = brackets[division] ?? gameErrors.fail('NO_BRACKET')
  if (posted) return []
  if (findConflicts(draft, (team) => team).some(stopsPublication)) scheduleErrors.fail('SCHEDULE_HAS_CONFLICTS')
  return [{ type: 'BracketPosted', data: { division } }]
}

export const postBracketDecider = { decide: postBracket, evolve, initialState }

export type UnpostBracket = TimedCommand<'UnpostBracket', { readonly division: Division }>

export function unpostBracket({ data: { division } }: UnpostBracket, { brackets }: Schedule): ScheduleEvent[] {
  return brackets[division]?.posted ? [{ type: 'BracketUnposted', data: { division } }] : []
}

export const unpostBracketDecider = { decide: unpostBracket, evolve, initialState }
