import { type Description, type Fact, plainWords, type Sentences } from '@ultimate/events/language/sentence/sentence.ts'
import type { HistoryRange } from '../../../platform/event-store/event-log.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Platform } from '../../../platform/module.ts'

type Known = Pick<Platform, 'log' | 'modules'>
type Sentence = (data: Fact['data'], history: Parameters<Sentences<Fact>[string]>[1]) => Description | null
/** Streams with their known facts; shared between the pages of one export. */
export type Histories = Map<string, readonly RecordedEvent[]>

/** A sentence may need streams that the facts of another one name: a sign-up its slot, a slot's sign-up its team. */
const rounds = 3
/** Streams that are remembered from page to page. */
const mostHistories = 1000

interface Wanted {
  /** Streams that were loaded for other pages. */
  readonly histories?: Histories
  /** The subject whose history is told. */
  readonly about?: string | undefined
}

/**
 * Describes each fact by the sentence of its module, with the history of its stream. Where a sentence needs streams
 * that are not loaded, they are loaded and the sentence is made again. Null for what is not about the subject.
 */
export async function describeFacts(known: Known, events: readonly RecordedEvent[], wanted: Wanted = {}) {
  const { histories: others = new Map(), about } = wanted
  const { log, modules } = known
  const sentences: Readonly<Record<string, Sentence>> = Object.assign({}, ...modules().map((it) => it.sentences))
  const skippedInHistories = modules().flatMap((module) => module.skippedInHistories ?? [])
  const own = await ownHistories(events, (wanted) => log.histories(wanted, skippedInHistories))
  if (others.size > mostHistories) others.clear()
  for (let round = 1; ; round++) {
    const missing = new Set<string>()
    const of = (stream: string) => {
      const facts = others.get(stream)
      if (!facts) missing.add(stream)
      return facts ?? []
    }
    const descriptions = events.map((event) => describeOne(event, { sentences, own, of, about }))
    if (missing.size === 0 || round === rounds) return descriptions
    const ranges = [...missing].map((stream) => ({ stream }))
    const found = Map.groupBy(await log.histories(ranges, skippedInHistories), ({ metadata }) => metadata.stream)
    for (const stream of missing) others.set(stream, found.get(stream) ?? [])
  }
}

interface Describing {
  readonly sentences: Readonly<Record<string, Sentence>>
  readonly own: ReadonlyMap<string, readonly RecordedEvent[]>
  readonly of: (stream: string) => readonly RecordedEvent[]
  readonly about: string | undefined
}

function describeOne(
  { type, data, metadata: { stream, version } }: RecordedEvent,
  { sentences, own, of, about }: Describing,
): Description | null {
  const sentence = sentences[type]
  if (!sentence) return { text: plainWords(type), subject: stream }
  const earlier = (own.get(stream) ?? []).filter((fact) => fact.metadata.version < version)
  return sentence(data, { stream, earlier, of, about })
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

/** Facts of one stream may lie so far apart that what came just before the first is not what came before the last. */
const farApart = 100

function pastsOf(stream: string, facts: readonly RecordedEvent[]): HistoryRange[] {
  const versions = facts.map(({ metadata }) => metadata.version)
  const [first, last] = [Math.min(...versions), Math.max(...versions)]
  const befores = last - first > farApart ? [first, last] : [last]
  return befores.filter((before) => before > 1).map((before) => ({ stream, before }))
}

const inOrder = (facts: readonly RecordedEvent[]): RecordedEvent[] =>
  [...new Map(facts.map((fact) => [fact.metadata.version, fact])).values()].toSorted(
    (one, other) => one.metadata.version - other.metadata.version,
  )
