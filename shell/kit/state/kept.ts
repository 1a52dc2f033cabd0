import { create } from 'zustand'

/** The part of the `Storage` interface that the site uses. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Shows whether the browser refused to store something: site data may be blocked, or the storage full. */
export const useStorageStore = create<{ readonly isRefused: boolean }>()(() => ({ isRefused: false }))

/**
 * The browser's storage, or the memory of this page for what the browser refuses to store. Even reading the property
 * `localStorage` throws where site data is blocked, so no code outside this file names it.
 */
function storageOrMemory(storage: () => Storage): Store {
  const memory = new Map<string, string | null>()
  const attempt = <R>(act: (storage: Storage) => R, instead: () => R): R => {
    try {
      return act(storage())
    } catch {
      useStorageStore.setState({ isRefused: true })
      return instead()
    }
  }
  const remember = (key: string, value: string | null) => void memory.set(key, value)
  return {
    getItem: (key) => {
      const remembered = memory.get(key)
      return remembered === undefined
        ? attempt(
            (available) => available.getItem(key),
            () => null,
          )
        : remembered
    },
    setItem: (key, value) =>
      attempt(
        (available) => {
          available.setItem(key, value)
          memory.delete(key)
        },
        () => remember(key, value),
      ),
    removeItem: (key) =>
      attempt(
        (available) => {
          available.removeItem(key)
          memory.delete(key)
        },
        () => remember(key, null),
      ),
  }
}

/** Shared by all tabs of this browser. */
export const deviceStorage = storageOrMemory(() => localStorage)
/** The storage of this tab, over reloads. */
export const tabStorage = storageOrMemory(() => sessionStorage)

/** A value stored under a key. `read` returns null for a stored value that it cannot trust. */
export function kept<T>(key: string, read: (found: unknown) => T | null, storage: () => Store) {
  return {
    load: (): T | null => read(parsed(storage().getItem(key))),
    save: (value: T): void => storage().setItem(key, JSON.stringify(value)),
    clear: (): void => storage().removeItem(key),
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
