import type { Sql } from 'postgres'
import type { Readiness } from './probes.ts'

/** For this long, all probes share one answer of the database. */
export const databaseChecksMs = 1_000

/** The meanings of SQLSTATEs for people. */
const reasons: Readonly<Record<string, string>> = {
  '53100': "the database's disk is full",
  '53400': "the database's disk is full",
  '25006': 'the database takes no writes',
}

/**
 * Returns a check that the database takes a write: it has room for new data, and a change reaches its disk (see
 * `write_probe` in schema.ts).
 */
export function databaseWrites(sql: Sql): Readiness {
  return shared(async () => {
    try {
      await sql`select probe_write()`
      return null
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      return reasons[code] ?? 'the database does not answer'
    }
  }, databaseChecksMs)
}

/** One run at a time, however many ask, whose outcome is cached for a moment: many probes cost as much as one. */
export function shared(check: Readiness, keepMs: number): Readiness {
  let running: Promise<string | null> | null = null
  let doneAt = Number.NEGATIVE_INFINITY
  return () => {
    if (running && performance.now() - doneAt < keepMs) return running
    doneAt = Number.POSITIVE_INFINITY
    running = check().finally(() => {
      doneAt = performance.now()
    })
    return running
  }
}
