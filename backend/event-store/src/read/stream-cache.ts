import { LRUCache } from 'lru-cache'
import type { ISql } from 'postgres'
import { batchReads } from '../batch-reads.ts'
import { copyFold, foldEvent, type ReadModel, type RowFold, startFold } from '../read-model.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { decodeRows, eventColumns, type Reader, type StoredRow } from './read-stream.ts'

/** A whole stream in its order, without positions. What is folded from it is cached with it. */
export interface LoadedStream {
  readonly events: readonly RecordedEvent[]
  state<State>(evolve: (state: State, event: RecordedEvent) => State, initialState: () => State): State
  /** The rows after the last event; the caller may go on with the fold. */
  rows(model: ReadModel): RowFold
}

export interface StreamCache {
  load(stream: string): Promise<LoadedStream>
  /** Forgets everything, also what is being loaded. */
  clear(): void
}

/** Reading a shorter stream whole costs as little as asking whether it has grown. */
const minCachedEvents = 8
const maxEvents = 50_000
/** As long as the keys of people. */
const ttlMs = 60_000

interface CachedStream {
  readonly loaded: LoadedStream
  readonly last: PlacedRow
}

type PlacedRow = StoredRow & { readonly place: number | string }

/** What to read of a stream: the events from this version on. */
interface Wanted {
  readonly stream: string
  readonly from: number
}

// The lists are selected, so that PostgreSQL does not count them while it plans: for a short one it would plan anew each time.
const text = `
  select wanted.n, event.* from unnest((select $1::text[]), (select $2::text[]::int[])) with ordinality as wanted(stream, since, n)
  cross join lateral (
    select position as place, ${eventColumns} from events where events.stream = wanted.stream and version >= wanted.since
  ) as event
  order by wanted.n, event.version`

/** The rows of each, in the streams' order. */
async function readRowsOf(sql: ISql, wanted: readonly Wanted[]): Promise<PlacedRow[][]> {
  const lists = [wanted.map(({ stream }) => stream), wanted.map(({ from }) => String(from))]
  const rows = await sql.unsafe<(PlacedRow & { readonly n: number })[]>(text, lists, { prepare: true })
  const read: PlacedRow[][] = wanted.map(() => [])
  for (const { n, ...row } of rows) read[n - 1]?.push(row)
  return read
}

/**
 * Loads streams, and caches long ones with what was folded from them. A stream that is cached is never trusted: the
 * statement that reads what came after its last event also reads that event, which has to be the same one, in the same
 * place of the log, while no person was forgotten since. Otherwise the stream is read whole, as in a log that was restored
 * from an older state.
 */
export function streamCache(sql: ISql, reader: Reader): StreamCache {
  const cached = new LRUCache<string, CachedStream>({
    maxSize: maxEvents,
    sizeCalculation: ({ loaded }) => loaded.events.length,
    ttl: ttlMs,
    ttlResolution: 1_000,
  })
  let clears = 0
  const read = batchReads((wanted: readonly Wanted[]) => readRowsOf(sql, wanted))
  const keep = (stream: string, loaded: LoadedStream, last: PlacedRow | undefined, before: number) => {
    if (last && loaded.events.length >= minCachedEvents && clears === before) cached.set(stream, { loaded, last })
    return loaded
  }
  return {
    load: async (stream) => {
      const before = clears
      const known = cached.get(stream)
      if (known) {
        const [last, ...newer] = await read({ stream, from: known.last.version })
        if (last && isSame(last, known.last)) {
          if (newer.length === 0) return known.loaded
          const events = [...known.loaded.events, ...(await decodeRows(reader, newer))]
          return keep(stream, loadedStream(events, known.loaded), newer.at(-1), before)
        }
        cached.delete(stream)
      }
      const rows = await read({ stream, from: 1 })
      return keep(stream, loadedStream(await decodeRows(reader, rows)), rows.at(-1), before)
    },
    clear: () => {
      clears++
      cached.clear()
    },
  }
}

function isSame(one: PlacedRow, other: PlacedRow): boolean {
  return (
    one.version === other.version &&
    Number(one.place) === Number(other.place) &&
    one.type === other.type &&
    one.correlation_id === other.correlation_id &&
    one.at.getTime() === other.at.getTime() &&
    one.forgets === other.forgets
  )
}

interface FoldedState {
  readonly evolve: unknown
  readonly initialState: unknown
  readonly state: unknown
}

interface Folded extends LoadedStream {
  readonly states: readonly FoldedState[]
  readonly folds: ReadonlyMap<ReadModel, RowFold>
}

/** The number of deciders whose state is cached for a stream; several may share one. */
const maxStates = 4

/** `shorter` is the same stream as it was; its folds are gone on with. */
export function loadedStream(events: readonly RecordedEvent[], shorter?: LoadedStream): LoadedStream {
  const before = shorter as Folded | undefined
  const newer = before ? events.slice(before.events.length) : events
  let states = (before?.states ?? []).map(({ evolve, initialState, state }) => ({
    evolve,
    initialState,
    state: newer.reduce(evolve as (state: unknown, event: RecordedEvent) => unknown, state),
  }))
  const folds = new Map<ReadModel, RowFold>()
  for (const [model, fold] of before?.folds ?? []) folds.set(model, goOn(fold, newer))
  const loaded: Folded = {
    events,
    folds,
    get states() {
      return states
    },
    state: <State>(evolve: (state: State, event: RecordedEvent) => State, initialState: () => State) => {
      const known = states.find((it) => it.evolve === evolve && it.initialState === initialState)
      if (known) return known.state as State
      const state = events.reduce(evolve, initialState())
      states = [{ evolve: evolve as never, initialState, state }, ...states].slice(0, maxStates)
      return state
    },
    rows: (model) => {
      const fold = folds.get(model) ?? goOn(startFold(model), events)
      folds.set(model, fold)
      return copyFold(fold)
    },
  }
  return loaded
}

function goOn(fold: RowFold, events: readonly RecordedEvent[]): RowFold {
  const copy = copyFold(fold)
  for (const event of events) foldEvent(copy, event)
  copy.touched.clear()
  return copy
}
