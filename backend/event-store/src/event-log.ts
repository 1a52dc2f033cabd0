import type { Event } from './emmett.ts'
import type { Actor, EventMetadata, RecordedEvent } from './recorded-event.ts'
import type { IndexedEvents } from './registry.ts'

/** The conditions on events to read; one that is absent lets every event through. */
export interface LogFilter {
  /** Positions strictly above. */
  readonly after?: number
  /** Positions strictly below. */
  readonly before?: number
  readonly stream?: string
  /** Events of any of these. */
  readonly streams?: readonly string[]
  /** The stream `<category>-<id>`, and events elsewhere that name this id in their field `<category>Id`. */
  readonly about?: string
  /** Types whose events are all included as well; used with `about` only. */
  readonly orTypes?: readonly string[]
  readonly types?: readonly string[]
  /** Events of this index, which a module has declared. */
  readonly indexed?: IndexedEvents
  /** Events that name one of these ids in their field `<category>Id`. */
  readonly naming?: { readonly category: string; readonly ids: readonly string[] }
  readonly categories?: readonly string[]
  /** Events whose data has these values, in fields that are not personal. */
  readonly data?: Readonly<Record<string, string>>
  /** Id or name of the actor. */
  readonly actor?: string
  /** Ids of others who count as that actor. */
  readonly alsoActors?: readonly string[]
  readonly actorKind?: Actor['kind']
  /** Stored in this edition. */
  readonly edition?: string
  /** Stored at or after. */
  readonly from?: Date
  /** Stored at or before. */
  readonly to?: Date
  /** Events that take back those at these positions. */
  readonly undoing?: readonly number[]
  /** False by default: the oldest come first. */
  readonly newestFirst?: boolean
  /** 100 by default. */
  readonly limit?: number
}

/** The number of last events that are read of a range, beside its first one. */
export const maxHistory = 200

/** An event of a history, by which later events are described. */
export interface PastEvent extends Pick<EventMetadata, 'stream' | 'version'> {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A stream, or its events below a version. */
export interface HistoryRange {
  readonly stream: string
  readonly before?: number
}

/** An event that an automation has not handled. */
export interface UnhandledEvent {
  readonly stream: string
  readonly position: number
  readonly at: Date
  /** The reason why it could not be handled; null where it was not tried yet. */
  readonly error: string | null
  /** It is not tried again. */
  readonly isGivenUp: boolean
}

/** An event with its place. Personal data in it reads as that of people who were forgotten. */
export type LiveEvent = Event & { readonly metadata: Pick<EventMetadata, 'position' | 'stream'> }

/** Gets every event stored from now on, in the log's order. It must not throw; what it returns is not waited for. */
export type EventListener = (events: readonly LiveEvent[]) => void

export interface LiveSubscription {
  /** The listener gets every event from this position on; `log.read({ before })` gives those before it. */
  readonly from: number
  readonly stop: () => void
}

/** The log of all streams. */
export interface EventLog {
  /**
   * Returns events, oldest first and 100 at most unless the filter asks otherwise; only final ones (see schema.ts).
   * They include what this process has appended before, unless an older transaction holds the log back for more than a
   * second.
   */
  read(filter?: LogFilter): Promise<readonly RecordedEvent[]>
  /** The first event of each stream and, without these types, its {@link maxHistory} last ones, in order. */
  histories(ranges: readonly HistoryRange[], without: readonly string[]): Promise<readonly PastEvent[]>
  /** Returns the number of events in each of these streams. */
  lengths(streams: readonly string[]): Promise<readonly number[]>
  /** Returns the events that an automation has still to handle, or could not handle. */
  unhandled(automation: { readonly name: string; readonly on: readonly string[] }): Promise<readonly UnhandledEvent[]>
  /** The `count`-th event below `before`, or from the end of the log; null where no event is left below it. */
  floor(before: number | undefined, count: number): Promise<Pick<EventMetadata, 'position' | 'at'> | null>
  /** Resolves once the listener is on. */
  subscribe(listener: EventListener): Promise<LiveSubscription>
  /** Everything below this position is final. */
  safePosition(): Promise<number>
  /** Seconds for which a transaction, perhaps in another database of the cluster, has held readers of the log back. */
  lag(): Promise<number>
  /**
   * Returns another number whenever something may have been appended, to streams of the category where one is given: at
   * once for appends of this process, a few hundredths of a second later for those of others. Null while notifications of
   * others cannot arrive. See `cachedUntilAppend`.
   */
  version(category?: string): number | null
}
