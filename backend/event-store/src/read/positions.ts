import { setTimeout as delay } from 'node:timers/promises'
import type { ISql } from 'postgres'
import type { Clock } from '../clock.ts'

/** Every event below is committed, and none can be added there any more (docs/decisions/0008). */
export async function safePosition(sql: ISql): Promise<number> {
  const [row] = await sql.unsafe<{ position: number | string }[]>('select event_safe_position() as position')
  return Number(row?.position)
}

/** 0 in an empty log. Readers may not see the newest event yet, while an older transaction is still running. */
export async function newestPosition(sql: ISql): Promise<number> {
  const [row] = await sql.unsafe<{ position: number | string | null }[]>('select max(position) as position from events')
  return Number(row?.position ?? 0)
}

/** The `count`-th event below `before`. Null where no event is left below it, so that the rest is one page. */
export async function floorBelow(
  sql: ISql,
  before: number | undefined,
  count: number,
): Promise<{ readonly position: number; readonly at: Date } | null> {
  const [floor, eventBelow] = await sql<{ position: number; at: Date }[]>`
    select position, at from events where position < ${before ?? Number.MAX_SAFE_INTEGER}
    order by position desc offset ${count - 1} limit 2`
  return (eventBelow && floor) ?? null
}

/**
 * Returns a function that resolves to the seconds for which readers of the log have been held back. They count from the
 * earlier of two times: when the oldest event was stored that readers may not see yet, and when a call first saw the
 * oldest running transaction. That transaction may belong to another database of the cluster.
 */
export function logLag(sql: ISql, clock: Clock) {
  let oldest = { xmin: '', foundAt: 0 }
  return async (): Promise<number> => {
    // A snapshot's text is `xmin:xmax:` and the ids of the running transactions: `100:104:100,102`, or `104:104:`.
    const [row] = await sql.unsafe<{ xmin: string; isAnyRunning: boolean; hiddenSince: Date | null }[]>(
      `select pg_snapshot_xmin(snapshot)::text as xmin, snapshot::text like '%:_%:_%' as "isAnyRunning",
        (select min(at) from events where position >= event_safe_position()) as "hiddenSince"
      from (select pg_current_snapshot() as snapshot) as taken`,
      [],
      { prepare: true },
    )
    const now = clock.now().getTime()
    const { xmin = '', isAnyRunning = false, hiddenSince = null } = row ?? {}
    if (!isAnyRunning || xmin !== oldest.xmin) oldest = { xmin, foundAt: now }
    return Math.max(0, now - Math.min(oldest.foundAt, hiddenSince?.getTime() ?? now)) / 1000
  }
}

/** Longer than any transaction of the backend. A transaction of another client of the cluster may take longer. */
const maxWaitMs = 1_000
const pause = { firstMs: 4, maxMs: 32 }

/** Lets a reader of the log wait for the appends of this process, which older transactions may hold back. */
export function ownAppends(sql: ISql) {
  let lastAppended = 0
  let safe = 0
  /** The safe position at which a call waited in vain. As long as the log stays there, no other call waits. */
  let stuckAt = -1
  let reading: Promise<void> | undefined
  const readSafe = async () => {
    safe = Math.max(safe, await safePosition(sql))
  }
  /** One query at a time for all calls that wait. */
  const readSafeOnce = () => {
    reading ??= readSafe().finally(() => {
      reading = undefined
    })
    return reading
  }
  return {
    appended: (position: number) => {
      lastAppended = Math.max(lastAppended, position)
    },
    /** Resolves when all that this process had appended can be read, after a second, or where the log is stuck. */
    readable: async () => {
      const wanted = lastAppended
      const giveUpAt = performance.now() + maxWaitMs
      for (let ms = pause.firstMs; safe <= wanted; ms = Math.min(ms * 2, pause.maxMs)) {
        await readSafeOnce()
        if (safe > wanted || safe === stuckAt) return
        if (performance.now() > giveUpAt) {
          stuckAt = safe
          return
        }
        await delay(ms)
      }
    },
  }
}
