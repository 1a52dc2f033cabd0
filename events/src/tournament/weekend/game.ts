import type { TimedCommand } from '../../language/command.ts'
import { gameErrors } from '../errors.ts'
import { isForbiddenTie, takesEntries } from './captain-entry.ts'
import type { GameEvent } from './events.ts'

export type SideName = 'home' | 'away'
export const sideNames = ['home', 'away'] as const
export const otherSide = (side: SideName): SideName => (side === 'home' ? 'away' : 'home')

/** True where both sides of a game are known: only then does it take a result. */
export const areBothKnown = <Team>(
  sides: Readonly<Record<SideName, Team | null>>,
): sides is Readonly<Record<SideName, Team>> => sides.home !== null && sides.away !== null

export interface Score {
  readonly home: number
  readonly away: number
}

/** The ids of the two teams. */
export interface GameTeams {
  readonly home: string
  readonly away: string
}

/** The decision of staff: a score, or the side that forfeits. */
export type DecidedResult = { readonly score: Score } | { readonly forfeit: SideName }

export interface GameState {
  /** The score that the captain of each side entered. */
  readonly entries: Readonly<Record<SideName, Score | null>>
  /** The result that staff decided; null without one. */
  readonly decided: DecidedResult | null
  /** The teams for which the result was entered; null without one. A bracket game may have other teams by now. */
  readonly teams: GameTeams | null
}

export const initialState = (): GameState => ({ entries: { home: null, away: null }, decided: null, teams: null })

export const gameStream = (id: string): string => `game-${id}`
export const gameIdOf = (stream: string): string => stream.slice('game-'.length)

export function evolve(state: GameState, event: GameEvent): GameState {
  switch (event.type) {
    case 'ScoreEntered': {
      const { side, teams, home, away } = event.data
      // Entries of the teams that were on the sides before do not count for these teams.
      const { entries } = isSameTeams(state.teams, teams) ? state : initialState()
      return { entries: { ...entries, [side]: { home, away } }, decided: null, teams }
    }
    case 'ResultDecided':
      return { ...state, decided: { score: { home: event.data.home, away: event.data.away } }, teams: event.data.teams }
    case 'GameForfeited':
      return { ...state, decided: { forfeit: event.data.side }, teams: event.data.teams }
    case 'ResultCleared':
      return initialState()
    case 'ResultKept':
      return { ...state, teams: event.data.teams }
    case 'ResultPutBack':
      return { entries: event.data.entries, decided: event.data.decided, teams: event.data.teams }
    default:
      return state
  }
}

const isSameTeams = (one: GameTeams | null, other: GameTeams | null): boolean =>
  one?.home === other?.home && one?.away === other?.away
const isSameScore = (one: Score | null, other: Score | null): boolean =>
  one !== null && other !== null && one.home === other.home && one.away === other.away

type ResultStatus = 'scheduled' | 'provisional' | 'disputed' | 'final'

export interface Result {
  readonly status: ResultStatus
  /** Null without a score, in a dispute, and for a forfeit. */
  readonly score: Score | null
  readonly forfeit: SideName | null
}

/** A decision of staff counts before the entries of captains. */
export function computeResult({ entries, decided }: GameState): Result {
  if (decided) {
    return 'forfeit' in decided
      ? { status: 'final', score: null, forfeit: decided.forfeit }
      : { status: 'final', score: decided.score, forfeit: null }
  }
  const { home, away } = entries
  if (home && away)
    return isSameScore(home, away)
      ? { status: 'final', score: home, forfeit: null }
      : { status: 'disputed', score: null, forfeit: null }
  const score = home ?? away
  return { status: score ? 'provisional' : 'scheduled', score, forfeit: null }
}

/** The facts about a game from the schedule, the standings and other games. */
export interface GameFacts {
  /** `A-3 Comp`, for the audit. */
  readonly name: string
  /** Null while a side is not known. */
  readonly teams: GameTeams | null
  readonly tiesAllowed: boolean
  /** True where one of its teams left the weekend, and it has no result. */
  readonly isForfeited: boolean
}

