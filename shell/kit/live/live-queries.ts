import type { Topic } from '@ultimate/events/platform/api.ts'
import type { LiveKey } from '@ultimate/kit/request/live.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { positionOf, unknownPosition } from '@ultimate/kit/state/answers.ts'
import { type Throttled, throttled } from '../request/throttled.ts'
import { noteNeeded, noteOpening, streamState } from './stream-state.ts'

// Reads the queries of live topics again after changes. The data of a query contains every change up to a position of the
// server's log. A query is read again only if the change has a later position.

type Query = ReturnType<ReturnType<typeof queryClient.getQueryCache>['getAll']>[number]

interface ReadState {
  /** The position up to which the query's data contains every change. */
  position: number
  /** The number of its requests in flight. */
  running: number
}

const readStates = new WeakMap<Query, ReadState>()

const findOpening = (topic: Topic) => streamState.getState().openings.get(topic)

/** Reads again each query of the topic whose data ends before this position. */
export function rereadOlder(topic: Topic, position: number, isLeftOut = (_: Query) => false): void {
  const predicate = (query: Query) =>
    !isLeftOut(query) && (readStates.get(query)?.position ?? unknownPosition) < position
  void queryClient.invalidateQueries({ queryKey: [topic], predicate })
}

/**
 * Notes that the stream opened, and reads again each query that may lack an earlier change. The stream reports only
 * changes after this position. A query with a read in flight is left out, because `readAndNotePosition` checks the
 * answer when it comes.
 */
export function rereadMissed(topic: Topic, position: number): void {
  noteOpening(topic, position)
  rereadOlder(topic, position, (query) => (readStates.get(query)?.running ?? 0) > 0)
}

const rereadAtMostEveryMs = 250
const soonRereads = new Map<Topic, Throttled>()

/**
 * Reads again soon each query whose data lacks the change at this position. Many changes at once, such as a hundred
 * removed teams, cause one read.
 */
export function rereadSoon(topic: Topic, position: number): void {
  noteNeeded(topic, position)
  const existing = soonRereads.get(topic)
  const reread =
    existing ??
    throttled(() => rereadOlder(topic, streamState.getState().neededTo.get(topic) ?? 0), rereadAtMostEveryMs)
  if (!existing) soonRereads.set(topic, reread)
  reread()
}

/** Cancels the reads that `rereadSoon` has not begun. */
export function cancelRereads(): void {
  for (const reread of soonRereads.values()) reread.stop()
}

/** Reads a query, and notes the position of the answer. */
export async function readAndNotePosition<Data>(
  key: LiveKey,
  read: (signal: AbortSignal) => Promise<Data>,
  signal: AbortSignal,
): Promise<Data> {
  const [topic] = key
  const query = queryClient.getQueryCache().find({ queryKey: key, exact: true })
  const state = (query && readStates.get(query)) ?? { position: unknownPosition, running: 0 }
  if (query) readStates.set(query, state)
  const openingBefore = findOpening(topic)
  state.running++
  try {
    const data = await read(signal)
    state.position = positionOf(signal)
    const opening = findOpening(topic)
    // Another object means that the stream opened during this read. It does not report changes between the answer and
    // the opening. The query is read again in a later task, so that this answer is shown first.
    if (opening && opening !== openingBefore && state.position < opening.position)
      setTimeout(() => rereadSoon(topic, opening.position))
    return data
  } finally {
    state.running--
  }
}
