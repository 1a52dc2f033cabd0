import DataLoader from 'dataloader'
import postgres from 'postgres'

/** A statement with more keys would hold up the first of them for longer than it saves. */
const maxBatch = 100

/**
 * Returns a function that loads the value of one key. Keys that are asked for in one turn of the event loop are read
 * together, after the last of them, so a crowd costs a fraction of a statement each and no value is older than its
 * question. `read` resolves to the values in the order of the keys. Where the server rejects a batch, each key is read
 * alone, so that a request fails for its own key only; all other failures are those of all.
 */
export function batchReads<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const readAlone = (key: Key) =>
    read([key]).then(
      ([value]) => value as Value,
      (error: Error) => error,
    )
  const readAll = async (keys: readonly Key[]): Promise<readonly (Value | Error)[]> => {
    try {
      return await read(keys)
    } catch (error) {
      if (keys.length === 1 || !(error instanceof postgres.PostgresError)) throw error
      return Promise.all(keys.map(readAlone))
    }
  }
  const loader = new DataLoader(readAll, { cache: false, maxBatchSize: maxBatch, batchScheduleFn: setImmediate })
  return (key) => loader.load(key)
}
