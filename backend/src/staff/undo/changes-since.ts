import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import { stateAfter } from '../../platform/state-after.ts'
import type { FoundRule, PartValue, StateSummary } from '../../platform/undo.ts'

/**
 * What became of the parts that count for an undo. All are as the event left them (`unchanged`), all are as they were
 * before the event (`as-before`), or neither.
 */
type SinceEvent = { readonly kind: 'unchanged' } | { readonly kind: 'as-before' } | ChangedSince
export interface ChangedSince {
  readonly kind: 'changed'
  /** The names of the counting parts that are not as the event left them. */
  readonly parts: readonly string[]
  /** Finds the last event that changed one of them. This takes long, and is not always shown. */
  readonly findLastChange: () => RecordedEvent | undefined
}

/** Compares three summaries of the event's stream, whose events are given: before the event, right after it, and now. */
export function compareSince(
  { undo, rule }: FoundRule,
  event: RecordedEvent,
  streamEvents: readonly RecordedEvent[],
): SinceEvent {
  const { stream, version } = event.metadata
  const summarizer = undo.summaries[categoryOf(stream)]
  if (!summarizer || rule.preventedBy?.length === 0) return { kind: 'unchanged' }
  const summarizeAt = (version: number) =>
    summarizer.summarize(stateAfter(summarizer, streamEvents.slice(0, version)), stream)
  const [before, after, now] = [summarizeAt(version - 1), summarizeAt(version), summarizeAt(streamEvents.length)]
  const countingParts = rule.preventedBy ?? listDifferences(before, after)
  const parts = countingParts.filter((part) => !isSame(now[part], after[part]))
  if (parts.length === 0) return { kind: 'unchanged' }
  if (countingParts.every((part) => isSame(now[part], before[part]))) return { kind: 'as-before' }
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
