import { type Fact, plainWords, type Told } from '@ultimate/events/language/sentence.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Platform } from '../../../platform/module.ts'

type Known = Pick<Platform, 'log' | 'modules'>
type Stories = ReadonlyMap<string, readonly RecordedEvent[]>

/** A dish names its slot, whose sign-ups name a team: two steps lead to every name there is. */
const steps = 2

/** Puts facts into words, each by the language of its own module, with what can be known of its past. */
export async function tellingOf({ log, modules }: Known, events: readonly RecordedEvent[]) {
  const sentences = Object.assign({}, ...modules().map((module) => module.sentences))
  const passing = modules().flatMap((module) => module.passing ?? [])
  const stories = await storiesOf(events, (streams) => log.stories(streams, passing))
  return ({ type, data, metadata: { stream, version } }: RecordedEvent): Told => {
    const sentence: ((data: Fact['data'], story: object) => Told) | undefined = sentences[type]
    if (!sentence) return { text: plainWords(type), thing: stream }
    const earlier = (stories.get(stream) ?? []).filter((fact) => fact.metadata.version < version)
    return sentence(data, { stream, earlier, of: (other: string) => stories.get(other) ?? [] })
  }
}

async function storiesOf(
  events: readonly RecordedEvent[],
  load: (streams: string[]) => Promise<readonly RecordedEvent[]>,
): Promise<Stories> {
  const stories = new Map<string, readonly RecordedEvent[]>()
  let wanted = new Set([...events.map(({ metadata }) => metadata.stream), ...events.flatMap(namedBy)])
  for (let step = 0; step <= steps && wanted.size > 0; step++) {
    const found = Map.groupBy(await load([...wanted]), ({ metadata }) => metadata.stream)
    for (const stream of wanted) stories.set(stream, found.get(stream) ?? [])
    const named = [...found.values()].flat().flatMap(namedBy)
    wanted = new Set(named.filter((stream) => !stories.has(stream)))
  }
  return stories
}

/** A field `slotId` names the stream `slot-<id>`; this is a convention of all modules. */
function namedBy({ data }: RecordedEvent): string[] {
  return Object.entries(data as Fact['data']).flatMap(([field, value]) =>
    field.endsWith('Id') && typeof value === 'string' ? [`${field.slice(0, -2)}-${value}`] : [],
  )
}
