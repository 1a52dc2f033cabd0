import { removalLimits } from '@ultimate/events/tournament/team.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { countOfTeams, refreshTeams } from '../teams/teams-query.ts'

/** Teams per request: small enough to show progress. */
const perRequest = Math.min(100, removalLimits.teams)

/** Restores teams; returns how many before a request failed. Calls `onProgress` with the count so far. */
async function restoreTeams(ids: readonly string[], onProgress: (count: number) => void): Promise<number> {
  let restored = 0
  try {
    while (restored < ids.length) {
      const some = ids.slice(restored, restored + perRequest)
      await call('POST /api/teams/restore', { body: { ids: some } })
      restored += some.length
      onProgress(restored)
    }
  } catch {
    // The caller offers to go on with the rest.
  }
  await refreshTeams()
  return restored
}

/** Restores teams, shows the result as a toast on any page, and offers to try the rest again. */
export async function restoreAndTell(
  ids: readonly string[],
  onProgress: (count: number) => void = () => undefined,
): Promise<void> {
  const restored = await restoreTeams(ids, onProgress)
  const rest = ids.slice(restored)
  if (restored > 0) toast.success(`${countOfTeams(restored)} restored.`)
  if (rest.length === 0) return
  toast.error(`${countOfTeams(rest.length)} could not be restored.`, {
    duration: 10_000,
    action: { label: 'Try again', run: () => void restoreAndTell(rest) },
  })
}
