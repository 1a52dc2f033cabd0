import { setTimeout as delay } from 'node:timers/promises'
import type { ISql } from 'postgres'

/** Everything below has been committed for good; nothing will ever be added there. */
export async function safePosition(sql: ISql): Promise<number> {
  const [row] = await sql.unsafe<{ position: number | string }[]>('select event_safe_position() as position')
  return Number(row?.position)
}

/** Of an event that readers may not see yet, where an older transaction is still running; 0 in an empty log. */
export async function newestPosition(sql: ISql): Promise<number> {
  const [row] = await sql.unsafe<{ position: number | string | null }[]>('select max(position) as position from events')
  return Number(row?.position ?? 0)
}

/** Longer than any transaction of ours; one of somebody else's in the same cluster may take longer. */
const longestWaitMs = 1_000
const pause = { firstMs: 4, longestMs: 32 }

/** Lets people who ask the log see what they have just done, although older transactions may still hold it back. */
export function ownAppends(sql: ISql) {
  let appended = 0
  let safe = 0
  let looking: Promise<void> | undefined
  const look = async () => {
    safe = Math.max(safe, await safePosition(sql))
  }
  /** One question at a time, whoever waits for it. */
  const lookTogether = () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
  return {
    appended: (position: number) => {
      appended = Math.max(appended, position)
    },
    /** Resolves when everything that this process had appended can be read, or after a second. */
    readable: async () => {
      const wanted = appended
      const until = performance.now() + longestWaitMs
      for (let ms = pause.firstMs; safe <= wanted; ms = Math.min(ms * 2, pause.longestMs)) {
        await lookTogether()
        if (safe > wanted || performance.now() > until) return
        await delay(ms)
      }
    },
  }
}
