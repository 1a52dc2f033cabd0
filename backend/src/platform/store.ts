import { createEventStore, type EventStore, type EventStoreOptions } from './event-store/event-store.ts'
import { errorByCode, mergedErrors } from './http/answer/error-registry.ts'
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
