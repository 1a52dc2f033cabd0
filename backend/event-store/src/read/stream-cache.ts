import { LRUCache } from 'lru-cache'
import type { ISql } from 'postgres'
import { batchReads } from '../batch-reads.ts'
import { copyFold, foldEvent, type ReadModel, type RowFold, startFold } from '../read-model.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { categoryOf } from '../registry.ts'
import { decodeRows, eventColumns, type Reader, type StoredRow } from './read-stream.ts'

/** How a decider folds a stream. */
export interface Folding<State = unknown> {
  evolve(state: State, event: RecordedEvent): State
  initialState(): State
}

/** What a stream has come to. */
export interface LoadedStream {
  /** That of its last event; 0 for a stream without events. */
  readonly version: number
  /** The state of a decider by which it was loaded. */
  state<State>(folding: Folding<State>): State
  /** The rows after the last event; the caller may go on with the fold. */
  rows(model: ReadModel): RowFold
}

export interface StreamCache {
  /** Folds the stream, by a decider as well where one is given. Its events have no positions. */
  load<State>(stream: string, folding?: Folding<State>): Promise<LoadedStream>
  /** Forgets everything, also what is being loaded. */
  clear(): void
}

/** Reading a shorter stream whole costs as little as asking whether it has grown. */
const minCachedEvents = 8
/** More than are written to within a minute. */
const maxStreams = 2_000
/** As long as the keys of people. */
const ttlMs = 60_000
/** The number of deciders whose state is cached for a stream; several may share one. */
const maxStates = 4

interface CachedStream {
  readonly loaded: FoldedStream
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
 * Loads streams, and caches what long ones have come to, not their events: a state is as small for a thousand events as for
 * ten. A stream that is cached is never trusted: the statement that reads what came after its last event also reads that
 * event, which has to be the same one, in the same place of the log, while no person was forgotten since. Otherwise the
 * stream is read whole, as in a log that was restored from an older state, or for a decider that has not folded it yet.
 */
export function streamCache(sql: ISql, reader: Reader): StreamCache {
  const cached = new LRUCache<string, CachedStream>({ max: maxStreams, ttl: ttlMs, ttlResolution: 1_000 })
  let clears = 0
  const read = batchReads((wanted: readonly Wanted[]) => readRowsOf(sql, wanted))
  const keep = (stream: string, loaded: FoldedStream, last: PlacedRow | undefined, before: number) => {
    if (last && loaded.version >= minCachedEvents && clears === before) cached.set(stream, { loaded, last })
    return loaded
  }
  return {
    load: async (stream, folding) => {
      const before = clears
      const known = cached.get(stream)
      if (known?.loaded.isFoldedBy(folding)) {
        const [last, ...newer] = await read({ stream, from: known.last.version })
        if (last && isSame(last, known.last)) {
          if (newer.length === 0) return known.loaded
          return keep(stream, known.loaded.after(await decodeRows(reader, newer)), newer.at(-1), before)
        }
        cached.delete(stream)
      }
      const rows = await read({ stream, from: 1 })
      const foldings = [...(folding ? [folding] : []), ...(known?.loaded.foldings ?? [])].slice(0, maxStates)
      const empty = emptyStream(reader.registry.readModelsOf(categoryOf(stream)), foldings)
      return keep(stream, empty.after(await decodeRows(reader, rows)), rows.at(-1), before)
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

/** A stream without events yet, for these read models and deciders. */
export const emptyStream = (models: readonly ReadModel[], foldings: readonly Folding[]): FoldedStream =>
  new FoldedStream(
    0,
    foldings.map((folding) => ({ folding, state: folding.initialState() })),
    new Map(models.map((model) => [model, startFold(model)])),
  )

interface FoldedState {
  readonly folding: Folding
  readonly state: unknown
}

class FoldedStream implements LoadedStream {
  readonly version: number
  readonly #states: readonly FoldedState[]
  readonly #rows: ReadonlyMap<ReadModel, RowFold>

  constructor(version: number, states: readonly FoldedState[], rows: ReadonlyMap<ReadModel, RowFold>) {
    this.version = version
    this.#states = states
    this.#rows = rows
  }

  get foldings(): readonly Folding[] {
    return this.#states.map(({ folding }) => folding)
  }

  isFoldedBy(folding: Folding | undefined): boolean {
    return folding === undefined || this.#stateOf(folding) !== undefined
  }

  state<State>(folding: Folding<State>): State {
    const known = this.#stateOf(folding as Folding)
    if (!known) throw new Error('A stream was loaded without the decider that asks for its state')
    return known.state as State
  }

  rows(model: ReadModel): RowFold {
    return copyFold(this.#rows.get(model) ?? startFold(model))
  }

  /** The same stream with these events behind it. */
  after(events: readonly RecordedEvent[]): FoldedStream {
    const states = this.#states.map(({ folding, state }) => ({ folding, state: events.reduce(folding.evolve, state) }))
    const rows = new Map([...this.#rows].map(([model, fold]) => [model, goOn(fold, events)]))
    return new FoldedStream(this.version + events.length, states, rows)
  }

  #stateOf({ evolve, initialState }: Folding): FoldedState | undefined {
    return this.#states.find(({ folding }) => folding.evolve === evolve && folding.initialState === initialState)
  }
}

function goOn(fold: RowFold, events: readonly RecordedEvent[]): RowFold {
  const copy = copyFold(fold)
  for (const event of events) foldEvent(copy, event)
  copy.touched.clear()
  return copy
}
