import { createHash } from 'node:crypto'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { logErrors } from '@ultimate/events/staff/log-api.ts'
import type { UndoPreview } from '@ultimate/events/staff/undo-api.ts'
import type { Event } from '../../platform/event-store/emmett.ts'
import type { RecordedEvent } from '../../platform/event-store/recorded-event.ts'
import { categoryOf } from '../../platform/event-store/registry.ts'
import type { Platform } from '../../platform/module.ts'
import {
  type ModuleUndo,
  type PossibleRule,
  type StateSummary,
  type Step,
  type SummaryPart,
  stateAfter,
} from '../../platform/undo/undo.ts'
import { describeFacts } from '../read/audit/describe.ts'

export type Known = Pick<Platform, 'log' | 'modules' | 'commands'>

/** A preview with what the undo does; `version` is another one whenever anything of it is. */
export interface Prepared {
  readonly event: RecordedEvent
  readonly preview: UndoPreview
  readonly steps: readonly PreparedStep[]
  readonly version: number
}
interface PreparedStep extends Step {
  /** The version of its stream when the step is to run. */
  readonly expectedVersion: number
}

/** More than any stream has. */
const wholeStream = 100_000
/** Changes that are listed one by one. */
const mostChanges = 20

/** What taking back an event would do, by trying the commands on the streams as they are. Nothing is stored. */
export async function prepareUndo(
  known: Known,
  position: number,
  asked: { readonly now: Date; readonly by: string },
): Promise<Prepared> {
  const event = await eventAt(known, position)
  const answer = (preview: UndoPreview, steps: readonly PreparedStep[] = []): Prepared => ({
    event,
    preview,
    steps,
    version: versionOf([position, preview, steps.map(({ stream, expectedVersion }) => [stream, expectedVersion])]),
  })
  const refuse = (why: string) => answer({ can: false, why, changes: [], also: [] })
  const undo = known.modules().find(({ events }) => event.type in events)?.undo
  const rule = undo?.rules[event.type]
  if (!undo || !rule) return refuse('Nothing is known of how this is taken back.')
  if ('why' in rule) return refuse(rule.why)
  if (undo.edition !== null && event.metadata.edition !== undo.edition) return refuse('That tournament is over.')
  if (isForgotten(known, event)) return refuse('The person it was about has been forgotten.')
  const stream = await known.log.read({ stream: event.metadata.stream, limit: wholeStream })
  const since = changedSince({ undo, rule, event, stream })
  if (since !== null) return refuse(since)
  try {
    const before = stream.filter(({ metadata }) => metadata.version < event.metadata.version)
    const plan = await rule.plan(event, { ...asked, before })
    if (typeof plan === 'string') return refuse(plan)
    const tried = await tryOut(known, plan.steps)
    if (tried.events.length === 0) return refuse(asItWas)
    const also = [...(plan.also ?? []), ...(await alsoElsewhere(known, tried.events))]
    const [shown, more] = [tried.changes.slice(0, mostChanges), tried.changes.length - mostChanges]
    const rest = more > 0 ? [`${more} more places and parts change.`] : []
    return answer({ can: true, why: null, changes: shown, also: [...rest, ...also] }, tried.steps)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return refuse(error.message)
  }
}

const asItWas = 'It is as it was before already.'

async function eventAt({ log }: Known, position: number): Promise<RecordedEvent> {
  const [event] = await log.read({ after: position - 1, before: position + 1, limit: 1 })
  return event ?? logErrors.fail('EVENT_NOT_FOUND')
}

/** A person in the event itself reads as the placeholder. */
function isForgotten({ modules }: Known, { type, data }: RecordedEvent): boolean {
  const personal = modules().find(({ events }) => type in events)?.events[type]?.personal ?? {}
  return Object.entries(personal).some(
    ([field, { forgotten }]) =>
      typeof forgotten === 'object' &&
      forgotten !== null &&
      JSON.stringify((data as Record<string, unknown>)[field]) === JSON.stringify(forgotten),
  )
}

interface Judged {
  readonly undo: ModuleUndo
  readonly rule: PossibleRule
  readonly event: RecordedEvent
  readonly stream: readonly RecordedEvent[]
}

