import { ApiError, call } from '@ultimate/kit/request/api.ts'
import type { Removal, RemovalOutcome } from './machine.ts'

/** Takes teams out. Needs no key: whoever is out already stays out. Rejects where no answer came. */
export async function removeSome({ ids, reason }: Removal): Promise<RemovalOutcome> {
  try {
    await call('POST /api/teams/remove', { body: { ids: [...ids], reason } })
    return { kind: 'removed' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { kind: 'refused', sentence: error.fields['reason'] ?? error.message }
  }
}
