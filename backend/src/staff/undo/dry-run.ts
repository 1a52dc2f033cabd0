import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { Platform } from '../../platform/module.ts'
import type { Reads } from '../../platform/shared-reads.ts'
import { stateAfter } from '../../platform/state-after.ts'
import {
  type FoundRule,
  findRule,
  type Impossible,
  type PartValue,
  type ReasonAgainst,
  type StateSummary,
  type StreamEvent,
  type UndoStep,
} from '../../platform/undo.ts'

export type UndoPlatform = Pick<Platform, 'log' | 'modules' | 'commands'>
export interface UndoRequest {
  readonly now: Date
  /** The id of the user who asks. */
  readonly by: string
  readonly reads: Reads
}

export type DryRun = PossibleUndo | { readonly kind: 'impossible'; readonly reason: ReasonAgainst } | ChangedSince
export interface PossibleUndo extends DecidedSteps {
  readonly kind: 'possible'
  /** The sentences of the plan about consequences that no summary shows, such as emails. */
  readonly consequences: readonly string[]
}

/**
 * Tries an undo without storing anything: finds the rule of the event, checks that no later change prevents the undo,
 * and decides the commands of the rule's plan on the streams as they are.
 */
export async function dryRunUndo(platform: UndoPlatform, event: RecordedEvent, request: UndoRequest): Promise<DryRun> {
  const found = findUsableRule(platform, event)
  if ('impossible' in found) return { kind: 'impossible', reason: found.impossible }
  const { stream, version } = event.metadata
  const streamEvents = await request.reads.stream(stream)
  const since = compareSince(found, event, streamEvents)
  if (since.kind === 'as-before') return alreadyAsBefore
  if (since.kind === 'changed') return since
  try {
    const plan = await found.rule.plan(event, { ...request, earlierEvents: streamEvents.slice(0, version - 1) })
    // The rule gave a reason instead of a plan.
    if (typeof plan === 'string') return { kind: 'impossible', reason: plan }
    const decided = await decideSteps(request.reads, plan.steps)
    if (decided.events.length === 0) return alreadyAsBefore
    return { kind: 'possible', ...decided, consequences: plan.consequences ?? [] }
  } catch (error) {
    // A command of the plan was rejected. The error explains why.
    if (!(error instanceof DomainError)) throw error
    return { kind: 'impossible', reason: error.message }
  }
}

const alreadyAsBefore = { kind: 'impossible', reason: 'It is already as it was before.' } as const

export const canUndo = async (platform: UndoPlatform, event: RecordedEvent, request: UndoRequest): Promise<boolean> =>
  (await dryRunUndo(platform, event, request)).kind === 'possible'

/** Returns whether all that the event changed is as it was before the event. Unlike {@link canUndo}, makes no plan. */
export async function isAsBefore(
  platform: UndoPlatform,
  event: RecordedEvent,
  { reads }: UndoRequest,
): Promise<boolean> {
  const found = findRule(event, platform.modules())
  if ('impossible' in found) return false
  return compareSince(found, event, await reads.stream(event.metadata.stream)).kind === 'as-before'
}

/**
 * What became of the relevant parts: those that the undo would put back, or those of the rule's `preventedBy`. All are
 * as the event left them (`unchanged`), all are as they were before the event (`as-before`), or neither.
 */
type SinceEvent = { readonly kind: 'unchanged' } | { readonly kind: 'as-before' } | ChangedSince
export interface ChangedSince {
  readonly kind: 'changed'
  /** The names of the relevant parts that are not as the event left them. */
  readonly parts: readonly string[]
  /** Finds the last event that changed one of `parts`. This takes long, and is not always shown. */
  readonly findLastChange: () => RecordedEvent | undefined
}

