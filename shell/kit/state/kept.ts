/**
 * One thing that a browser keeps under a key. A browser may deny its storage, or have filled it: the page then works
 * without. `read` gives null for what it cannot trust, which counts as nothing kept.
 */
export function kept<T>(key: string, read: (found: unknown) => T | null, storage: () => Storage) {
  const attempt = <R>(act: () => R): R | null => {
    try {
      return act()
    } catch {
      return null
    }
  }
  return {
    load: (): T | null => attempt(() => read(JSON.parse(storage().getItem(key) ?? 'null'))),
    save: (value: T): void => void attempt(() => storage().setItem(key, JSON.stringify(value))),
    clear: (): void => void attempt(() => storage().removeItem(key)),
  }
}
