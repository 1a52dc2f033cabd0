import { batchReads } from '@ultimate/event-store/batch-reads.ts'
import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'

/** The plans of one request share these, so each stream and each answer of a query is read once. */
export interface Reads {
  /** The whole stream, oldest first. */
  readonly stream: (name: string) => Promise<readonly RecordedEvent[]>
  /** Returns the number of events in the stream. */
  readonly length: (stream: string) => Promise<number>
  /** The answer of a query. All plans ask it with the same `where`, so that the query alone is the key of the answer. */
  readonly once: <Where, T>(query: (where: Where) => Promise<T>, where: Where) => Promise<T>
}

/** Streams that are asked for in the same turn are read by one query, so that a page of the audit takes few queries. */
export function sharedReads(log: Pick<EventLog, 'read' | 'lengths'>): Reads {
  const streams = new Map<string, Promise<readonly RecordedEvent[]>>()
  const answers = new Map<unknown, Promise<unknown>>()
  const load = batchReads(async (names: readonly string[]) => {
    const events = await log.read({ streams: names, limit: Number.MAX_SAFE_INTEGER })
    const byStream = Map.groupBy(events, ({ metadata }) => metadata.stream)
    return names.map((name) => byStream.get(name) ?? [])
  })
  return {
    stream: (name) => getOrMake(streams, name, () => load(name)),
    length: batchReads((names: readonly string[]) => log.lengths(names)),
    once: (query, where) => getOrMake(answers, query, () => query(where)) as ReturnType<typeof query>,
  }
}

interface KeyedValues<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

/** Returns the value of this key, which `make` makes at the first call. */
export function getOrMake<K, V>(values: KeyedValues<K, V>, key: K, make: () => V): V {
  const value = values.get(key) ?? make()
  values.set(key, value)
  return value
}
