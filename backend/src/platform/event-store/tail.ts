import type { ISql } from 'postgres'
import { type Follower, follow, type Looked } from './follow.ts'
import { newestPosition, readLog, safePosition } from './log.ts'
import type { Notifier } from './notifier.ts'
import type { Reader } from './read-stream.ts'
import type { RecordedEvent } from './recorded-event.ts'
import type { StoreReport } from './report.ts'

/** Gets every event stored from now on, in the log's order. It must not throw; what it returns is not waited for. */
export type TailListener = (events: readonly RecordedEvent[]) => void

export interface Tail {
  /**
   * Resolves once the listener is on, with the position from which on it hears everything: what came before that is
   * read with `log.read({ before })`.
   */
  add(listener: TailListener): Promise<{ readonly from: number; readonly stop: () => void }>
  close(): Promise<void>
}

export interface TailOptions {
  readonly sql: ISql
  readonly reader: Reader
  readonly notifier: Notifier
  readonly report: StoreReport
  readonly slowNetMs: number
}

const batch = 500

/** One reader of the log for all live listeners of this process; it reads only while somebody listens. */
export function liveTail({ sql, reader, notifier, report, slowNetMs }: TailOptions): Tail {
  const listeners = new Set<TailListener>()
  let position = 0
  let follower: Follower | undefined
  let starting: Promise<void> | undefined

  const look = async (): Promise<Looked> => {
    if ((await newestPosition(sql)) <= position) return 'idle'
    const events = await readLog(sql, reader, { after: position, limit: batch })
    const last = events.at(-1)
    if (!last) return 'pending'
    position = last.metadata.position
    for (const listener of listeners) listener(events)
    return 'more'
  }
  const start = async () => {
    await follower?.stop()
    position = (await safePosition(sql)) - 1
    const failed = (err: unknown) => report.warn({ err }, 'The live tail could not read')
    follower = follow(notifier, { look, failed, slowNetMs })
  }
  return {
    add: async (listener) => {
      if (listeners.size === 0) starting = start()
      listeners.add(listener)
      const stop = () => {
        listeners.delete(listener)
        if (listeners.size === 0) void follower?.stop()
      }
      await starting?.catch((error: unknown) => {
        stop()
        throw error
      })
      return { from: position + 1, stop }
    },
    close: async () => {
      listeners.clear()
      await follower?.stop()
    },
  }
}
