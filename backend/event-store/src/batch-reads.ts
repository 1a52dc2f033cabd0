import DataLoader from 'dataloader'
import postgres from 'postgres'

/** A statement with more keys would make the first key wait for longer than the batch saves. */
const maxBatch = 100

/**
 * Returns a function that loads the value of one key. Keys that are asked for in one turn of the event loop are read
 * together after that turn, so that no value is older than the call for it. `read` resolves to the values in the order of
 * the keys. Where the server rejects a batch, each key is read alone, so that a call fails for its own key only. All calls
 * of the batch fail by another error.
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
