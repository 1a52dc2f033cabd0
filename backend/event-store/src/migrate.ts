import type { ISql, Sql } from 'postgres'
import { CannotStart } from './connect.ts'
import { type RebuildProgress, rebuild } from './rebuild/rebuild.ts'
import { createRegistry, type Registry, type StoredModule } from './registry.ts'
import { openSession } from './session.ts'
import {
  areSame,
  collectDefinitions,
  newerThan,
  outdatedTables,
  readDefinitions,
  takeOver,
} from './tables/definitions.ts'
import { eventIndexes } from './tables/event-indexes.ts'
import { changeSchema } from './tables/retry-locked.ts'
import { grantRights, listRights } from './tables/rights.ts'
import { logSchema, raiseBase } from './tables/schema.ts'

export { quoted } from './tables/read-model-table.ts'
export { listRights, ownTables, tablesWithoutRights } from './tables/rights.ts'

/** Held by a process that changes tables, so that one does at a time: backends that start at once, and a rebuild. */
export const migrationLock = 5_312_000_001

/**
 * Brings an empty, older or restored database up to date: the log, the modules' own tables, and the read models, which
 * are rebuilt from the events where their definition changed. Several backends may start at once. `sql` is the owner's;
 * `servingRole` gets the rights that serving needs, and no others.
 *
 * @throws NewerRelease where a newer release has run on the database
 */
export async function migrate(
  sql: Sql,
  modules: readonly StoredModule[],
  servingRole: string | null = null,
  onProgress?: (progress: RebuildProgress) => void,
): Promise<void> {
  const registry = createRegistry(modules)
  const own = collectDefinitions(registry)
  const session = openSession(sql)
  try {
    await session.steady(async (connection) => {
      await connection`select pg_advisory_lock(${migrationLock})`
      if (await isMigrated(connection)) await assertNotNewer(connection, registry)
      await makeTables(connection, modules)
      await changeSchema(connection, [raiseBase])
      if (servingRole !== null) await grantRights(connection, servingRole, listRights(modules))
      const tables = await tablesToBuild(connection, registry)
      if (tables.length > 0)
        await rebuild({ sql, modules, tables, compare: false, apply: true, ...(onProgress && { onProgress }) })
      if (areSame(await readDefinitions(connection), own)) return
      await session.transaction('begin', async (tx) => {
        await tx`lock table events in share row exclusive mode`
        await takeOver(tx, own, [])
      })
    })
  } finally {
    await session.close()
  }
}

/** The log and the modules' own tables, without the read models. */
export function makeTables(sql: ISql, modules: readonly StoredModule[]): Promise<void> {
  const own = modules.flatMap(({ tables = [] }) => tables.map(({ ddl }) => ddl))
  return changeSchema(sql, [...logSchema, ...eventIndexes(modules), ...own])
}

async function assertNotNewer(sql: ISql, registry: Registry): Promise<void> {
  const newer = newerThan(collectDefinitions(registry), await readDefinitions(sql))
  if (newer.length > 0) throw new NewerRelease(`A newer release has run on this database. It has ${newer.join('; ')}.`)
}

/** A rebuild of all read models gives this release the database back. */
export class NewerRelease extends CannotStart {}

/** The tables of read models that are missing, or that another release has defined otherwise. */
export async function tablesToBuild(sql: ISql, registry: Registry): Promise<string[]> {
  const tables = registry.readModels.map(({ table }) => table)
  const missing = await sql<{ table: string }[]>`
    select name as table from unnest(${tables}::text[]) as name where to_regclass(name) is null`
  const unbuilt = new Set([
    ...outdatedTables(await readDefinitions(sql), collectDefinitions(registry)),
    ...missing.map(({ table }) => table),
  ])
  return tables.filter((table) => unbuilt.has(table))
}

/** Resolves to true if a backend of this release or a newer one has ever brought this database up to date. */
export async function isMigrated(sql: ISql): Promise<boolean> {
  const [row] = await sql<{ migrated: boolean }[]>`select to_regclass('event_definitions') is not null as migrated`
  return row?.migrated === true
}

/** Returns why this release cannot serve the read models, as a sentence; null where it can. */
export async function readModelsMissing(sql: Sql, modules: readonly StoredModule[]): Promise<string | null> {
  const registry = createRegistry(modules)
  const unbuilt = await tablesToBuild(sql, registry)
  if (unbuilt.length > 0) return `read models are those of another release: ${unbuilt.join(', ')}`
  const isOwn = areSame(await readDefinitions(sql), collectDefinitions(registry))
  return isOwn ? null : 'another release has taken over the database'
}
