import type { ISql, Sql } from 'postgres'
import { rateLimitsTable } from '../database/rate-limit-schema.ts'
import { catalogueOf, type StoredModule } from './catalogue.ts'
import { definitionHash } from './read-model-table.ts'
import { rebuild } from './rebuild/rebuild.ts'
import { grantRights, rightsOf } from './rights.ts'
import { logSchema, raiseBase } from './schema.ts'
import { openSession } from './session.ts'

/** Serialises everybody who changes tables: backends that start at once, and a replay. */
export const migrationLock = 5_312_000_001

/**
 * Brings an empty, older or restored database up to date: the log, the modules' own tables, and the read models, which
 * are rebuilt from the events where their definition changed. Several backends may start at once. `sql` is the owner's;
 * `servingRole` gets the rights that serving needs, and no others.
 */
export async function migrate(
  sql: Sql,
  modules: readonly StoredModule[],
  servingRole: string | null = null,
): Promise<void> {
  const session = openSession(sql)
  try {
    await session.steady(async (connection) => {
      await connection`select pg_advisory_lock(${migrationLock})`
      await connection.unsafe(logSchema)
      await connection.unsafe(raiseBase)
      await connection.unsafe(rateLimitsTable.ddl)
      for (const { ddl } of modules.flatMap((module) => module.tables ?? [])) await connection.unsafe(ddl)
      if (servingRole !== null) await grantRights(connection, servingRole, rightsOf(modules))
      const tables = await outdatedTables(connection, modules)
      if (tables.length > 0) await rebuild({ sql, modules, tables, compare: false, apply: true })
    })
  } finally {
    await session.close()
  }
}

/** The read models whose rows were not made by the definitions of these modules. */
export async function outdatedTables(sql: ISql, modules: readonly StoredModule[]): Promise<string[]> {
  const rows = await sql<{ table: string; hash: string }[]>`
    select "table", hash from read_model_definitions where to_regclass("table") is not null`
  const hashes = new Map(rows.map(({ table, hash }) => [table, hash]))
  const outdated = catalogueOf(modules).readModels.filter((model) => hashes.get(model.table) !== definitionHash(model))
  return outdated.map(({ table }) => table)
}

/** Whether any backend has ever brought this database up to date. */
export async function isMigrated(sql: ISql): Promise<boolean> {
  const [row] = await sql<{ migrated: boolean }[]>`select to_regclass('events') is not null as migrated`
  return row?.migrated === true
}
