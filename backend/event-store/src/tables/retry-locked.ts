import type { ISql } from 'postgres'

/** The time that a change of the schema waits for a lock; every other query of the table waits behind it. */
export const lockTimeout = '1s'
/** Together about a minute, because a backup reads every table for as long as it takes. */
const attempts = 60

/**
 * Tries again while others hold what `work` locks. `work` is one transaction with `lockTimeout`, and safe to repeat.
 *
 * @throws PostgreSQL's error of the last attempt (55P03 or 40P01), and every other error at once
 */
export async function retryLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isLocked(error)) throw error
    }
  }
}

/** A reader held a table for too long, or another transaction took locks in another order: both pass. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')
}

/**
 * Changes the schema of a database that others may be using: statement by statement in transactions of their own. All
 * in one transaction would hold the locks of one table while it waits for the next, and a backend that serves takes
 * them in another order.
 */
export async function changeSchema(sql: ISql, statements: readonly string[]): Promise<void> {
  for (const statement of statements)
    await retryLocked(() => sql.unsafe(`set local lock_timeout = '${lockTimeout}';\n${statement}`))
}
