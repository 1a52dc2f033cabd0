import { type Fact, plainWords, type Sentences, type Told } from '@ultimate/events/language/sentence.ts'
import type { HistoryRange } from '../../../platform/event-store/event-log.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Platform } from '../../../platform/module.ts'

type Known = Pick<Platform, 'log' | 'modules'>
type Sentence = (data: Fact['data'], story: Parameters<Sentences<Fact>[string]>[1]) => Told
/** Streams with all that is known of them. Whoever tells page after page hands the same one over each time. */
export type Stories = Map<string, readonly RecordedEvent[]>

/** A sentence asks for streams that another one's facts name: a sign-up for its slot, a slot's sign-up for its team. */
const rounds = 3
/** Streams that are remembered from page to page. */
const mostStories = 1000

/**
 * Puts facts into words, each by the language of its own module, with what can be known of its past. A sentence is
 * said again until it has asked for nothing that is not there.
 */
export async function tell(known: Known, events: readonly RecordedEvent[], others: Stories = new Map()) {
  const { log, modules } = known
  const sentences: Readonly<Record<string, Sentence>> = Object.assign({}, ...modules().map((it) => it.sentences))
  const passing = modules().flatMap((module) => module.passing ?? [])
  const own = await ownHistories(events, (wanted) => log.histories(wanted, passing))
  if (others.size > mostStories) others.clear()
  for (let round = 1; ; round++) {
    const missing = new Set<string>()
    const of = (stream: string) => {
      const facts = others.get(stream)
      if (!facts) missing.add(stream)
      return facts ?? []
    }
    const told = events.map((event) => tellOne(event, { sentences, own, of }))
    if (missing.size === 0 || round === rounds) return told
    const wanted = [...missing].map((stream) => ({ stream }))
    const found = Map.groupBy(await log.histories(wanted, passing), ({ metadata }) => metadata.stream)
    for (const stream of missing) others.set(stream, found.get(stream) ?? [])
  }
}

interface Telling {
  readonly sentences: Readonly<Record<string, Sentence>>
  readonly own: ReadonlyMap<string, readonly RecordedEvent[]>
  readonly of: (stream: string) => readonly RecordedEvent[]
}

function tellOne({ type, data, metadata: { stream, version } }: RecordedEvent, { sentences, own, of }: Telling): Told {
  const sentence = sentences[type]
  if (!sentence) return { text: plainWords(type), thing: stream }
  const earlier = (own.get(stream) ?? []).filter((fact) => fact.metadata.version < version)
  return sentence(data, { stream, earlier, of })
}

/** Of the streams of these facts what came before them, oldest first, with these facts among it. */
async function ownHistories(
  events: readonly RecordedEvent[],
  load: (wanted: HistoryRange[]) => Promise<readonly RecordedEvent[]>,
) {
  const told = Map.groupBy(events, ({ metadata }) => metadata.stream)
  const pasts = [...told].flatMap(([stream, facts]) => pastsOf(stream, facts))
  const found = Map.groupBy(await load(pasts), ({ metadata }) => metadata.stream)
  return new Map([...told].map(([stream, facts]) => [stream, inOrder([...facts, ...(found.get(stream) ?? [])])]))
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