/** Compares three summaries of the event's stream: before the event, right after it, and now. */
function compareSince(
  { undo, rule }: FoundRule,
  event: RecordedEvent,
  streamEvents: readonly RecordedEvent[],
): SinceEvent {
  const { stream, version } = event.metadata
  const summarizer = undo.summaries[categoryOf(stream)]
  // If nothing can prevent the undo, there is nothing to compare.
  if (!summarizer || rule.preventedBy?.length === 0) return { kind: 'unchanged' }
  const summarizeAt = (version: number) =>
    summarizer.summarize(stateAfter(summarizer, streamEvents.slice(0, version)), stream)
  const [before, after, now] = [summarizeAt(version - 1), summarizeAt(version), summarizeAt(streamEvents.length)]
  const relevantParts = rule.preventedBy ?? listDifferences(before, after)
  const parts = relevantParts.filter((part) => !isSame(now[part], after[part]))
  if (parts.length === 0) return { kind: 'unchanged' }
  if (relevantParts.every((part) => isSame(now[part], before[part]))) return { kind: 'as-before' }
  const changesOneAt = (at: number) =>
    listDifferences(summarizeAt(at - 1), summarizeAt(at)).some((part) => parts.includes(part))
  const findLastChange = () =>
    streamEvents.findLast(({ metadata }) => metadata.version > version && changesOneAt(metadata.version))
  return { kind: 'changed', parts, findLastChange }
}

/** Lists the names of the parts that differ between two summaries. */
export const listDifferences = (one: StateSummary, other: StateSummary): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((part) => !isSame(one[part], other[part]))

const isSame = (one: PartValue | undefined, other: PartValue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Returns the rule of an event; else why it cannot be undone now, as far as the event alone shows. */
export function findUsableRule(platform: UndoPlatform, event: RecordedEvent): FoundRule | Impossible {
  const found = findRule(event, platform.modules())
  if ('impossible' in found) return found
  const { edition } = event.metadata
  const current = found.undo.findEdition()
  if (current !== null && edition < current) return { impossible: 'That tournament is over.' }
  if (current !== null && edition > current) return { impossible: 'That edition is not published yet.' }
  return isForgotten(platform, event) ? { impossible: 'The person it was about has been forgotten.' } : found
}

/**
 * Returns whether a person in the event is forgotten: whether a personal field holds its placeholder. A placeholder
 * that is no object proves nothing, because the person may have given the same, such as `''` for `otherAllergens`.
 */
function isForgotten({ modules }: UndoPlatform, { type, data }: RecordedEvent): boolean {
  const personal = modules().find(({ events }) => type in events)?.events[type]?.personal ?? {}
  return Object.entries(personal).some(
    ([field, { forgotten }]) =>
      typeof forgotten === 'object' &&
      forgotten !== null &&
      JSON.stringify((data as Record<string, unknown>)[field]) === JSON.stringify(forgotten),
  )
}

interface DecidedSteps {
  /** The steps that would append events. */
  readonly steps: readonly PreparedStep[]
  /** The events that the steps would append. */
  readonly events: readonly StreamEvent[]
  readonly streams: ReadonlyMap<string, DryRunStream>
}
export interface PreparedStep extends UndoStep {
  /** The version that the step's stream must have when the step runs. */
  readonly expectedVersion: number
}
export interface DryRunStream {
  readonly stored: readonly RecordedEvent[]
  /** The events that the steps would append. */
  readonly decided: readonly Event[]
}

/** Decides each step on the state that the steps before it would leave. */
async function decideSteps(reads: Reads, plannedSteps: readonly UndoStep[]): Promise<DecidedSteps> {
  const streams = new Map<string, DryRunStream>()
  const steps: PreparedStep[] = []
  const events: StreamEvent[] = []
  for (const step of plannedSteps) {
    const { stream, decider, command } = step
    const { stored, decided } = streams.get(stream) ?? { stored: await reads.stream(stream), decided: [] }
    const state = decided.reduce(decider.evolve, stateAfter(decider, stored))
    const newEvents = [decider.decide(command, state)].flat()
    // The next step about this stream begins with these events.
    streams.set(stream, { stored, decided: [...decided, ...newEvents] })
    if (newEvents.length === 0) continue
    steps.push({ ...step, expectedVersion: stored.length + decided.length })
    events.push(...newEvents.map((event) => ({ ...event, stream })))
  }
  return { steps, events, streams }
}
