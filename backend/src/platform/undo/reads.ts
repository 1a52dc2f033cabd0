import { batchReads } from '@ultimate/event-store/batch-reads.ts'
import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'

/** The reads of plans, for as many of them as are asked at once: each stream and each answer is read once. */
export interface Reads {
  /** The whole stream, oldest first. */
  readonly stream: (name: string) => Promise<readonly RecordedEvent[]>
  /** Returns the number of events in the stream. */
  readonly length: (stream: string) => Promise<number>
  /** The answer of a query, which depends on nothing but where it asks. */
  readonly once: <Where, T>(query: (where: Where) => Promise<T>, where: Where) => Promise<T>
}

/** Streams that are asked for in the same turn are read by one query, so that a page of the audit takes a few. */
export function sharedReads(log: Pick<EventLog, 'read' | 'lengths'>): Reads {
  const streams = new Map<string, Promise<readonly RecordedEvent[]>>()
  const answers = new Map<unknown, Promise<unknown>>()
  const load = batchReads(async (names: readonly string[]) => {
    const events = await log.read({ streams: names, limit: Number.MAX_SAFE_INTEGER })
    const found = Map.groupBy(events, ({ metadata }) => metadata.stream)
    return names.map((name) => found.get(name) ?? [])
  })
  return {
    stream: (name) => remembered(streams, name, () => load(name)),
    length: batchReads((names: readonly string[]) => log.lengths(names)),
    once: (query, where) => remembered(answers, query, () => query(where)) as ReturnType<typeof query>,
  }
}

interface KeyedValues<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

/** The value of this key, made when it is asked for first. */
export function remembered<K, V>(known: KeyedValues<K, V>, key: K, make: () => V): V {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
