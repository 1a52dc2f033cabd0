import { type HistoryRange, maxHistory, type PastEvent } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'

/** Loads ranges of streams, each with the first event of its stream. */
export type LoadRanges = (ranges: readonly HistoryRange[]) => Promise<readonly PastEvent[]>

/** The events that precede an event in its stream. */
export interface Past {
  /** The first event of the stream and the last ones, oldest first. */
  readonly earlier: readonly PastEvent[]
  /** The number of them that precede events which are not known. */
  readonly beforeGap: number
}

/** Events that are remembered from page to page. Of the streams of 500 slots or teams that are still written to, all. */
const maxEvents = { own: 80_000, others: 10_000 }
/** Loading fewer again costs less than remembering them for long, which ages them beyond the garbage of the young. */
const minEvents = 50
/**
 * The events just before an event are not those just before a much later one of its stream. So each event has at least the
 * rest of the longest history before it, or all that there was.
 */
const farApart = maxHistory / 2

/** All events of a stream from one version on and below another one. The first one, of version 1, is always known. */
interface Interval {
  readonly from: number
  readonly below: number
}

interface KnownStream {
  /** Oldest first. */
  readonly events: readonly PastEvent[]
  /** Newest first, without what overlaps. */
  readonly intervals: readonly Interval[]
}

const unknown: KnownStream = { events: [], intervals: [] }

/**
 * The events that sentences compare with while the log is read backwards, page after page: of each stream, those below
 * the last one that was described. A page loads only what the pages before it have not, so each event is loaded once or
 * twice, however long its stream is.
 */
export class Histories {
  readonly #own = new Bounded(maxEvents.own)
  readonly #others = new Bounded(maxEvents.others)

  /** The pasts of these events, which are older than all those before. */
  async loadPasts(events: readonly RecordedEvent[], load: LoadRanges): Promise<(event: RecordedEvent) => Past> {
    const byStream = Map.groupBy(events, ({ metadata }) => metadata.stream)
    const plans = [...byStream].map(([stream, events]) => ({ stream, ...planned(this.#own.get(stream), events) }))
    const ranges = plans.flatMap(({ stream, befores }) => befores.map((before) => ({ stream, before })))
    const found = ranges.length > 0 ? Map.groupBy(await load(ranges), ({ stream }) => stream) : new Map()
    const known = new Map<string, KnownStream>()
    for (const { stream, befores, intervals } of plans) {
      const before = this.#own.get(stream)?.events ?? []
      const merged = befores.length > 0 ? inOrder([...before, ...(found.get(stream) ?? [])]) : before
      // Otherwise one range alone would have brought so many.
      const isWhole = befores.length > 0 && merged.length < maxHistory
      known.set(stream, { events: merged, intervals: isWhole ? [{ from: 2, below: Infinity }] : intervals })
    }
    for (const [stream, events] of byStream) this.#own.set(stream, below(lowest(events), known.get(stream) ?? unknown))
    return ({ metadata: { stream, version } }) => pastIn(known.get(stream) ?? unknown, version)
  }

  /** The first event and the last ones of a stream, where they were loaded. */
  of(stream: string): readonly PastEvent[] | undefined {
    return this.#others.get(stream)?.events
  }

  async load(streams: readonly string[], load: LoadRanges): Promise<void> {
    const found = Map.groupBy(await load(streams.map((stream) => ({ stream }))), ({ stream }) => stream)
    for (const stream of streams) this.#others.set(stream, { events: found.get(stream) ?? [], intervals: [] })
  }

  /** Forgets streams that have not been needed for long. Not while a page is being described. */
  prune(): void {
    this.#own.prune()
    this.#others.prune()
  }
}

const lowest = (events: readonly RecordedEvent[]): number => Math.min(...events.map(({ metadata }) => metadata.version))

/** Plans what has to be loaded so that each event has enough before it, and what is known then. */
function planned({ intervals }: KnownStream = unknown, events: readonly RecordedEvent[]) {
  const versions = events.map(({ metadata }) => metadata.version).toSorted((one, other) => other - one)
  const befores: number[] = []
  const after = [...intervals]
  for (const version of versions) {
    if (version <= 1) continue
    let { from, below } = after.at(-1) ?? { from: Infinity, below: 0 }
    if (version > below || from - version > farApart) {
      befores.push(version)
      after.push({ from: version - maxHistory, below: version })
      continue
    }
    for (; from > 2 && version - from < farApart; from -= maxHistory) befores.push(from)
    after[after.length - 1] = { from, below }
  }
  return { befores, intervals: after }
}

/** Reduces a known stream to the events below this version; it is unknown where they are too few. */
function below(version: number, { events, intervals }: KnownStream): KnownStream {
  const last = intervals.at(-1)
  const earlier = events.filter((event) => event.version < version)
  if (!last || earlier.length < minEvents) return unknown
  return { events: earlier, intervals: [{ from: last.from, below: version }] }
}

function pastIn({ events, intervals }: KnownStream, version: number): Past {
  const end = events.findLastIndex((event) => event.version < version) + 1
  const start = end - maxHistory
  const [first] = events
  const earlier = start > 1 && first ? [first, ...events.slice(start, end)] : events.slice(0, end)
  const from = intervals.find(({ from, below }) => from < version && version <= below)?.from ?? 2
  const unbroken = Math.max(from, start > 1 ? (earlier[1]?.version ?? 2) : 2)
  return { earlier, beforeGap: unbroken > 2 ? countBelow(earlier, unbroken) : 0 }
}

function countBelow(events: readonly PastEvent[], version: number): number {
  const index = events.findIndex((event) => event.version >= version)
  return index < 0 ? events.length : index
}

const inOrder = (events: readonly PastEvent[]): PastEvent[] =>
  [...new Map(events.map((event) => [event.version, event])).values()].toSorted(
    (one, other) => one.version - other.version,
  )

/** Streams, of which those that were set longest ago are forgotten first. */
class Bounded {
  readonly #streams = new Map<string, KnownStream>()
  readonly #max: number
  #size = 0

  constructor(max: number) {
    this.#max = max
  }

  get(stream: string): KnownStream | undefined {
    return this.#streams.get(stream)
  }

  set(stream: string, known: KnownStream): void {
    this.#delete(stream)
    if (known === unknown) return
    this.#streams.set(stream, known)
    this.#size += 1 + known.events.length
  }

  prune(): void {
    for (const stream of this.#streams.keys()) {
      if (this.#size <= this.#max) return
      this.#delete(stream)
    }
  }

  #delete(stream: string): void {
    const known = this.#streams.get(stream)
    if (!known) return
    this.#streams.delete(stream)
    this.#size -= 1 + known.events.length
  }
}