/** Why what the event changed is not as it left it; null where it is. */
function changedSince({ undo, rule, event: { metadata }, stream }: Judged): string | null {
  const summarized = undo.summaries[categoryOf(metadata.stream)]
  if (!summarized) return null
  const summaryUpTo = (version: number) =>
    summarized.summary(
      stateAfter(
        summarized,
        stream.filter((event) => event.metadata.version <= version),
      ),
    )
  const [before, after, now] = [metadata.version - 1, metadata.version, Number.POSITIVE_INFINITY].map(summaryUpTo)
  if (!before || !after || !now) return null
  const parts = rule.only ?? differing(before, after)
  const changed = parts.filter((part) => !isSame(now[part], after[part]))
  if (changed.length === 0) return null
  if (parts.every((part) => isSame(now[part], before[part]))) return asItWas
  return `It has been changed since: ${changed.slice(0, 3).join(', ')}. Undo that first.`
}

const isSame = (one: SummaryPart | undefined, other: SummaryPart | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const differing = (one: StateSummary, other: StateSummary): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((part) => !isSame(one[part], other[part]))

interface Tried {
  readonly steps: readonly PreparedStep[]
  readonly events: readonly { readonly type: string; readonly stream: string }[]
  readonly changes: UndoPreview['changes']
}

/** Decides each step on what the steps before it would leave. Steps that change nothing are left out. */
async function tryOut(known: Known, planned: readonly Step[]): Promise<Tried> {
  const streams = new Map<string, { readonly stored: readonly RecordedEvent[]; readonly decided: Event[] }>()
  const steps: PreparedStep[] = []
  const events: { type: string; stream: string }[] = []
  for (const step of planned) {
    const { stream, decider, command } = step
    const tried = streams.get(stream) ?? {
      stored: await known.log.read({ stream, limit: wholeStream }),
      decided: [],
    }
    streams.set(stream, tried)
    const state = stateAfter(decider, [...tried.stored, ...(tried.decided as unknown as RecordedEvent[])])
    const decided = [decider.decide(command, state)].flat()
    if (decided.length === 0) continue
    steps.push({ ...step, expectedVersion: tried.stored.length + tried.decided.length })
    tried.decided.push(...decided)
    events.push(...decided.map(({ type }) => ({ type, stream })))
  }
  const changes: UndoPreview['changes'] = []
  for (const [stream, { stored, decided }] of streams)
    changes.push(...(await changesOf(known, stream, [stored, decided])))
  return { steps, events, changes }
}

async function changesOf(
  known: Known,
  stream: string,
  [stored, decided]: readonly [readonly RecordedEvent[], readonly Event[]],
): Promise<UndoPreview['changes']> {
  const category = categoryOf(stream)
  const summarized = known.modules().flatMap(({ undo }) => undo?.summaries[category] ?? [])[0]
  if (!summarized) return []
  const summaryOf = (events: readonly unknown[]) =>
    summarized.summary(stateAfter(summarized, events as readonly RecordedEvent[]))
  const [was, becomes] = [summaryOf(stored), summaryOf([...stored, ...decided])]
  const subject = await subjectOf(known, stream, decided)
  const words = async (part: SummaryPart | undefined): Promise<string> =>
    typeof part === 'object' ? subjectOf(known, part.stream) : part || 'none'
  const changes = await Promise.all(
    toShow(was, becomes, summarized.presence).map(async (part) => {
      const changed = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}: ${part}`
      return { subject: changed, thing: changed, was: await words(was[part]), becomes: await words(becomes[part]) }
    }),
  )
  return changes.filter((change) => change.was !== change.becomes)
}

/** Where the subject comes or goes, its other parts come and go with it: then that alone is shown. */
function toShow(was: StateSummary, becomes: StateSummary, presence: string | undefined): string[] {
  const parts = differing(was, becomes)
  return presence !== undefined && parts.includes(presence) ? [presence] : parts
}

/** What the audit calls it. Of a stream that is empty yet, what it will be called after the first of `decided`. */
async function subjectOf(known: Known, stream: string, [first]: readonly Event[] = []): Promise<string> {
  const newest = await known.log.read({ stream, newestFirst: true, limit: 1 })
  const coming = first ? [{ ...first, metadata: { stream, version: 1 } } as unknown as RecordedEvent] : []
  const [description] = await describeFacts(known, newest.length > 0 ? newest : coming)
  return description?.subject ?? stream
}

async function alsoElsewhere({ modules }: Known, events: Tried['events']): Promise<string[]> {
  const asked = modules().flatMap(({ undo }) => events.map((event) => undo?.also?.(event) ?? []))
  return [...new Set((await Promise.all(asked)).flat())]
}

/** A digest of the value, as a number that fits into a version. */
function versionOf(named: unknown): number {
  return createHash('sha256').update(JSON.stringify(named)).digest().readUIntBE(0, 6)
}
