import { createEventStore, type EventStore, type EventStoreOptions } from '@ultimate/event-store/event-store.ts'
import type { StoredModule } from '@ultimate/event-store/registry.ts'
import { treeTables } from '@ultimate/transparency-log/transparency-log.ts'
import { rateLimitsTable } from './database/rate-limits/schema.ts'
import { errorByCode, mergedErrors } from './http/answer/error-registry.ts'
import { answersTable } from './http/idempotency/rows.ts'
import type { Module } from './module.ts'

interface StoreOptions extends Omit<EventStoreOptions, 'modules' | 'createError'> {
  /** Called at the first use: modules are made with the store's own command handler. */
  readonly modules: () => readonly Module[]
}

/** The event store of the site's modules, which rejects commands by their errors. */
export function openStore(options: StoreOptions): EventStore {
  const { modules } = options
  return createEventStore({ ...options, createError: (code) => errorByCode(code, mergedErrors(modules())) })
}

const platform: StoredModule = {
  name: 'platform',
  events: {},
  categories: [],
  readModels: [],
  tables: [...treeTables, rateLimitsTable, answersTable],
}

/** All that lies in the database: what the platform stores itself, and these modules. */
export const storedModules = (modules: readonly StoredModule[]): readonly StoredModule[] => [platform, ...modules]
