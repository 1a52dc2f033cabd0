import type { Topic } from '@ultimate/events/platform/api.ts'
import type { LiveKey } from '@ultimate/kit/request/live.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { positionOf, unknownPosition } from '@ultimate/kit/state/answers.ts'
import { type Throttled, throttled } from '../request/throttled.ts'
import { noteBeginning, noteDue, streamState } from './stream-state.ts'

// The queries of live topics, each with the position of the server's log up to which its data contains everything. A
// query is read again only where that is older than a change.

type Query = ReturnType<ReturnType<typeof queryClient.getQueryCache>['getAll']>[number]

/** The state of a live query: its data contains everything up to `position` of the server's log. */
interface ReadState {
  position: number
  /** The number of its requests in flight. */
  running: number
}

const readStates = new WeakMap<Query, ReadState>()

const beginningOf = (topic: Topic) => streamState.getState().beginnings.get(topic)

/** Reads again each query of the topic whose data is older than this position. */
export function readOlder(topic: Topic, position: number, isLeftOut = (_: Query) => false): void {
  const predicate = (query: Query) =>
    !isLeftOut(query) && (readStates.get(query)?.position ?? unknownPosition) < position
  void queryClient.invalidateQueries({ queryKey: [topic], predicate })
}

/**
 * Reads again what may lack changes from before this position, after which the stream reports all. A read in flight is
 * left out: `readAndNotePosition` compares its answer.
 */
export function readMissed(topic: Topic, position: number): void {
  noteBeginning(topic, position)
  readOlder(topic, position, (query) => (readStates.get(query)?.running ?? 0) > 0)
}

const readAtMostEveryMs = 250
const soonReads = new Map<Topic, Throttled>()

/**
 * Reads again soon what does not know the change at this position. Many changes at once, such as a hundred removed
 * teams, are answered by one read.
 */
export function readSoon(topic: Topic, position: number): void {
  noteDue(topic, position)
  const existing = soonReads.get(topic)
  const read =
    existing ?? throttled(() => readOlder(topic, streamState.getState().due.get(topic) ?? 0), readAtMostEveryMs)
  if (!existing) soonReads.set(topic, read)
  read()
}

/** Cancels what would be read soon. */
export function cancelReads(): void {
  for (const read of soonReads.values()) read.stop()
}

/** Reads, and notes the position of the answer. */
export async function readAndNotePosition<Data>(
  key: LiveKey,
  read: (signal: AbortSignal) => Promise<Data>,
  signal: AbortSignal,
): Promise<Data> {
  const [topic] = key
  const query = queryClient.getQueryCache().find({ queryKey: key, exact: true })
  const state = (query && readStates.get(query)) ?? { position: unknownPosition, running: 0 }
  if (query) readStates.set(query, state)
  const beginningBefore = beginningOf(topic)
  state.running++
  try {
    const data = await read(signal)
    state.position = positionOf(signal)
    const beginning = beginningOf(topic)
    // The stream began during this read, and does not report changes between the answer and its beginning. Reads again
    // in a later task, so that this answer is shown first.
    if (beginning && beginning !== beginningBefore && state.position < beginning.position)
      setTimeout(() => readSoon(topic, beginning.position))
    return data
  } finally {
    state.running--
  }
}
