import type { SideName } from '@ultimate/events/tournament/weekend/game.ts'
import type { ShownConsequences, StaffGame } from '@ultimate/events/tournament/weekend/games-api.ts'
import { nameGame } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { isDomainError, messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { ApiError, call, happenedOf } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { sideName } from '../../schedule/shown-games.ts'
import { gamesKey } from './games-query.ts'

/** The decision of staff about a game. */
export type WantedResult =
  | { readonly kind: 'points'; readonly home: number; readonly away: number; readonly reason: string }
  | { readonly kind: 'forfeit'; readonly side: SideName; readonly reason: string }
  | { readonly kind: 'clear' }
  | { readonly kind: 'keep' }

export interface ResultChange {
  /** The game as the user saw it: the change is based on its version. */
  readonly game: StaffGame
  readonly wanted: WantedResult
}

export interface Changed {
  readonly game: Game
  readonly consequences: ShownConsequences
}

/** Returns the effects of the change without making it. A result that stays as it is changes nothing else. */
export function previewResult({ game, wanted }: ResultChange, signal: AbortSignal): Promise<Changed> {
  const request = { params: { id: game.id }, query: { preview: 'true' as const } }
  if (wanted.kind === 'clear') return call('DELETE /api/games/{id}/result', request, { signal })
  return call('PUT /api/games/{id}/result', { ...request, body: buildBody(wanted) }, { signal })
}

function buildBody(wanted: WantedResult) {
  if (wanted.kind === 'points') return { home: wanted.home, away: wanted.away, reason: wanted.reason }
  if (wanted.kind === 'forfeit') return { forfeit: wanted.side, reason: wanted.reason }
  return { reason: '' }
}

async function sendResult({ game, wanted }: ResultChange, key: string): Promise<string> {
  const options = { idempotencyKey: key, ifMatch: `"v${game.version}"` }
  const request = { params: { id: game.id } }
  if (wanted.kind === 'keep') await call('POST /api/games/{id}/keep', request, options)
  else if (wanted.kind === 'clear') await call('DELETE /api/games/{id}/result', { ...request, query: {} }, options)
  else await call('PUT /api/games/{id}/result', { ...request, query: {}, body: buildBody(wanted) }, options)
  return key
}

/** Changes a result, and offers to take it back. A late user sees what the other one did, and the game as it is. */
export function useResultCommand(onDone?: () => void) {
  return useCommand<ResultChange, string>({
    send: sendResult,
    failed: describeFailure,
    onDone: async (key, change) => {
      await refresh(gamesKey)
      onDone?.()
      toast.success(doneWords(change), offerUndo([key]))
    },
    onError: (error) => isDomainError(error) && refresh(gamesKey),
  })
}

/** Describes the failure, with what another director did meanwhile. */
function describeFailure(error: Error): string {
  const happened = error instanceof ApiError ? happenedOf(error) : undefined
  const message = messageOrStatus(error, 'The result could not be changed.')
  return happened ? `${message} ${happened.what}${happened.by === null ? '' : ` by ${happened.by}`}.` : message
}

function doneWords({ game, wanted }: ResultChange): string {
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
