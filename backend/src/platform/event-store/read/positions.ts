import { setTimeout as delay } from 'node:timers/promises'
import type { ISql } from 'postgres'

/** Every event below is committed, and none can be added there any more. */
export async function safePosition(sql: ISql): Promise<number> {
  const [row] = await sql.unsafe<{ position: number | string }[]>('select event_safe_position() as position')
  return Number(row?.position)
}

/** Readers may not see this event yet, where an older transaction is still running. 0 in an empty log. */
export async function newestPosition(sql: ISql): Promise<number> {
  const [row] = await sql.unsafe<{ position: number | string | null }[]>('select max(position) as position from events')
  return Number(row?.position ?? 0)
}

/** Longer than any transaction of the backend; one of another client of the same cluster may take longer. */
const longestWaitMs = 1_000
const pause = { firstMs: 4, longestMs: 32 }

/** Lets readers of the log see their own appends, although older transactions may still hold those back. */
export function ownAppends(sql: ISql) {
  let appended = 0
  let safe = 0
  let looking: Promise<void> | undefined
  const look = async () => {
    safe = Math.max(safe, await safePosition(sql))
  }
  /** One query at a time for all who wait. */
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
