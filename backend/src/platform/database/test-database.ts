import { inject } from 'vitest'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'

export type TestDatabase = FreshDatabase

/** A fresh, empty database inside the server that the test run started. */
export const testDatabase = (): Promise<TestDatabase> => freshDatabase(inject('databaseUrl'))
