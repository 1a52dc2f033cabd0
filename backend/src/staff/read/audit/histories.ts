import { type HistoryRange, maxHistory, type PastEvent } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'

/** Loads ranges of streams, each with the first event of its stream. */
export type LoadRanges = (ranges: readonly HistoryRange[]) => Promise<readonly PastEvent[]>

/** The events that precede an event in its stream. */
export interface Past {
  /** The first event of the stream and the last ones, oldest first. */
  readonly earlier: readonly PastEvent[]
  /** The number of these that stand before a gap, in which events are not loaded. */
  readonly beforeGap: number
}

/**
 * The events that are remembered from page to page: of the streams of the described events, where that is all of 500
 * slots or teams that are still written to, and of the streams that these name.
 */
const maxEvents = { described: 80_000, named: 10_000 }
/** A stream with fewer events is not remembered: loading them again costs less than holding them in memory for long. */
const minEvents = 50
/**
 * The distance in versions from which on a range of its own is loaded for an event. It leaves each event at least half
 * of the longest history before it, or all that there is.
 */
const farApart = maxHistory / 2

/** A loaded range of versions, from one on and below another. Version 1 is always loaded with it. */
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

const unknownStream: KnownStream = { events: [], intervals: [] }

/**
 * The events that sentences compare with while the log is read backwards, page after page: of each stream, those below
 * the last one that was described. A page loads only what the pages before it have not, so each event is loaded once or
 * twice, however long its stream is.
 */
export class Histories {
  readonly #described = new Bounded(maxEvents.described)
  readonly #named = new Bounded(maxEvents.named)

  /** Loads the pasts of these events, which are older than those of all earlier calls. */
  async loadPasts(events: readonly RecordedEvent[], load: LoadRanges): Promise<(event: RecordedEvent) => Past> {
    const byStream = Map.groupBy(events, ({ metadata }) => metadata.stream)
    const plans = [...byStream].map(([stream, events]) => ({
      stream,
      ...planRanges(this.#described.get(stream), events),
    }))
    const ranges = plans.flatMap(({ stream, befores }) => befores.map((before) => ({ stream, before })))
    const loaded = ranges.length > 0 ? Map.groupBy(await load(ranges), ({ stream }) => stream) : new Map()
    const streams = new Map<string, KnownStream>()
    for (const { stream, befores, intervals } of plans) {
      const remembered = this.#described.get(stream)?.events ?? []
      const merged = befores.length > 0 ? sortUnique([...remembered, ...(loaded.get(stream) ?? [])]) : remembered
      // One range alone brings `maxHistory` events if the stream has as many.
      const isWhole = befores.length > 0 && merged.length < maxHistory
      streams.set(stream, { events: merged, intervals: isWhole ? [{ from: 2, below: Infinity }] : intervals })
    }
    for (const [stream, events] of byStream)
      this.#described.set(stream, cut(lowest(events), streams.get(stream) ?? unknownStream))
    return ({ metadata: { stream, version } }) => pastIn(streams.get(stream) ?? unknownStream, version)
  }

  /** The first event and the last ones of a stream, where they were loaded. */
  of(stream: string): readonly PastEvent[] | undefined {
    return this.#named.get(stream)?.events
  }

  async load(streams: readonly string[], load: LoadRanges): Promise<void> {
    const loaded = Map.groupBy(await load(streams.map((stream) => ({ stream }))), ({ stream }) => stream)
    for (const stream of streams) this.#named.set(stream, { events: loaded.get(stream) ?? [], intervals: [] })
  }

  /** Forgets streams that have not been needed for long. Not while a page is being described. */
  prune(): void {
    this.#described.prune()
    this.#named.prune()
  }
}

const lowest = (events: readonly RecordedEvent[]): number => Math.min(...events.map(({ metadata }) => metadata.version))

/** Plans the ranges to load so that each event has enough before it, and the intervals that are loaded then. */
function planRanges({ intervals }: KnownStream = unknownStream, events: readonly RecordedEvent[]) {
  const versions = events.map(({ metadata }) => metadata.version).toSorted((one, other) => other - one)
  const befores: number[] = []
  const intervalsAfter = [...intervals]
  for (const version of versions) {
    if (version <= 1) continue
    let { from, below } = intervalsAfter.at(-1) ?? { from: Infinity, below: 0 }
    if (version > below || from - version > farApart) {
      befores.push(version)
      intervalsAfter.push({ from: version - maxHistory, below: version })
      continue
    }
    for (; from > 2 && version - from < farApart; from -= maxHistory) befores.push(from)
    intervalsAfter[intervalsAfter.length - 1] = { from, below }
  }
  return { befores, intervals: intervalsAfter }
}

/** Reduces a stream to the events below this version; too few are not remembered. */
function cut(version: number, { events, intervals }: KnownStream): KnownStream {
  const last = intervals.at(-1)
  const earlier = events.filter((event) => event.version < version)
  if (!last || earlier.length < minEvents) return unknownStream
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

const sortUnique = (events: readonly PastEvent[]): PastEvent[] =>
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
