import { createEventStore, type EventStore, type EventStoreOptions } from '@ultimate/event-store/event-store.ts'
import type { StoredModule } from '@ultimate/event-store/registry.ts'
import { type NoteSigner, noteSigner, sealer, treeTables } from '@ultimate/transparency-log/transparency-log.ts'
import type { Sql } from 'postgres'
import type { Clock } from './clock.ts'
import { rateLimitsTable } from './database/rate-limits.ts'
import { errorByCode, mergedErrors } from './http/answer/error-reply.ts'
import { answersTable } from './http/idempotency-rows.ts'
import { mailboxQuotaTable } from './mail/mailbox-quota.ts'
import type { Module } from './module.ts'

interface StoreOptions extends Omit<EventStoreOptions, 'modules' | 'createError'> {
  /** Called at the first use, because modules are made with the store's own command handler. */
  readonly modules: () => readonly Module[]
}

/** Opens the event store of the site's modules. The errors that it throws are those of their error registries. */
export function openStore(options: StoreOptions): EventStore {
  const { modules } = options
  return createEventStore({ ...options, createError: (code) => errorByCode(code, mergedErrors(modules())) })
}

const platform: StoredModule = {
  name: 'platform',
  events: {},
  categories: [],
  readModels: [],
  tables: [...treeTables, rateLimitsTable, answersTable, mailboxQuotaTable],
}

/** Returns all that has tables in the database: the platform and these modules. */
export const storedModules = (modules: readonly StoredModule[]): readonly StoredModule[] => [platform, ...modules]

/** Returns the key that signs the log, with a name that shows whose log it is. `logKey` is the private key. */
export const logSigner = (logKey: string): NoteSigner => noteSigner('thanksgiving-ultimate/log', logKey)

interface SealOptions {
  readonly sql: Sql
  readonly logKey: string
  readonly clock: Clock
  /** The time that the sealer rests between two batches. */
  readonly restMs?: number
}

/** Follows the log until the store is closed: appends each event to the Merkle tree, and signs its heads. */
export function sealLog(store: Pick<EventStore, 'follow'>, { sql, logKey, clock, restMs = 1_000 }: SealOptions): void {
  const seal = sealer({ sql, signer: logSigner(logKey), clock, restMs })
  store.follow(seal, 'New events could not be sealed; it tries again')
}
