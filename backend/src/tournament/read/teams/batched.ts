/**
 * One read for all keys that are asked for in one turn of the event loop, after the last of them: appends that were
 * stored together are answered together, and a key that comes alone waits for nothing.
 */
export function batched<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let batch: { readonly keys: Set<Key>; readonly found: Promise<ReadonlyMap<Key, Value>> } | null = null
  const begin = () => {
    const keys = new Set<Key>()
    const found = new Promise<ReadonlyMap<Key, Value>>((resolve, reject) => {
      // Runs when all promises that have been settled so far have been answered.
      process.nextTick(() => {
        batch = null
        read([...keys]).then(resolve, reject)
      })
    })
    return { keys, found }
  }
  return async (key) => {
    batch ??= begin()
    batch.keys.add(key)
    return (await batch.found).get(key)
  }
}