export type EnterScore = TimedCommand<
  'EnterScore',
  { readonly side: SideName; readonly score: Score; readonly at?: string | undefined; readonly game: GameFacts }
>

/** Enters the score of a captain. Entering the same score again changes nothing, also once the result is final. */
export function enterScore({ data: { side, score, at, game } }: EnterScore, state: GameState): GameEvent[] {
  const teams = game.teams ?? gameErrors.fail('GAME_NOT_READY')
  const isResultOfTeams = isSameTeams(state.teams, teams)
  if (isResultOfTeams && state.decided === null && isSameScore(state.entries[side], score)) return []
  if (game.isForfeited || !takesEntries(computeResult(state).status, !isResultOfTeams))
    gameErrors.fail('RESULT_IS_FINAL')
  rejectTie(score, game)
  return [{ type: 'ScoreEntered', data: { game: game.name, side, teams, ...score, ...(at !== undefined && { at }) } }]
}

export const enterScoreDecider = { decide: enterScore, evolve, initialState }

function rejectTie(score: Score, { tiesAllowed }: GameFacts): void {
  if (isForbiddenTie(score, tiesAllowed))
    gameErrors.fail('TIE_NOT_ALLOWED', { away: 'One team must have more points.' })
}

export type DecideResult = TimedCommand<
  'DecideResult',
  { readonly result: DecidedResult; readonly reason: string; readonly game: GameFacts }
>

/** Decides the result for staff. The entries of captains stay, and do not count. */
export function decideResult({ data: { result, reason, game } }: DecideResult, state: GameState): GameEvent[] {
  const teams = game.teams ?? gameErrors.fail('GAME_NOT_READY')
  if (isSameTeams(state.teams, teams) && isSameResult(state.decided, result)) return []
  const data = { game: game.name, teams, reason }
  if ('forfeit' in result) return [{ type: 'GameForfeited', data: { ...data, side: result.forfeit } }]
  rejectTie(result.score, game)
  return [{ type: 'ResultDecided', data: { ...data, ...result.score } }]
}

export const decideResultDecider = { decide: decideResult, evolve, initialState }

function isSameResult(one: DecidedResult | null, other: DecidedResult): boolean {
  if (one === null) return false
  if ('forfeit' in one || 'forfeit' in other)
    return 'forfeit' in one && 'forfeit' in other && one.forfeit === other.forfeit
  return isSameScore(one.score, other.score)
}

export type ClearResult = TimedCommand<'ClearResult', { readonly game: Pick<GameFacts, 'name'> }>

/** Clears entries and decision: the game is to be played, or played again. */
export function clearResult({ data: { game } }: ClearResult, state: GameState): GameEvent[] {
  return state.teams === null ? [] : [{ type: 'ResultCleared', data: { game: game.name } }]
}

export const clearResultDecider = { decide: clearResult, evolve, initialState }

export type KeepResult = TimedCommand<'KeepResult', { readonly game: GameFacts }>

/** Lets the result of other teams count for the teams that are on the sides now. */
export function keepResult({ data: { game } }: KeepResult, state: GameState): GameEvent[] {
  const teams = game.teams ?? gameErrors.fail('GAME_NOT_READY')
  if (state.teams === null) gameErrors.fail('NO_RESULT')
  return isSameTeams(state.teams, teams) ? [] : [{ type: 'ResultKept', data: { game: game.name, teams } }]
}

export const keepResultDecider = { decide: keepResult, evolve, initialState }

/** Undoes an earlier change: `state` is how the game was before. */
export type PutBackResult = TimedCommand<'PutBackResult', { readonly state: GameState; readonly game: string }>

export function putBackResult({ data: { state, game } }: PutBackResult, current: GameState): GameEvent[] {
  return JSON.stringify(state) === JSON.stringify(current) ? [] : [{ type: 'ResultPutBack', data: { game, ...state } }]
}

export const putBackResultDecider = { decide: putBackResult, evolve, initialState }
