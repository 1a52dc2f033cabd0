import postgres from 'postgres'
import { FencedOff } from '../event-store/commands.ts'

/** SQLSTATEs of a query that does not fit the tables: no such table, no such column, another type of result. */
const misfits = new Set(['42P01', '42703', '42804', '42883', '0A000'])

/**
 * A release whose read models have been replaced goes on reading the newer tables as far as its queries fit them. Where
 * they do not, that is the reason, and not a fault of this release: `FencedOff` in place of the error.
 */
export async function explained(error: unknown, isFencedOff: () => Promise<boolean>): Promise<unknown> {
  const isMisfit = error instanceof postgres.PostgresError && misfits.has(error.code)
  return isMisfit && (await isFencedOff()) ? new FencedOff() : error
}
