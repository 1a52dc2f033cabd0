import type { Score } from './game.ts'
import type { Game } from './schedule-api.ts'

// Rules about what captains may enter. They have no messages, so that the page of captains and the server share them.

/** True while captains may enter a score. A final result of teams that were on the sides before does not stop them. */
export const takesEntries = (status: Game['status'], isOfOthers: boolean): boolean => status !== 'final' || isOfOthers

/** A bracket game needs a winner; staff decide whether games of pools do. */
export const areTiesAllowed = (stage: Game['stage'], tiesInPools: boolean): boolean => stage === 'pool' && tiesInPools

export const isForbiddenTie = ({ home, away }: Score, tiesAllowed: boolean): boolean => home === away && !tiesAllowed

type PlayedGame = Pick<Game, 'status' | 'forfeit' | 'start'>

/** True where a game was played to a result. */
export const isPlayed = ({ status, forfeit }: PlayedGame): boolean =>
  status !== 'scheduled' && status !== 'cancelled' && !forfeit

/** True where a game has begun at `now`, in milliseconds, or was played: then its teams give spirit scores. */
export const isBegun = (game: PlayedGame, now: number): boolean =>
  isPlayed(game) || (game.start !== null && game.status !== 'cancelled' && Date.parse(game.start) <= now)
