import DataLoader from 'dataloader'

/** A statement with more keys would hold up the first of them for longer than it saves. */
const largestBatch = 100

/**
 * Returns a function that loads the value of one key. Keys that are asked for in one turn of the event loop are read
 * together, after the last of them, so a crowd costs a fraction of a statement each and no value is older than its
 * question. `read` resolves to the values in the order of the keys; where it fails, all of them fail.
 */
export function batched<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const loader = new DataLoader(read, { cache: false, maxBatchSize: largestBatch, batchScheduleFn: setImmediate })
  return (key) => loader.load(key)
}
