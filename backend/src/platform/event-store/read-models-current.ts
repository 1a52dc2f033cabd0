import type { Sql } from 'postgres'
import { areSame, definitionsOf, readDefinitions } from './definitions.ts'
import { tablesToBuild } from './migrate.ts'
import { createRegistry, type StoredModule } from './registry.ts'

/** What is not as this release defines it, as a sentence: another may have taken over. Null where all is. */
export async function readModelsMissing(sql: Sql, modules: readonly StoredModule[]): Promise<string | null> {
  const registry = createRegistry(modules)
  const unbuilt = await tablesToBuild(sql, registry)
  if (unbuilt.length > 0) return `read models are those of another release: ${unbuilt.join(', ')}`
  const isOwn = areSame(await readDefinitions(sql), definitionsOf(registry))
  return isOwn ? null : 'another release has taken over the database'
}
