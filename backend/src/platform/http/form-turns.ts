import { platformErrors } from '@ultimate/events/platform/api.ts'
import pLimit from 'p-limit'

interface Turns {
  /** Forms in hand: each may hold a file in memory. */
  readonly atOnce: number
  /** Requests that wait with their bodies unread. */
  readonly waiting: number
}

export const formsAtOnce: Turns = { atOnce: 4, waiting: 32 }

const retryAfterSeconds = 10

/** Keeps the memory that forms take bounded, however many are sent at once; beyond that they are asked to come back. */
export function inTurns({ atOnce, waiting }: Turns): <T>(task: () => Promise<T>) => Promise<T> {
  const limit = pLimit(atOnce)
  return async (task) => {
    if (limit.pendingCount >= waiting) platformErrors.fail('TOO_MANY_REQUESTS', undefined, retryAfterSeconds)
    return limit(task)
  }
}
