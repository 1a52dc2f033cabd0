import type { Event } from '../event-store/emmett.ts'
import type { RecordedEvent } from '../event-store/recorded-event.ts'

/** What the live stream needs of the event store: the log of all streams in commit-safe order. */
export interface EventLog {
  /** A position below which nothing will ever be added. */
  head(): Promise<number>
  /** Events after that position, oldest first, at most `limit`. */
  read(options: { after: number; limit: number }): Promise<readonly RecordedEvent<Event>[]>
  /** Calls back with every event committed from now on, by any backend, in order; returns what stops it. */
  tail(listener: (events: readonly RecordedEvent<Event>[]) => void): () => void
}
