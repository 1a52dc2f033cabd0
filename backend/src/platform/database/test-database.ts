import { inject } from 'vitest'
import { type FreshDatabase, freshDatabase, type ReservedDatabase, reserveDatabase } from './fresh-database.ts'
// Declares what `inject` knows, for programs that this file is only imported into.
import type {} from './test-server.ts'

export type TestDatabase = FreshDatabase

/** A fresh, empty database inside the server that the test run started. */
export const testDatabase = (): Promise<TestDatabase> => freshDatabase(inject('databaseUrl'))

/** One that is made later, empty or from a template that the tests of a run share. */
export const reserveTestDatabase = (): ReservedDatabase => reserveDatabase(inject('databaseUrl'))
