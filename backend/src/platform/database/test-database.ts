import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { inject } from 'vitest'
import type { EventLog } from '../event-store/event-log.ts'
import { type FreshDatabase, freshDatabase, type ReservedDatabase, reserveDatabase } from './fresh-database.ts'
// Declares what `inject` knows, for programs that this file is only imported into.
import type {} from './test-server.ts'

export type TestDatabase = FreshDatabase

/** A fresh, empty database inside the server that the test run started. */
export const testDatabase = (): Promise<TestDatabase> => freshDatabase(inject('databaseUrl'))

/** One that is made later, empty or from a template that the tests of a run share. */
export const reserveTestDatabase = (): ReservedDatabase => reserveDatabase(inject('databaseUrl'))

/**
 * Until readers of the log may see everything that was stored before. The log holds new events back while any
 * transaction of the server is running, and the tests of other files run on the same one.
 */
export async function settled(sql: Sql): Promise<void> {
  const [newest] = await sql<{ position: string }[]>`select coalesce(max(position), 0) as position from events`
  // Not vitest's own waiting: the attacks of `npm run torture` read the log without it.
  for (let tries = 0; tries < maxTries; tries++) {
    const [row] = await sql<{ settled: boolean }[]>`
      select ${newest?.position ?? 0}::bigint < event_safe_position() as settled`
    if (row?.settled) return
    await delay(10)
  }
  throw new Error('The log is not settled yet')
}
const maxTries = 2_000

/** The log as a request reads it, once everything that was stored before can be read. */
export const settledLog = (log: EventLog, sql: Sql): EventLog => ({
  ...log,
  read: async (filter) => {
    await settled(sql)
    return log.read(filter)
  },
})
