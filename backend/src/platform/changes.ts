import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'

/** Sums up several events in words, for users who were away. */
export interface ChangeSummary {
  /** `3 teams registered, 1 paid`. */
  readonly text: string
  /** The number of events that the change sums up. */
  readonly facts: number
  /** The stream that the change is about; null if it is about several. */
  readonly stream: string | null
}

/** Reads an earlier event: an event that changes a value does not contain the value before. */
export type ReadEarlier = (filter: {
  readonly stream: string
  readonly types: readonly string[]
  readonly before: number
}) => Promise<RecordedEvent | null>

/** Sums up events of one module, which come in the log's order; returns nothing if their changes cancel out. */
export type SumUp = (events: readonly RecordedEvent[], earlier: ReadEarlier) => Promise<readonly ChangeSummary[]>

/** Something that waits for a person. */
export interface WaitingItem {
  readonly kind: string
  /** The heading, such as `Confirmed teams that have not paid`. */
  readonly title: string
  /** All subjects that wait. */
  readonly names: readonly string[]
  /** The page on which staff deal with it. */
  readonly path: string
  /** The same subjects, each with its page, if they have pages. */
  readonly entries?: readonly Entry[]
  /** Only a TD may deal with it; without this, admins may too. */
  readonly isForTd?: true
}

/** One of several subjects that wait, and the page on which staff deal with it. */
export interface Entry {
  readonly name: string
  readonly path: string
  /** An action that staff can take about the subject with one press. */
  readonly action?: EntryAction
}

interface EntryAction {
  readonly label: string
  /** The result, as a sentence. */
  readonly done: string
  /** A call without a body: `POST /api/teams/1/fill-spot`. */
  readonly request: `POST /api/${string}`
  /** True if a captain gets an email about it. */
  readonly mailsCaptain: boolean
}

/** Groups events by stream, in the order of their first events. */
export function byStream<E extends Event>(events: readonly RecordedEvent<E>[]): Map<string, RecordedEvent<E>[]> {
  const streams = new Map<string, RecordedEvent<E>[]>()
  for (const event of events) {
    const { stream } = event.metadata
    const group = streams.get(stream)
    if (group) group.push(event)
    else streams.set(stream, [event])
  }
  return streams
}

/**
 * Each event switches between two sides and names the new one. Returns the side after all events; null if it is also
 * the side before them, as after `['paid', 'unpaid']`.
 */
export function findNetChange<Side extends string>(sides: readonly Side[]): Side | null {
  const last = sides.at(-1)
  return last !== undefined && last === sides[0] ? last : null
}

/** `2 teams registered`; null for none. */
export const counted = (number: number, one: string, many: string): string | null =>
  number === 0 ? null : `${number} ${number === 1 ? one : many}`

interface Line {
  readonly phrases: readonly (string | null)[]
  readonly facts: number
  readonly streams: ReadonlySet<string>
}

/** Joins the phrases in one line. Without phrases there is no line. */
export function buildLine({ phrases, facts, streams }: Line): ChangeSummary[] {
  const text = phrases.filter((phrase) => phrase !== null).join(', ')
  const [only] = streams
  return text === '' ? [] : [{ text, facts, stream: streams.size === 1 ? (only ?? null) : null }]
}

/** Returns the names of the actors: `Becky and Joe`, `Becky, Joe and 2 more`; actors without a name are left out. */
export function formatNames(events: readonly RecordedEvent[]): string {
  const names = [...new Set(events.flatMap(({ metadata }) => metadata.actor.name ?? []))]
  if (names.length > 3) return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')
}
