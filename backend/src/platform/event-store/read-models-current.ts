import type { Sql } from 'postgres'
import { catalogueOf, type StoredModule } from './catalogue.ts'
import { areSame, definitionsOf, readDefinitions } from './definitions.ts'
import { tablesToBuild } from './migrate.ts'

/** What is not as this release defines it, as a sentence: another may have taken over. Null where all is. */
export async function readModelsMissing(sql: Sql, modules: readonly StoredModule[]): Promise<string | null> {
  const catalogue = catalogueOf(modules)
  const unbuilt = await tablesToBuild(sql, catalogue)
  if (unbuilt.length > 0) return `read models are those of another release: ${unbuilt.join(', ')}`
  const isOwn = areSame(await readDefinitions(sql), definitionsOf(catalogue))
  return isOwn ? null : 'another release has taken over the database'
}
