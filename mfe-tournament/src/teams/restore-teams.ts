import { removalLimits } from '@ultimate/events/tournament/team.ts'
import type { PlacesGivenBack } from '@ultimate/events/tournament/team-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { isDomainError, newKey } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { sendFromToast } from '@ultimate/kit/sending/send-from-toast.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { countOfTeams, refreshTeams } from './teams-query.ts'

/** Teams per request: small enough to show progress. */
const perRequest = Math.min(100, removalLimits.teams)

/** The teams restored before a request failed, what became of their places, and the keys of the accepted requests. */
interface Restored {
  readonly count: number
  readonly places: PlacesGivenBack
  readonly keys: readonly string[]
  /** The key for the rest: a request that was not answered has its key again. */
  readonly nextKey: string
}

/** Restores teams, until a request fails, each request under a key of its own below the given one. */
async function restoreTeams(
  ids: readonly string[],
  key: string,
  onProgress: (count: number) => void,
): Promise<Restored> {
  let nextKey = key
  let restored = 0
  const places = { back: 0, taken: 0 }
  const keys: string[] = []
  try {
    while (restored < ids.length) {
      const some = ids.slice(restored, restored + perRequest)
      const idempotencyKey = `${key}.${some[0]}`
      const answer = await call('POST /api/teams/restore', { body: { ids: some } }, { idempotencyKey })
      places.back += answer.places?.back ?? 0
      places.taken += answer.places?.taken ?? 0
      keys.push(idempotencyKey)
      restored += some.length
      onProgress(restored)
    }
  } catch (error) {
    // The caller offers to go on with the rest. The answer to a request that was rejected stays the answer under its key.
    if (isDomainError(error)) nextKey = newKey()
  }
  await refreshTeams()
  return { count: restored, places, keys, nextKey }
}

/** Describes what became of the places in pools of this many restored teams; empty where they had none. */
export function placesInWords(teams: number, { back, taken }: PlacesGivenBack): string {
  const again = back === 1 ? `${teams === 1 ? 'It' : '1'} has its place` : `${back} have their places`
  const lost = teams === 1 ? 'Its place in the pools' : `For ${taken}, the place in the pools`
  return [back > 0 && `${again} in the pools again.`, taken > 0 && `${lost} is taken or gone.`]
    .filter(Boolean)
    .join(' ')
}

interface RestoreOptions {
  /** The sentence on who gets an email, where no question has shown it before. */
  readonly mailed?: string
  readonly onProgress?: (count: number) => void
}

/** Restores teams, shows the result as a toast on any page, and offers to try the rest again. */
export async function restoreWithToast(
  ids: readonly string[],
  key: string,
  { mailed = '', onProgress = () => undefined }: RestoreOptions = {},
): Promise<void> {
  const { count, places, keys, nextKey } = await restoreTeams(ids, key, onProgress)
  const rest = ids.slice(count)
  const sentences = [`${countOfTeams(count)} restored.`, placesInWords(count, places), mailed]
  if (count > 0) toast.success(sentences.filter(Boolean).join(' '), offerUndo(keys))
  if (rest.length === 0) return
  toast.error(`${countOfTeams(rest.length)} could not be restored.`, {
    duration: 10_000,
    action: { label: 'Try again', run: () => void restoreFromToast(rest, nextKey) },
  })
}

/** Does the same as `restoreWithToast` after a press in a toast: it waits for a lost connection. */
const restoreFromToast = (ids: readonly string[], key: string): Promise<unknown> =>
  sendFromToast('Restore', () => restoreWithToast(ids, key))
