import type { Topic } from '@ultimate/events/platform/api.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { positionOf, unknownPosition } from '@ultimate/kit/state/answers.ts'

type Query = ReturnType<ReturnType<typeof queryClient.getQueryCache>['getAll']>[number]

/** What a live query knows: everything up to `position` of the server's log. */
interface Read {
  position: number
  /** So many of its requests are on their way. */
  running: number
}

const reads = new WeakMap<Query, Read>()
/** By topic, where the live stream began the last time that it may have left something out. */
const beginnings = new Map<string, { readonly position: number }>()

/** Reads again what does not know of everything up to this position. */
export function readOlder(topic: Topic, position: number, isSpared = (_: Query) => false): void {
  const predicate = (query: Query) => !isSpared(query) && (reads.get(query)?.position ?? unknownPosition) < position
  void queryClient.invalidateQueries({ queryKey: [topic], predicate })
}

/**
 * The stream tells all changes of this topic behind this position: what was read before may lack some. An answer that is
 * on its way is compared once it is here.
 */
export function readMissed(topic: Topic, position: number): void {
  beginnings.set(topic, { position })
  readOlder(topic, position, (query) => (reads.get(query)?.running ?? 0) > 0)
}

interface LiveRead<Data> {
  readonly key: readonly [Topic, ...unknown[]]
  readonly read: (signal: AbortSignal) => Promise<Data>
}

/** Reads, and keeps up to where the answer knows everything. `again` is called where that is not far enough. */
export async function readNoting<Data>(
  { key, read }: LiveRead<Data>,
  signal: AbortSignal,
  again: (topic: Topic, position: number) => void,
): Promise<Data> {
  const [topic] = key
  const query = queryClient.getQueryCache().find({ queryKey: key, exact: true })
  const noted = (query && reads.get(query)) ?? { position: unknownPosition, running: 0 }
  if (query) reads.set(query, noted)
  const before = beginnings.get(topic)
  noted.running++
  try {
    const data = await read(signal)
    noted.position = positionOf(signal)
    const beginning = beginnings.get(topic)
    // Once this answer is shown: what may be missing in it follows.
    if (beginning && beginning !== before && noted.position < beginning.position)
      setTimeout(() => again(topic, beginning.position))
    return data
  } finally {
    noted.running--
  }
}
