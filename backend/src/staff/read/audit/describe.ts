import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import type { EventDefinitions } from '@ultimate/events/language/event.ts'
import { type Description, describeEvent, type History } from '@ultimate/events/language/sentence/sentence.ts'
import { platformApi } from '@ultimate/events/platform/api.ts'
import type { Platform } from '../../../platform/module.ts'
import { Histories, type LoadRanges, type Past } from './histories.ts'

type EventSource = Pick<Platform, 'log' | 'modules'>

/**
 * How often a sentence is made at most. Each time it may ask for a stream that only the events loaded before name: a
 * sign-up names its slot, and the slot's sign-up names its team.
 */
const maxRounds = 4

/**
 * The types of events whose sentences have asked for earlier events. For events of other types, which may be more than
 * half of a long log, none are loaded.
 */
const typesLookingBack = new Set<string>()
const noPast: Past = { earlier: [], beforeGap: 0 }

interface DescribeOptions {
  /** Reuses the histories of the pages before; loads new ones by default. */
  readonly histories?: Histories
  /** The subject whose history is shown. */
  readonly about?: string | undefined
}

/**
 * Describes each event by the sentence of its module, with the history of its stream. Where a sentence needs streams
 * that are not loaded, they are loaded and the sentence is made again. Null for an event that is not about `about`.
 */
export async function describeEvents(
  source: EventSource,
  events: readonly RecordedEvent[],
  options: DescribeOptions = {},
) {
  const { histories = new Histories(), about } = options
  const { log, modules } = source
  const summaryOf = prepareSummaries(modules())
  const definitions: EventDefinitions = Object.assign({}, ...modules().map((module) => module.events))
  const skippedInHistories = modules().flatMap((module) => module.skippedInHistories ?? [])
  const load: LoadRanges = (ranges) => log.histories(ranges, skippedInHistories)
  histories.prune()
  const pastFinders = new Map<RecordedEvent, (event: RecordedEvent) => Past>()
  const loadPasts = async (page: readonly RecordedEvent[], target: Histories) => {
    const pastOf = await target.loadPasts(page, load)
    for (const event of page) pastFinders.set(event, pastOf)
  }
  await loadPasts(
    events.filter(({ type }) => typesLookingBack.has(type)),
    histories,
  )
  const missing: Missing = { streams: new Set(), pasts: new Set() }
  const buildHistory = prepareHistories(missing, { histories, pastFinders, summaryOf, about })
  const descriptions = new Array<Description | null>(events.length).fill(null)
  let pending: readonly number[] = [...events.keys()]
  for (let round = 1; pending.length > 0; round++) {
    const incomplete: number[] = []
    for (const index of pending) {
      const event = events[index]
      if (!event) continue
      const { isIncomplete, history } = buildHistory(event)
      descriptions[index] = describeEvent(definitions, event, history)
      if (isIncomplete()) incomplete.push(index)
    }
    if (incomplete.length === 0 || round === maxRounds) break
    // These pasts go into other histories, because `histories` expects all events of a page at once.
    await loadPasts([...missing.pasts], new Histories())
    await histories.loadNamed([...missing.streams], load)
    missing.pasts.clear()
    missing.streams.clear()
    pending = incomplete
  }
  return descriptions
}

/** The histories that sentences have asked for and that are not loaded. */
interface Missing {
  readonly streams: Set<string>
  readonly pasts: Set<RecordedEvent>
}

interface LoadedHistory {
  readonly histories: Histories
  readonly pastFinders: ReadonlyMap<RecordedEvent, (event: RecordedEvent) => Past>
  readonly summaryOf: (call: string) => string | undefined
  readonly about: string | undefined
}

/** Returns how to build the history of an event, as far as it is loaded. Notes in `missing` what a sentence lacks. */
function prepareHistories(missing: Missing, { histories, pastFinders, summaryOf, about }: LoadedHistory) {
  return (event: RecordedEvent) => {
    let isIncomplete = false
    let past: Past | undefined
    const lookBack = (): Past => {
      past ??= pastFinders.get(event)?.(event)
      if (past) return past
      isIncomplete = true
      missing.pasts.add(event)
      typesLookingBack.add(event.type)
      return noPast
    }
    const history: History = {
      stream: event.metadata.stream,
      // Getters, because most sentences ask for no earlier events, and only those asked for are loaded.
      get earlier() {
        return lookBack().earlier
      },
      get beforeGap() {
        return lookBack().beforeGap
      },
      of: (stream) => {
        const named = histories.findNamed(stream)
        if (named) return named
        isIncomplete = true
        missing.streams.add(stream)
        return []
      },
      summaryOf,
      about,
    }
    return { history, isIncomplete: () => isIncomplete }
  }
}

/** Returns how to find the summary of a call, of all modules and of the platform. */
function prepareSummaries(modules: ReturnType<EventSource['modules']>): LoadedHistory['summaryOf'] {
  const endpoints: readonly Endpoint[] = [
    ...Object.values(platformApi),
    ...modules.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)),
  ]
  const summaries = new Map(endpoints.map(({ method, path, summary }) => [`${method} ${path}`, summary]))
  return (call) => summaries.get(call)
}
