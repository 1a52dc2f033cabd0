import type { SideName } from '@ultimate/events/tournament/weekend/game.ts'
import type { ShownConsequences, StaffGame } from '@ultimate/events/tournament/weekend/games-api.ts'
import { nameGame } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { isDomainError } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh } from '@ultimate/kit/request/live.ts'
import type { StoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { createWeekendHook } from '../queries.ts'
import { sideName } from '../shown-games.ts'
import { useUndoableCommand } from '../undoable-command.ts'

export const gamesKey: LiveKey = ['scores', 'games']

/** The games as they are stored on the device of TD or admin. */
export const storedGames: StoredAnswer = { key: gamesKey, form: 1 }

/** Reads all games with the entries of captains. */
export const useStaffGames = createWeekendHook({
  stored: storedGames,
  topics: ['schedule'],
  read: (signal) => call('GET /api/games', {}, { signal }),
})

/** The decision of staff about a game. */
export type WantedResult =
  | { readonly kind: 'points'; readonly home: number; readonly away: number; readonly reason: string }
  | { readonly kind: 'forfeit'; readonly side: SideName; readonly reason: string }
  | { readonly kind: 'clear' }
  | { readonly kind: 'keep' }

export interface ResultChange {
  /** The game that the user saw: the change is based on its version. */
  readonly game: StaffGame
  readonly wanted: WantedResult
}

interface ResultPreview {
  readonly game: Game
  readonly consequences: ShownConsequences
}

/** Returns the effects of the change without making it. */
export function previewResult({ game, wanted }: ResultChange, signal: AbortSignal): Promise<ResultPreview> {
  const request = { params: { id: game.id }, query: { preview: 'true' as const } }
  if (wanted.kind === 'clear') return call('DELETE /api/games/{id}/result', request, { signal })
  return call('PUT /api/games/{id}/result', { ...request, body: buildBody(wanted) }, { signal })
}

function buildBody(wanted: WantedResult) {
  if (wanted.kind === 'points') return { home: wanted.home, away: wanted.away, reason: wanted.reason }
  if (wanted.kind === 'forfeit') return { forfeit: wanted.side, reason: wanted.reason }
  return { reason: '' }
}

function sendResult({ game, wanted }: ResultChange, key: string): Promise<unknown> {
  const options = { idempotencyKey: key, ifMatch: `"v${game.version}"` }
  const request = { params: { id: game.id } }
  if (wanted.kind === 'keep') return call('POST /api/games/{id}/keep', request, options)
  if (wanted.kind === 'clear') return call('DELETE /api/games/{id}/result', { ...request, query: {} }, options)
  return call('PUT /api/games/{id}/result', { ...request, query: {}, body: buildBody(wanted) }, options)
}

/** Changes a result. After a rejection, for instance of a stale change, shows the current games. */
export const useResultCommand = (onDone?: () => void) =>
  useUndoableCommand({
    send: sendResult,
    failed: 'The result could not be changed.',
    show: () => refresh(gamesKey),
    onDone,
    done: describeResult,
    onError: (error) => isDomainError(error) && refresh(gamesKey),
  })

function describeResult({ game, wanted }: ResultChange): string {
  const [home, away] = [sideName(game.home), sideName(game.away)]
  switch (wanted.kind) {
    case 'points':
      return `${home} ${wanted.home}–${wanted.away} ${away} is final.`
    case 'forfeit':
      return `${wanted.side === 'home' ? home : away} forfeits ${nameGame(game)}.`
    case 'clear':
      return `The result of ${nameGame(game)} is cleared.`
    case 'keep':
      return `The result of ${nameGame(game)} is kept.`
  }
}
