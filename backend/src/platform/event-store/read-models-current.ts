import type { Sql } from 'postgres'
import type { StoredModule } from './catalogue.ts'
import { outdatedTables } from './migrate.ts'

/** What is not as this build defines it, as a sentence: another build may have rebuilt it for itself. Null where all is. */
export async function readModelsMissing(sql: Sql, modules: readonly StoredModule[]): Promise<string | null> {
  const outdated = await outdatedTables(sql, modules)
  return outdated.length === 0 ? null : `read models are those of another build: ${outdated.join(', ')}`
}
