import { type HistoryRange, longestHistory } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import type { EventDefinitions } from '@ultimate/events/language/event.ts'
import { type Description, describeEvent } from '@ultimate/events/language/sentence/sentence.ts'
import { platformApi } from '@ultimate/events/platform/api.ts'
import type { Platform } from '../../../platform/module.ts'

type EventSource = Pick<Platform, 'log' | 'modules'>
/** Streams with their known facts; shared between the pages of one export. */
export type Histories = Map<string, readonly RecordedEvent[]>

/** A sentence may need streams that the facts of another one name: a sign-up its slot, a slot's sign-up its team. */
const rounds = 3
/** Streams that are remembered from page to page. */
const maxHistories = 1000

interface Wanted {
  /** Streams that were loaded for other pages. */
  readonly histories?: Histories
  /** The subject whose history is shown. */
  readonly about?: string | undefined
}

/**
 * Describes each fact by the sentence of its module, with the history of its stream. Where a sentence needs streams
 * that are not loaded, they are loaded and the sentence is made again. Null for what is not about the subject.
 */
export async function describeFacts(known: EventSource, events: readonly RecordedEvent[], wanted: Wanted = {}) {
  const { histories: others = new Map(), about } = wanted
  const { log, modules } = known
  const summaryOf = summariesOf(modules())
  const definitions: EventDefinitions = Object.assign({}, ...modules().map(({ events }) => events))
  const skippedInHistories = modules().flatMap((module) => module.skippedInHistories ?? [])
  const own = await ownHistories(events, (wanted) => log.histories(wanted, skippedInHistories))
  if (others.size > maxHistories) others.clear()
  for (let round = 1; ; round++) {
    const missing = new Set<string>()
    const of = (stream: string) => {
      const facts = others.get(stream)
      if (!facts) missing.add(stream)
      return facts ?? []
    }
    const descriptions = events.map((event) => describeOne(event, { definitions, own, of, summaryOf, about }))
    if (missing.size === 0 || round === rounds) return descriptions
    const ranges = [...missing].map((stream) => ({ stream }))
    const found = Map.groupBy(await log.histories(ranges, skippedInHistories), ({ metadata }) => metadata.stream)
    for (const stream of missing) others.set(stream, found.get(stream) ?? [])
  }
}

interface Describing {
  readonly definitions: EventDefinitions
  readonly own: ReadonlyMap<string, readonly RecordedEvent[]>
  readonly of: (stream: string) => readonly RecordedEvent[]
  readonly summaryOf: (call: string) => string | undefined
  readonly about: string | undefined
}

/** Of the calls of all modules and of the platform. */
function summariesOf(modules: ReturnType<EventSource['modules']>): Describing['summaryOf'] {
  const endpoints: readonly Endpoint[] = [
    ...Object.values(platformApi),
    ...modules.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)),
  ]
  return (call) => endpoints.find(({ method, path }) => `${method} ${path}` === call)?.summary
}

function describeOne(event: RecordedEvent, { definitions, own, of, summaryOf, about }: Describing): Description | null {
  const { stream, version } = event.metadata
  const earlier = (own.get(stream) ?? []).filter((fact) => fact.metadata.version < version)
  return describeEvent(definitions, event, { stream, earlier, beforeGap: beforeGap(earlier), of, summaryOf, about })
}

/** The events of these facts' streams up to them, oldest first, with these facts included. */
async function ownHistories(
  events: readonly RecordedEvent[],
  load: (wanted: HistoryRange[]) => Promise<readonly RecordedEvent[]>,
) {
  const byStream = Map.groupBy(events, ({ metadata }) => metadata.stream)
  const pasts = [...byStream].flatMap(([stream, facts]) => pastsOf(stream, facts))
  const found = Map.groupBy(await load(pasts), ({ metadata }) => metadata.stream)
  return new Map([...byStream].map(([stream, facts]) => [stream, inOrder([...facts, ...(found.get(stream) ?? [])])]))
}

/**
 * What came just before a fact is not what came just before a much later one of its stream. So each has at least the rest
 * of the longest history before it, or all that there was.
 */
const farApart = longestHistory / 2

function pastsOf(stream: string, facts: readonly RecordedEvent[]): HistoryRange[] {
  const latestFirst = facts.map(({ metadata }) => metadata.version).toSorted((one, other) => other - one)
  const befores: number[] = []
  for (const version of latestFirst) if ((befores.at(-1) ?? Infinity) - version > farApart) befores.push(version)
  return befores.filter((before) => before > 1).map((before) => ({ stream, before }))
}

/** Of a short history nothing is missing but passing events, which have versions too. */
function beforeGap(earlier: readonly RecordedEvent[]): number {
  if (earlier.length < longestHistory - farApart) return 0
  const versionAt = (index: number) => earlier[index]?.metadata.version ?? 0
  return Math.max(
    0,
    earlier.findLastIndex((_, index) => index > 0 && versionAt(index) - versionAt(index - 1) > 1),
  )
}

const inOrder = (facts: readonly RecordedEvent[]): RecordedEvent[] =>
  [...new Map(facts.map((fact) => [fact.metadata.version, fact])).values()].toSorted(
    (one, other) => one.metadata.version - other.metadata.version,
  )
