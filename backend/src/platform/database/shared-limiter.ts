import type { Sql } from 'postgres'
import { RateLimiterPostgres } from 'rate-limiter-flexible'

export interface Limit {
  /** Made with {@link limiterTable}. */
  readonly table: string
  /** Tells the limits apart that share a table. */
  readonly keyPrefix: string
  readonly points: number
  readonly seconds: number
}

export const limiterTable = (table: string): string => `
create table if not exists ${table} (
  key text primary key,
  points integer not null default 0,
  expire bigint
)`

/** Counts in the database, so for all backends together and over their restarts. */
export function sharedLimiter(sql: Sql, { table, keyPrefix, points, seconds }: Limit): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: clientOf(sql),
    storeType: 'client',
    tableName: table,
    tableCreated: true,
    keyPrefix,
    points,
    duration: seconds,
  })
}

/** What the library expects of node-postgres, spoken to postgres.js. */
function clientOf(sql: Sql) {
  return {
    async query({ text, values }: { text: string; values: (string | number)[] }) {
      const rows = await sql.unsafe(text, values, { prepare: true })
      return { rows, rowCount: rows.count }
    },
  }
}
