import type { Sql } from 'postgres'
import { catalogueOf, type StoredModule } from './catalogue.ts'
import { definitionHash } from './read-model-table.ts'
import { rebuild } from './rebuild/rebuild.ts'
import { logSchema, raiseBase } from './schema.ts'
import { openSession } from './session.ts'

/** Serialises everybody who changes tables: backends that start at once, and a replay. */
const migrationLock = 5_312_000_001

/**
 * Brings an empty, older or restored database up to date: the log, the modules' own tables, and the read models, which
 * are rebuilt from the events where their definition changed. Several backends may start at once.
 */
export async function migrate(sql: Sql, modules: readonly StoredModule[]): Promise<void> {
  const session = openSession(sql)
  const connection = session.sql
  try {
    await connection`select pg_advisory_lock(${migrationLock})`
    await connection.unsafe(logSchema)
    await connection.unsafe(raiseBase)
    for (const ddl of modules.flatMap((module) => module.tables ?? [])) await connection.unsafe(ddl)
    await migrateReadModels(connection, sql, modules)
  } finally {
    await session.close()
  }
}

async function migrateReadModels(sql: Sql, pool: Sql, modules: readonly StoredModule[]): Promise<void> {
  const { readModels } = catalogueOf(modules)
  const outdated: string[] = []
  for (const model of readModels) {
    const [known] = await sql<{ hash: string }[]>`
      select hash from read_model_definitions where "table" = ${model.table} and to_regclass(${model.table}) is not null`
    if (known?.hash !== definitionHash(model)) outdated.push(model.table)
  }
  if (outdated.length > 0) await rebuild({ sql: pool, modules, tables: outdated, compare: false, apply: true })
}
