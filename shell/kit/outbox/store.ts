import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { TapStore } from './engine.ts'
import { type NewTap, readTap, type Tap } from './tap.ts'

interface OutboxDatabase extends DBSchema {
  taps: { key: number; value: object; indexes: { key: string } }
}
type Database = IDBPDatabase<OutboxDatabase>

const name = 'outbox'

/** Before each further attempt: a browser that deletes data also closes what is opened while it does. */
const pausesMs = [0, 50, 250, 1_000]

/** Where taps are kept, and whether the browser really keeps them. */
export interface DeviceStore extends TapStore {
  /** False where it refused, so that taps are lost with this tab. */
  readonly isKept: () => boolean
}

/** The browser had deleted taps, as with all data of a site; this tab has kept them again. */
export class StorageWiped extends Error {
  override readonly name = 'StorageWiped'
}

/**
 * IndexedDB, opened again where the browser has closed it, as iOS does with pages in the background. What it refuses,
 * because it is blocked or full, is kept in the memory of this tab; `onRefused` says so, and where it was wiped.
 */
export function deviceStore(onRefused: (error: unknown) => void): DeviceStore {
  const memory = memoryStore()
  /** As this tab knows it, for when the browser deletes it. */
  const known = new Map<number, Tap>()
  let opened: Promise<Database> | null = null
  let isRefused = false
  /** Set where it was never opened, as where site data is blocked: to try again would hold up each tap. */
  let denied: { readonly error: unknown } | null = null
  let wasOpen = false

  const refuse = (error: unknown) => {
    isRefused = true
    onRefused(error)
  }
  const open = async (): Promise<Database> => {
    const database = await openOutbox(reopen)
    wasOpen = true
    const isDeleted = known.size > 0 && (await database.count('taps')) === 0
    if (!isDeleted) return database
    // All or none: one of several would pass for what the browser has kept.
    const { store, done } = database.transaction('taps', 'readwrite')
    await Promise.all([done, ...[...known.values()].map(async (tap) => store.put(tap))])
    onRefused(new StorageWiped('The browser has deleted what was not sent yet.'))
    return database
  }
  /** At once, not with the next tap: a tab that ends before would take what was wiped with it. */
  function reopen(): void {
    opened = null
    withDatabase(async () => undefined).catch(refuse)
  }

  async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      if (denied) throw denied.error
      opened ??= open()
      const mine = opened
      try {
        return await work(await mine)
      } catch (error) {
        if (opened === mine) opened = null
        await pauseAfter(error, attempt)
      }
    }
  }

  /** Throws the error where it is not, or no longer, worth another attempt. */
  async function pauseAfter(error: unknown, attempt: number): Promise<void> {
    const pause = pausesMs[attempt]
    if (pause !== undefined && isConnectionLost(error)) return new Promise((resolve) => setTimeout(resolve, pause))
    if (!wasOpen) denied = { error }
    throw error
  }

  return {
    isKept: () => !isRefused,
    async all() {
      const inMemory = await memory.all()
      try {
        const found = await withDatabase((database) => database.getAll('taps'))
        const taps = found.flatMap((one) => readTap(one) ?? [])
        known.clear()
        for (const tap of taps) known.set(tap.order, tap)
        return [...taps, ...inMemory]
      } catch (error) {
        refuse(error)
        return inMemory
      }
    },
    async add(tap) {
      try {
        const order = await withDatabase((database) => database.add('taps', tap))
        const keptTap = { ...tap, order }
        known.set(order, keptTap)
        return keptTap
      } catch (error) {
        if (error instanceof DOMException && error.name === 'ConstraintError') throw error
        refuse(error)
        return memory.add(tap)
      }
    },
    async put(tap) {
      if (memory.has(tap)) return memory.put(tap)
      if (known.has(tap.order)) known.set(tap.order, tap)
      await withDatabase(async (database) => {
        const { store, done } = database.transaction('taps', 'readwrite')
        // Not one that another tab has removed meanwhile.
        if (await store.getKey(tap.order)) await store.put(tap)
        await done
      }).catch(refuse)
    },
    async remove(tap) {
      if (memory.has(tap)) return memory.remove(tap)
      known.delete(tap.order)
      await withDatabase((database) => database.delete('taps', tap.order)).catch(refuse)
    },
  }
}

/** Taps of this tab alone. Their order comes after that of all that are kept. */
export function memoryStore(): TapStore & { readonly has: (tap: Tap) => boolean } {
  const taps = new Map<string, Tap>()
  let order = Number.MAX_SAFE_INTEGER / 2
  return {
    has: ({ key }) => taps.has(key),
    all: async () => [...taps.values()],
    async add(tap: NewTap) {
      if (taps.has(tap.key)) throw new DOMException('This key is taken', 'ConstraintError')
      const keptTap = { ...tap, order: ++order }
      taps.set(tap.key, keptTap)
      return keptTap
    },
    async put(tap) {
      if (taps.has(tap.key)) taps.set(tap.key, tap)
    },
    remove: async ({ key }) => void taps.delete(key),
  }
}

/** `onGone`: the browser has closed the connection by itself, or deletes the database. */
const openOutbox = (onGone: () => void): Promise<Database> =>
  openDB<OutboxDatabase>(name, 1, {
    upgrade(database) {
      const taps = database.createObjectStore('taps', { keyPath: 'order', autoIncrement: true })
      taps.createIndex('key', 'key', { unique: true })
    },
    // A newer release in another tab needs another form: this tab opens its own again when it has to.
    blocking: (_current, next, event) => {
      ;(event.target as IDBDatabase).close()
      if (next === null) onGone()
    },
    terminated: onGone,
  })

/** The names that browsers give to a connection that they closed by themselves. */
const isConnectionLost = (error: unknown): boolean =>
  error instanceof DOMException && ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name)
