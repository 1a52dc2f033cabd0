import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { ISql } from 'postgres'
import { batchReads } from '../batch-reads.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { categoryOf } from '../registry.ts'
import { emptyStream, type FoldedStream, type Folding, type LastEvent, type LoadedStream } from './folded-stream.ts'
import { decodeRows, eventColumns, type Reader, type StoredRow } from './read-stream.ts'

export interface StreamCache {
  /** Folds the stream, by a decider as well where one is given. Its events have no positions. */
  load<State>(stream: string, folding?: Folding<State>): Promise<LoadedStream>
  /**
   * The stream as it was when it was last read or appended to here; undefined where it is not cached, or not folded by
   * the decider. It may have changed since, which only an append notices.
   */
  peek<State>(stream: string, folding: Folding<State>): LoadedStream | undefined
  /** Caches a loaded stream with the events that were appended to it; `position` is that of the last one. */
  noteAppended(loaded: LoadedStream, events: readonly RecordedEvent[], position: number): void
  /** Forgets everything, also what is being loaded. */
  clear(): void
}

/** More than are written to within a minute. */
const maxStreams = 2_000
/** The keys of people are cached for the same time. */
const ttlMs = 60_000
/** The number of deciders whose state is cached for a stream; several may share one. */
const maxStates = 4

type PlacedRow = StoredRow & { readonly place: number | string }

/** The part of a stream to read: the events from this version on. */
interface StreamRange {
  readonly stream: string
  readonly from: number
}

// `(select $1…)` hides the length of a list from PostgreSQL, which would plan a short list anew each time.
const readRangesText = `
  select wanted.n, event.* from unnest((select $1::text[]), (select $2::text[]::int[])) with ordinality as wanted(stream, since, n)
  cross join lateral (
    select position as place, ${eventColumns} from events where events.stream = wanted.stream and version >= wanted.since
  ) as event
  order by wanted.n, event.version`

/** Reads the rows of each range, in the order of the ranges. */
async function readRanges(sql: ISql, ranges: readonly StreamRange[]): Promise<PlacedRow[][]> {
  const lists = [ranges.map(({ stream }) => stream), ranges.map(({ from }) => String(from))]
  const rows = await sql.unsafe<(PlacedRow & { readonly n: number })[]>(readRangesText, lists, { prepare: true })
  const rowsOfRanges: PlacedRow[][] = ranges.map(() => [])
  for (const { n, ...row } of rows) rowsOfRanges[n - 1]?.push(row)
  return rowsOfRanges
}

/**
 * Loads streams, and caches their states and rows instead of their events, which become many. A cached stream is read
 * from its last event on. It is read whole where that event is another one by now (the log was restored from an older
 * state), where a person was forgotten since, or for a decider that has not folded it yet.
 */
export function streamCache(sql: ISql, reader: Reader): StreamCache {
  const cached = new LRUCache<string, FoldedStream>({ max: maxStreams, ttl: ttlMs, ttlResolution: 1_000 })
  let clears = 0
  const read = batchReads((ranges: readonly StreamRange[]) => readRanges(sql, ranges))
  /** Folds the rows that follow `known`. The result is cached unless the cache was cleared since the load began. */
  const foldFurther = async (stream: string, known: FoldedStream, rows: readonly PlacedRow[], clearsBefore: number) => {
    const newest = rows.at(-1)
    if (!newest) return known
    const loaded = known.after(await decodeRows(reader, rows), toLastEvent(newest))
    if (clears === clearsBefore) cached.set(stream, loaded)
    return loaded
  }
  return {
    load: async (stream, folding) => {
      const clearsBefore = clears
      const known = cached.get(stream)
      if (known?.last && known.isFoldedBy(folding)) {
        // Reads the last known event as well, to see that it is still the one that was folded.
        const [last, ...newer] = await read({ stream, from: known.version })
        if (last && isDeepStrictEqual(toLastEvent(last), known.last))
          return foldFurther(stream, known, newer, clearsBefore)
        cached.delete(stream)
      }
      const foldings = [...(folding ? [folding] : []), ...(known?.foldings ?? [])].slice(0, maxStates)
      const empty = emptyStream(reader.registry.readModelsOf(categoryOf(stream)), foldings)
      return foldFurther(stream, empty, await read({ stream, from: 1 }), clearsBefore)
    },
    peek: (stream, folding) => {
      const known = cached.get(stream)
      return known?.isFoldedBy(folding as Folding) ? known : undefined
    },
    noteAppended: (loaded, events, position) => {
      const newest = events.at(-1)
      // Of a stream without events, the number of forgotten people is not known.
      if (!newest || !loaded.last) return
      const { stream, version, correlationId, at } = newest.metadata
      const { forgets } = loaded.last
      const last = { version, position, type: newest.type, correlationId, at: at.getTime(), forgets }
      cached.set(stream, (loaded as FoldedStream).after(events, last))
    },
    clear: () => {
      clears++
      cached.clear()
    },
  }
}

const toLastEvent = ({ version, place, type, correlation_id, at, forgets = 0 }: PlacedRow): LastEvent => ({
  version,
  position: Number(place),
  type,
  correlationId: correlation_id,
  at: at.getTime(),
  forgets,
})
