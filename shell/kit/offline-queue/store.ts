import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { NewCommand, QueuedCommand } from './command.ts'
import type { CommandStore } from './engine.ts'
import { readCommand, toStored } from './stored-command.ts'

interface QueueDatabase extends DBSchema {
  taps: { key: number; value: object; indexes: { key: string } }
}
type Database = IDBPDatabase<QueueDatabase>

const name = 'outbox'

/** Milliseconds before each further attempt. A browser that deletes data also closes databases that open meanwhile. */
const pausesMs = [0, 50, 250, 1_000]

/** A store of commands that knows whether the browser really stores them. */
export interface DeviceStore extends CommandStore {
  /** Returns false once the browser refused anything, because then commands may be lost with this tab. */
  readonly isStored: () => boolean
}

/** The browser had deleted commands, as with all data of a site; this tab has stored them again. */
export class StorageWiped extends Error {
  override readonly name = 'StorageWiped'
}

/**
 * IndexedDB, opened again where the browser has closed it, as iOS does with pages in the background. What it refuses,
 * because it is blocked or full, stays in the memory of this tab; `onRefused` reports that, and a deletion.
 */
export function deviceStore(onRefused: (error: unknown) => void): DeviceStore {
  const memory = memoryStore()
  /** The commands as this tab knows them, to store them again when the browser has deleted them. */
  const storedCommands = new Map<number, QueuedCommand>()
  /** The database, open or about to be; null before the first use, and where the browser has closed it. */
  let opening: Promise<Database> | null = null
  let wasEverOpen = false
  /** The error of an opening that failed before any succeeded, as with blocked site data. It is not tried again. */
  let denial: { readonly error: unknown } | null = null
  /** True once the browser refused anything, so that some commands may be in memory alone. */
  let hasRefused = false

  const reportRefusal = (error: unknown) => {
    hasRefused = true
    onRefused(error)
  }
  const open = async (): Promise<Database> => {
    const database = await openDatabase(reopen)
    wasEverOpen = true
    const isDeleted = storedCommands.size > 0 && (await database.count('taps')) === 0
    if (!isDeleted) return database
    // All or none, because some of them would look like all that the browser has stored.
    const { store, done } = database.transaction('taps', 'readwrite')
    await Promise.all([done, ...[...storedCommands.values()].map(async (command) => store.put(toStored(command)))])
    onRefused(new StorageWiped('The browser has deleted what was not sent yet.'))
    return database
  }
  /** Opens at once, not with the next command: a tab that ended before would lose what the browser has deleted. */
  function reopen(): void {
    opening = null
    withDatabase(async () => undefined).catch(reportRefusal)
  }

  async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      // Another try would only delay the command.
      if (denial) throw denial.error
      opening ??= open()
      const attempted = opening
      try {
        return await work(await attempted)
      } catch (error) {
        if (opening === attempted) opening = null
        await pauseBeforeRetry(error, attempt)
      }
    }
  }

  /** Throws the error where another attempt would not help. */
  async function pauseBeforeRetry(error: unknown, attempt: number): Promise<void> {
    const pause = pausesMs[attempt]
    if (pause !== undefined && isDatabaseClosed(error)) return new Promise((resolve) => setTimeout(resolve, pause))
    if (!wasEverOpen) denial = { error }
    throw error
  }

  return {
    isStored: () => !hasRefused,
    async all() {
      const inMemory = await memory.all()
      try {
        const rows = await withDatabase((database) => database.getAll('taps'))
        const commands = rows.flatMap((row) => readCommand(row) ?? [])
        storedCommands.clear()
        for (const command of commands) storedCommands.set(command.order, command)
        return [...commands, ...inMemory]
      } catch (error) {
        reportRefusal(error)
        return inMemory
      }
    },
    async add(command) {
      try {
        const order = await withDatabase((database) => database.add('taps', toStored(command)))
        const stored = { ...command, order }
        storedCommands.set(order, stored)
        return stored
      } catch (error) {
        if (error instanceof DOMException && error.name === 'ConstraintError') throw error
        reportRefusal(error)
        return memory.add(command)
      }
    },
    async put(command) {
      if (memory.has(command)) return memory.put(command)
      if (storedCommands.has(command.order)) storedCommands.set(command.order, command)
      await withDatabase(async (database) => {
        const { store, done } = database.transaction('taps', 'readwrite')
        // A command that another tab has removed meanwhile stays removed.
        if (await store.getKey(command.order)) await store.put(toStored(command))
        await done
      }).catch(reportRefusal)
    },
    async remove(command) {
      if (memory.has(command)) return memory.remove(command)
      storedCommands.delete(command.order)
      await withDatabase((database) => database.delete('taps', command.order)).catch(reportRefusal)
    },
  }
}

/**
 * Opens the database. `onGone` is called when the browser has closed the connection without being asked, or deletes the
 * database.
 */
const openDatabase = (onGone: () => void): Promise<Database> =>
  openDB<QueueDatabase>(name, 1, {
    upgrade(database) {
      const store = database.createObjectStore('taps', { keyPath: 'order', autoIncrement: true })
      store.createIndex('key', 'key', { unique: true })
    },
    // Another tab upgrades or deletes the database. This tab opens it again when it needs it.
    blocking: (_current, next, event) => {
      ;(event.target as IDBDatabase).close()
      if (next === null) onGone()
    },
    terminated: onGone,
  })

/** Returns whether the browser closed the database without being asked. Browsers use different names for that. */
const isDatabaseClosed = (error: unknown): boolean =>
  error instanceof DOMException && ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name)

/** Stores commands in the memory of this tab. Their order comes after that of all commands in the database. */
export function memoryStore(): CommandStore & { readonly has: (command: QueuedCommand) => boolean } {
  const commands = new Map<string, QueuedCommand>()
  let order = Number.MAX_SAFE_INTEGER / 2
  return {
    has: ({ key }) => commands.has(key),
    all: async () => [...commands.values()],
    async add(command: NewCommand) {
      if (commands.has(command.key)) throw new DOMException('This key is taken', 'ConstraintError')
      const stored = { ...command, order: ++order }
      commands.set(command.key, stored)
      return stored
    },
    async put(command) {
      if (commands.has(command.key)) commands.set(command.key, command)
    },
    remove: async ({ key }) => void commands.delete(key),
  }
}
