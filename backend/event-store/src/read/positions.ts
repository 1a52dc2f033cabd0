import { setTimeout as delay } from 'node:timers/promises'
import type { ISql } from 'postgres'
import type { Clock } from '../clock.ts'

/** Every event below is committed, and none can be added there any more (docs/decisions/0008). */
export async function safePosition(sql: ISql): Promise<number> {
  const [row] = await sql.unsafe<{ position: number | string }[]>('select event_safe_position() as position')
  return Number(row?.position)
}

/** Readers may not see this event yet, where an older transaction is still running. 0 in an empty log. */
export async function newestPosition(sql: ISql): Promise<number> {
  const [row] = await sql.unsafe<{ position: number | string | null }[]>('select max(position) as position from events')
  return Number(row?.position ?? 0)
}

/** The event so many below this position; null where there are no more than that. */
export async function floorBelow(
  sql: ISql,
  before: number | undefined,
  count: number,
): Promise<{ readonly position: number; readonly at: Date } | null> {
  const rows = await sql<{ position: number; at: Date }[]>`
    select position, at from events where position < ${before ?? Number.MAX_SAFE_INTEGER}
    order by position desc offset ${count - 1} limit 2`
  return (rows.length === 2 && rows[0]) || null
}

/**
 * Seconds for which the log's readers have been held back: since the oldest event was stored that they may not read yet,
 * or since a look at the log first found the same transaction in their way. It may be one of another database of the
 * cluster, because transaction ids belong to the cluster.
 */
export function logLag(sql: ISql, clock: Clock) {
  let inTheWay = { xmin: '', since: 0 }
  return async (): Promise<number> => {
    const [row] = await sql.unsafe<{ xmin: string; behind: boolean; at: Date | null }[]>(
      `select pg_snapshot_xmin(now.snapshot)::text as xmin, now.snapshot::text like '%:_%:_%' as behind,
        (select min(at) from events where position >= event_safe_position()) as at
      from (select pg_current_snapshot() as snapshot) as now`,
      [],
      { prepare: true },
    )
    const now = clock.now().getTime()
    const { xmin = '', behind = false, at = null } = row ?? {}
    if (!behind || xmin !== inTheWay.xmin) inTheWay = { xmin, since: now }
    return Math.max(0, now - Math.min(inTheWay.since, at?.getTime() ?? now)) / 1000
  }
}

/** Longer than any transaction of the backend; one of another client of the same cluster may take longer. */
const maxWaitMs = 1_000
const pause = { firstMs: 4, maxMs: 32 }

/** Lets readers of the log see their own appends, although older transactions may still hold those back. */
export function ownAppends(sql: ISql) {
  let appended = 0
  let safe = 0
  /** The safe position that was waited for in vain. */
  let stuckAt = -1
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
    /**
     * Resolves when everything that this process had appended can be read, or after a second; at once where another
     * call has waited so long and nothing has moved since.
     */
    readable: async () => {
      const wanted = appended
      const until = performance.now() + maxWaitMs
      for (let ms = pause.firstMs; safe <= wanted; ms = Math.min(ms * 2, pause.maxMs)) {
        await lookTogether()
        if (safe > wanted || safe === stuckAt) return
        if (performance.now() > until) {
          stuckAt = safe
          return
        }
        await delay(ms)
      }
    },
  }
}
