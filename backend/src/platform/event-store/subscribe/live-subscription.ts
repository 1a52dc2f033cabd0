import type { ISql } from 'postgres'
import type { StoreReport } from '../../logging.ts'
import type { EventListener, LiveSubscription } from '../event-log.ts'
import { newestPosition, type Reader, readLog, safePosition } from '../read/log.ts'
import type { Notifier } from './notifier.ts'
import { type Poller, type PollResult, startPolling } from './poll-loop.ts'

export interface LiveSubscriptions {
  add(listener: EventListener): Promise<LiveSubscription>
  /** How many times events were given to the listeners. */
  deliveries(): number
  close(): Promise<void>
}

export interface LiveSubscriptionParts {
  readonly sql: ISql
  readonly reader: Reader
  readonly notifier: Notifier
  readonly report: StoreReport
  readonly fallbackPollMs: number
}

const batch = 500

/** One reader of the log for all listeners of this process; it reads only while there is a listener. */
export function liveSubscriptions(parts: LiveSubscriptionParts): LiveSubscriptions {
  const { sql, reader, notifier, report, fallbackPollMs } = parts
  const listeners = new Set<EventListener>()
  let position = 0
  let deliveries = 0
  let poller: Poller | undefined
  let starting: Promise<void> | undefined

  const poll = async (): Promise<PollResult> => {
    if ((await newestPosition(sql)) <= position) return 'idle'
    const events = await readLog(sql, reader, { after: position, limit: batch })
    const last = events.at(-1)
    if (!last) return 'pending'
    position = last.metadata.position
    deliveries++
    for (const listener of listeners) listener(events)
    return 'more'
  }
  const start = async () => {
    await poller?.stop()
    // Where the last event is, so that all backends name the same position while nothing happens.
    const final = (await safePosition(sql)) - 1
    position = Math.min(final, await newestPosition(sql))
    const failed = (err: unknown) => report.warn({ err }, 'The live tail could not read')
    poller = startPolling(notifier, { poll, failed, fallbackPollMs })
  }
  return {
    add: async (listener) => {
      if (listeners.size === 0) starting = start()
      listeners.add(listener)
      const stop = () => {
        listeners.delete(listener)
        if (listeners.size === 0) void poller?.stop()
      }
      await starting?.catch((error: unknown) => {
        stop()
        throw error
      })
      return { from: position + 1, stop }
    },
    deliveries: () => deliveries,
    close: async () => {
      listeners.clear()
      await poller?.stop()
    },
  }
}
