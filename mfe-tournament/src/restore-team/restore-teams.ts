import { removalLimits } from '@ultimate/events/tournament/team.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { sendFromToast } from '@ultimate/kit/sending/send-from-toast.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { countOfTeams, refreshTeams } from '../teams/teams-query.ts'

/** Teams per request: small enough to show progress. */
const perRequest = Math.min(100, removalLimits.teams)

/** How many were restored before a request failed, and the keys of the requests that did it. */
interface Restored {
  readonly count: number
  readonly keys: readonly string[]
}

/** Restores teams, until a request fails. Calls `onProgress` with the count so far. */
async function restoreTeams(ids: readonly string[], onProgress: (count: number) => void): Promise<Restored> {
  let restored = 0
  const keys: string[] = []
  try {
    while (restored < ids.length) {
      const some = ids.slice(restored, restored + perRequest)
      const idempotencyKey = newKey()
      await call('POST /api/teams/restore', { body: { ids: some } }, { idempotencyKey })
      keys.push(idempotencyKey)
      restored += some.length
      onProgress(restored)
    }
  } catch {
    // The caller offers to go on with the rest.
  }
  await refreshTeams()
  return { count: restored, keys }
}

interface RestoreOptions {
  /** Who gets an email, where no question has said it before. */
  readonly said?: string
  readonly onProgress?: (count: number) => void
}

/** Restores teams, shows the result as a toast on any page, and offers to try the rest again. */
export async function restoreWithToast(
  ids: readonly string[],
  { said = '', onProgress = () => undefined }: RestoreOptions = {},
): Promise<void> {
  const { count, keys } = await restoreTeams(ids, onProgress)
  const rest = ids.slice(count)
  if (count > 0) toast.success(`${countOfTeams(count)} restored. ${said}`.trim(), offerUndo(keys))
  if (rest.length === 0) return
  toast.error(`${countOfTeams(rest.length)} could not be restored.`, {
    duration: 10_000,
    action: { label: 'Try again', run: () => void restoreFromToast(rest) },
  })
}

/** As `restoreWithToast`, where it is asked for in a toast: it waits for a line that is gone. */
const restoreFromToast = (ids: readonly string[]): Promise<unknown> =>
  sendFromToast('Restore', () => restoreWithToast(ids))
