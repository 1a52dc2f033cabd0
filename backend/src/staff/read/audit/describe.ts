import type { PastEvent } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import type { EventDefinitions } from '@ultimate/events/language/event.ts'
import { type Description, describeEvent } from '@ultimate/events/language/sentence/sentence.ts'
import { platformApi } from '@ultimate/events/platform/api.ts'
import type { Platform } from '../../../platform/module.ts'
import { Histories, type LoadRanges, type Past } from './histories.ts'

type EventSource = Pick<Platform, 'log' | 'modules'>

/** A sentence may need streams that the facts of another one name: a sign-up its slot, a slot's sign-up its team. */
const rounds = 3

interface Wanted {
  /** What was loaded for other pages. */
  readonly histories?: Histories
  /** The subject whose history is shown. */
  readonly about?: string | undefined
}

/**
 * Describes each fact by the sentence of its module, with the history of its stream. Where a sentence needs streams
 * that are not loaded, they are loaded and the sentence is made again. Null for what is not about the subject.
 */
export async function describeFacts(known: EventSource, events: readonly RecordedEvent[], wanted: Wanted = {}) {
  const { histories = new Histories(), about } = wanted
  const { log, modules } = known
  const summaryOf = summariesOf(modules())
  const definitions: EventDefinitions = Object.assign({}, ...modules().map(({ events }) => events))
  const skippedInHistories = modules().flatMap((module) => module.skippedInHistories ?? [])
  const load: LoadRanges = (ranges) => log.histories(ranges, skippedInHistories)
  histories.prune()
  const pastOf = await histories.pastsOf(events, load)
  const missing = new Set<string>()
  let lacksStream = false
  const of = (stream: string) => {
    const facts = histories.of(stream)
    if (facts) return facts
    lacksStream = true
    missing.add(stream)
    return []
  }
  const describing: Describing = { definitions, of, summaryOf, about }
  const descriptions = new Array<Description | null>(events.length).fill(null)
  let open: readonly number[] = [...events.keys()]
  for (let round = 1; open.length > 0; round++) {
    const again: number[] = []
    for (const index of open) {
      const event = events[index]
      if (!event) continue
      lacksStream = false
      descriptions[index] = describeOne(event, pastOf(event), describing)
      if (lacksStream) again.push(index)
    }
    if (again.length === 0 || round === rounds) break
    await histories.load([...missing], load)
    missing.clear()
    open = again
  }
  return descriptions
}

interface Describing {
  readonly definitions: EventDefinitions
  readonly of: (stream: string) => readonly PastEvent[]
  readonly summaryOf: (call: string) => string | undefined
  readonly about: string | undefined
}

/** Of the calls of all modules and of the platform. */
function summariesOf(modules: ReturnType<EventSource['modules']>): Describing['summaryOf'] {
  const endpoints: readonly Endpoint[] = [
    ...Object.values(platformApi),
    ...modules.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)),
  ]
  const summaries = new Map(endpoints.map(({ method, path, summary }) => [`${method} ${path}`, summary]))
  return (call) => summaries.get(call)
}

function describeOne(event: RecordedEvent, past: Past, { definitions, ...known }: Describing): Description | null {
  return describeEvent(definitions, event, { stream: event.metadata.stream, ...past, ...known })
}
