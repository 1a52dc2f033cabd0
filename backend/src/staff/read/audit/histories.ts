import { type HistoryRange, maxHistory, type PastEvent } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'

/** Loads ranges of streams, each with the first event of its stream. */
export type LoadRanges = (ranges: readonly HistoryRange[]) => Promise<readonly PastEvent[]>

/** The events that precede an event in its stream. */
export interface Past {
  /** The first event of the stream and the last ones, oldest first. */
  readonly earlier: readonly PastEvent[]
  /** The number of `earlier` events before a gap: the events that follow them in the stream are not loaded. */
  readonly beforeGap: number
}

/**
 * The most events that are remembered from page to page. `described`: of streams whose events are described, enough for
 * 500 slots or teams that still change. `named`: of other streams, which sentences name, enough for the 500 teams and the
 * slots of a large edition.
 */
const maxEvents = { described: 80_000, named: 15_000 }
/** A stream with fewer events is not remembered: loading it again costs less than holding it in memory for long. */
const minEvents = 50
/**
 * An event that is more versions below the loaded ones gets a range of its own. So each event has at least half of the
 * longest history before it, or all that there is.
 */
const farApart = maxHistory / 2

/** The loaded versions: those from `from` on that are below `below`. Version 1 is loaded with every range. */
interface Interval {
  readonly from: number
  readonly below: number
}

interface KnownStream {
  /** Oldest first. */
  readonly events: readonly PastEvent[]
  /** Newest first; they do not overlap. */
  readonly intervals: readonly Interval[]
}

const unknownStream: KnownStream = { events: [], intervals: [] }

/**
 * The earlier events that sentences compare with, while the log is read backwards, page after page. Of each stream
 * those below the last described event are remembered, and the next page loads only what lies further back. So each
 * event is loaded once or twice, however long its stream is.
 */
export class Histories {
  readonly #described = new RememberedStreams(maxEvents.described)
  readonly #named = new RememberedStreams(maxEvents.named)

  /** Loads what precedes these events, which must be older than those of all earlier calls. */
  async loadPasts(events: readonly RecordedEvent[], load: LoadRanges): Promise<(event: RecordedEvent) => Past> {
    const byStream = Map.groupBy(events, ({ metadata }) => metadata.stream)
    const plans = [...byStream].map(([stream, eventsOfStream]) => ({
      stream,
      ...planRanges(this.#described.get(stream), eventsOfStream),
    }))
    const ranges = plans.flatMap(({ stream, rangeEnds }) => rangeEnds.map((before) => ({ stream, before })))
    const loaded = ranges.length > 0 ? Map.groupBy(await load(ranges), ({ stream }) => stream) : new Map()
    const streams = new Map<string, KnownStream>()
    for (const { stream, rangeEnds, intervals } of plans) {
      const remembered = this.#described.get(stream)?.events ?? []
      const merged = rangeEnds.length > 0 ? sortUnique([...remembered, ...(loaded.get(stream) ?? [])]) : remembered
      // A range has `maxHistory` events, unless the stream has fewer below the end of the range.
      const isWhole = rangeEnds.length > 0 && merged.length < maxHistory
      streams.set(stream, { events: merged, intervals: isWhole ? [{ from: 2, below: Infinity }] : intervals })
    }
    for (const [stream, eventsOfStream] of byStream)
      this.#described.set(stream, keepBelow(lowestVersion(eventsOfStream), streams.get(stream) ?? unknownStream))
    return ({ metadata: { stream, version } }) => pastIn(streams.get(stream) ?? unknownStream, version)
  }

  /** Returns the first event and the last ones of a stream that was loaded by `loadNamed`. */
  findNamed(stream: string): readonly PastEvent[] | undefined {
    return this.#named.get(stream)?.events
  }

  async loadNamed(streams: readonly string[], load: LoadRanges): Promise<void> {
    const loaded = Map.groupBy(await load(streams.map((stream) => ({ stream }))), ({ stream }) => stream)
    for (const stream of streams) this.#named.set(stream, { events: loaded.get(stream) ?? [], intervals: [] })
  }

  /** Forgets streams that have not been needed for long. Not to be called while a page is being described. */
  prune(): void {
    this.#described.prune()
    this.#named.prune()
  }
}

const lowestVersion = (events: readonly RecordedEvent[]): number =>
  Math.min(...events.map(({ metadata }) => metadata.version))

/** Plans the ranges to load, by the version below which each ends, and the intervals that are loaded then. */
function planRanges({ intervals }: KnownStream = unknownStream, events: readonly RecordedEvent[]) {
  const versions = events.map(({ metadata }) => metadata.version).toSorted((one, other) => other - one)
  const rangeEnds: number[] = []
  const intervalsAfter = [...intervals]
  for (const version of versions) {
    if (version <= 1) continue
    let { from, below } = intervalsAfter.at(-1) ?? { from: Infinity, below: 0 }
    // Far from the loaded events: a range of its own.
    if (version > below || from - version > farApart) {
      rangeEnds.push(version)
      intervalsAfter.push({ from: version - maxHistory, below: version })
      continue
    }
    // Near the loaded events: the last interval grows downwards until enough lies below the event.
    for (; from > 2 && version - from < farApart; from -= maxHistory) rangeEnds.push(from)
    intervalsAfter[intervalsAfter.length - 1] = { from, below }
  }
  return { rangeEnds, intervals: intervalsAfter }
}

/** Reduces a stream to the events below this version; if these are few, to none. */
function keepBelow(version: number, { events, intervals }: KnownStream): KnownStream {
  const last = intervals.at(-1)
  const earlier = events.filter((event) => event.version < version)
  if (!last || earlier.length < minEvents) return unknownStream
  return { events: earlier, intervals: [{ from: last.from, below: version }] }
}

function pastIn({ events, intervals }: KnownStream, version: number): Past {
  const end = events.findLastIndex((event) => event.version < version) + 1
  const start = end - maxHistory
  const isShortened = start > 1
  const [first] = events
  const earlier = isShortened && first ? [first, ...events.slice(start, end)] : events.slice(0, end)
  const loadedFrom = intervals.find(({ from, below }) => from < version && version <= below)?.from ?? 2
  // From this version on `earlier` has no gap. Where it is above 2, the gap is between it and version 1.
  const unbrokenFrom = Math.max(loadedFrom, isShortened ? (earlier[1]?.version ?? 2) : 2)
  return { earlier, beforeGap: unbrokenFrom > 2 ? countBelow(earlier, unbrokenFrom) : 0 }
}

function countBelow(events: readonly PastEvent[], version: number): number {
  const index = events.findIndex((event) => event.version >= version)
  return index < 0 ? events.length : index
}

const sortUnique = (events: readonly PastEvent[]): PastEvent[] =>
  [...new Map(events.map((event) => [event.version, event])).values()].toSorted(
    (one, other) => one.version - other.version,
  )

/** At most `max` events of streams; `prune` forgets the streams that were set longest ago. */
class RememberedStreams {
  readonly #streams = new Map<string, KnownStream>()
  readonly #max: number
  #size = 0

  constructor(max: number) {
    this.#max = max
  }

  get(stream: string): KnownStream | undefined {
    return this.#streams.get(stream)
  }

  set(stream: string, stored: KnownStream): void {
    this.#delete(stream)
    if (stored === unknownStream) return
    this.#streams.set(stream, stored)
    this.#size += 1 + stored.events.length
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
