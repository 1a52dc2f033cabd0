import { setTimeout as delay } from 'node:timers/promises'
import type { ISql } from 'postgres'
import { safePosition } from './log.ts'

/** Longer than any transaction of ours; one of somebody else's in the same cluster may take longer. */
const longestWaitMs = 1_000
const pauseMs = 4

/** Lets people who ask the log see what they have just done, although older transactions may still hold it back. */
export function ownAppends(sql: ISql) {
  let appended = 0
  let safe = 0
  return {
    appended: (position: number) => {
      appended = Math.max(appended, position)
    },
    /** Resolves when everything that this process had appended can be read, or after a second. */
    readable: async () => {
      const wanted = appended
      const until = performance.now() + longestWaitMs
      while (safe <= wanted) {
        safe = Math.max(safe, await safePosition(sql))
        if (safe > wanted || performance.now() > until) return
        await delay(pauseMs)
      }
    },
  }
}
