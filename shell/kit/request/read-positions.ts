import type { Topic } from '@ultimate/events/platform/api.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { positionOf, unknownPosition } from '@ultimate/kit/state/answers.ts'
import { noteBeginning, streamState } from '../live/stream-state.ts'

type Query = ReturnType<ReturnType<typeof queryClient.getQueryCache>['getAll']>[number]

/** The state of a live query: its data contains everything up to `position` of the server's log. */
interface Read {
  position: number
  /** The number of its requests in flight. */
  running: number
}

const reads = new WeakMap<Query, Read>()

const beginningOf = (topic: Topic) => streamState.getState().beginnings.get(topic)

/** Reads again each query of the topic whose data is older than this position. */
export function readOlder(topic: Topic, position: number, isSpared = (_: Query) => false): void {
  const predicate = (query: Query) => !isSpared(query) && (reads.get(query)?.position ?? unknownPosition) < position
  void queryClient.invalidateQueries({ queryKey: [topic], predicate })
}

/**
 * The stream reports all changes of this topic after this position, so data that was read before it may lack some. An
 * answer in flight is compared once it has arrived.
 */
export function readMissed(topic: Topic, position: number): void {
  noteBeginning(topic, position)
  readOlder(topic, position, (query) => (reads.get(query)?.running ?? 0) > 0)
}

interface LiveRead<Data> {
  readonly key: readonly [Topic, ...unknown[]]
  readonly read: (signal: AbortSignal) => Promise<Data>
}

/** Reads, and notes the position of the answer. `again` is called where the stream has begun after that position. */
export async function readNoting<Data>(
  { key, read }: LiveRead<Data>,
  signal: AbortSignal,
  again: (topic: Topic, position: number) => void,
): Promise<Data> {
  const [topic] = key
  const query = queryClient.getQueryCache().find({ queryKey: key, exact: true })
  const noted = (query && reads.get(query)) ?? { position: unknownPosition, running: 0 }
  if (query) reads.set(query, noted)
  const before = beginningOf(topic)
  noted.running++
  try {
    const data = await read(signal)
    noted.position = positionOf(signal)
    const beginning = beginningOf(topic)
    // Runs in a later task, so that this answer is shown first and then read again.
    if (beginning && beginning !== before && noted.position < beginning.position)
      setTimeout(() => again(topic, beginning.position))
    return data
  } finally {
    noted.running--
  }
}
