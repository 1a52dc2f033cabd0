import type { ISql, Sql } from 'postgres'
import { type Catalogue, catalogueOf, type StoredModule } from './catalogue.ts'
import type { ReadModel } from './read-model.ts'
import { createConstraints, createTable, definitionHash } from './read-model-table.ts'
import { logSchema, raiseBase } from './schema.ts'
import { openSession } from './session.ts'

/** Serialises everybody who changes tables: backends that start at once, and a replay. */
const migrationLock = 5_312_000_001

/**
 * Brings an empty, older or restored database up to date: the log, the modules' own tables, and the read models, which
 * are rebuilt from the events where their definition changed. Several backends may start at once.
 */
export async function migrate(sql: Sql, modules: readonly StoredModule[]): Promise<void> {
  const catalogue = catalogueOf(modules)
  const session = openSession(sql)
  const connection = session.sql
  try {
    await connection`select pg_advisory_lock(${migrationLock})`
    await connection.unsafe(logSchema)
    await connection.unsafe(raiseBase)
    for (const ddl of modules.flatMap((module) => module.tables ?? [])) await connection.unsafe(ddl)
    await migrateReadModels(connection, catalogue)
  } finally {
    await session.close()
  }
}

async function migrateReadModels(sql: ISql, { readModels }: Catalogue): Promise<void> {
  for (const model of readModels) {
    const [known] = await sql<{ hash: string }[]>`
      select hash from read_model_definitions where "table" = ${model.table} and to_regclass(${model.table}) is not null`
    if (known?.hash !== definitionHash(model)) await createReadModel(sql, model)
  }
}

async function createReadModel(sql: ISql, model: ReadModel): Promise<void> {
  await sql.unsafe(
    ['begin', `drop table if exists ${model.table}`, createTable(model), ...createConstraints(model)].join(';\n'),
  )
  await sql`insert into read_model_definitions ("table", hash) values (${model.table}, ${definitionHash(model)})
    on conflict ("table") do update set hash = excluded.hash`
  await sql.unsafe('commit')
}
