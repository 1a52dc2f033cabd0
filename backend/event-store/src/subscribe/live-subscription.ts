import type { ISql } from 'postgres'
import type { EventListener, LiveEvent, LiveSubscription } from '../event-log.ts'
import { decode, type StoredEvent } from '../personal-data/event-codec.ts'
import { newestPosition, type Reader, safePosition } from '../read/log.ts'
import { categoryOf, type Registry } from '../registry.ts'
import type { StoreReport } from '../report.ts'
import { countByCategory, type Notifier } from './notifier.ts'
import { type Poller, type PollResult, startPolling } from './poll-loop.ts'

export interface LiveSubscriptions {
  add(listener: EventListener): Promise<LiveSubscription>
  /** Returns the number of events given to the listeners, of the category where one is given. */
  deliveries(category?: string): number
  close(): Promise<void>
}

export interface LiveSubscriptionParts {
  readonly sql: ISql
  readonly reader: Pick<Reader, 'registry'>
  readonly notifier: Notifier
  readonly report: StoreReport
  readonly fallbackPollMs: number
}

const batch = 500
/** The time that the notification of an append takes to be sent. */
const restMs = 20

/** One reader of the log for all listeners of this process; it reads only while there is a listener. */
export function liveSubscriptions(parts: LiveSubscriptionParts): LiveSubscriptions {
  const { sql, reader, notifier, report, fallbackPollMs } = parts
  const listeners = new Set<EventListener>()
  let position = 0
  const deliveries = countByCategory()
  let poller: Poller | undefined
  let starting: Promise<void> | undefined

  const poll = async (): Promise<PollResult> => {
    const { newest, events } = await readNext(sql, reader.registry, position)
    const last = events.at(-1)
    if (last) {
      position = last.metadata.position
      for (const { metadata } of events) deliveries.add(categoryOf(metadata.stream))
      for (const listener of listeners) listener(events)
    }
    if (events.length === batch) return 'more'
    if (newest <= position) return 'idle'
    // Under load some are always held back by the latest appends. Asking at once would find a few more, without end.
    return last ? { dueInMs: restMs } : 'pending'
  }
  const start = async () => {
    await poller?.stop()
    // Reading starts behind the last event, so that all backends name the same position while nothing happens.
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
    deliveries: deliveries.count,
    close: async () => {
      listeners.clear()
      await poller?.stop()
    },
  }
}

interface Next {
  /** Position of the last event, which may not be read yet. */
  readonly newest: number
  readonly events: readonly LiveEvent[]
}

type NextRow = StoredEvent & { readonly newest: number | string | null; readonly position: number | string | null }

/** One row at least. An event that is final is never behind the newest of the same snapshot. */
const nextText = `select newest.position as newest, next.* from (select max(position) as position from events) as newest
  left join lateral (
    select position, stream, type, schema_version as "schemaVersion", data from events
    where position > $1 and position < (select event_safe_position()) order by position limit ${batch}
  ) as next on true`

/** All that is appended is read here once more, so nothing is unsealed: listeners have no use for it. */
async function readNext(sql: ISql, registry: Registry, after: number): Promise<Next> {
  const rows = await sql.unsafe<NextRow[]>(nextText, [after], { prepare: true })
  const events = rows.flatMap(({ position, ...event }) => {
    if (position === null) return []
    const metadata = { position: Number(position), stream: event.stream }
    return [{ type: event.type, data: decode(registry, event, new Map()), metadata }]
  })
  return { newest: Number(rows[0]?.newest ?? 0), events }
}
