import type { ISql } from 'postgres'
import type { BackedUp, TableRights } from '../read-model.ts'
import { createRegistry, type StoredModule } from '../registry.ts'
import { quoted } from './read-model-table.ts'
import { logRights } from './schema.ts'

/** Rows of read models are written with the events they follow from. */
const rowRights: TableRights['rights'] = ['select', 'insert', 'update', 'delete']

/** All tables but those of read models, which can be rebuilt from the events. */
export function ownTables(modules: readonly StoredModule[]): BackedUp[] {
  return [...logRights, ...modules.flatMap(({ tables = [] }) => tables)]
}

/** Every table that serving needs, and what it needs to do there. */
export function listRights(modules: readonly StoredModule[]): TableRights[] {
  const rows = createRegistry(modules).readModels.map(({ table }) => ({ table, rights: rowRights }))
  return [...ownTables(modules), ...rows]
}

/**
 * Gives a role these rights and no others on these tables, except tables that are not built yet. Sends all in one message,
 * which is one transaction: a backend that serves meanwhile never lacks a right.
 */
export async function grantRights(owner: ISql, role: string, all: readonly TableRights[]): Promise<void> {
  const to = `"${role.replaceAll('"', '""')}"`
  const [found] = await owner<{ schema: string; usable: boolean; tables: string[] }[]>`
    select current_schema() as schema, has_schema_privilege(${role}, current_schema(), 'usage') as usable,
      (select coalesce(json_agg(name), '[]') from json_array_elements_text(${formatNames(all)}::text::json) as name
        where to_regclass(name) is not null) as tables`
  const tables = all.filter(({ table }) => found?.tables.includes(table))
  const statements = [
    ...(found?.usable ? [] : [`grant usage on schema "${found?.schema}" to ${to}`]),
    ...tables.flatMap(({ table, rights }) => [
      `revoke all on ${quoted(table)} from ${to}`,
      `grant ${rights.join(', ')} on ${quoted(table)} to ${to}`,
    ]),
    'revoke all on function lock_events() from public',
    `grant execute on function lock_events() to ${to}`,
  ]
  await owner.unsafe(statements.join(';\n'))
}

const formatNames = (all: readonly TableRights[]): string => JSON.stringify(all.map(({ table }) => table))

/** Grants the rights on a new table of a read model to the roles that serve, which are those that may append events. */
export async function grantRows(owner: ISql, table: string): Promise<void> {
  const roles = await owner<{ name: string }[]>`
    select distinct grantee::regrole::text as name from pg_class, aclexplode(relacl)
    where oid = to_regclass('events') and privilege_type = 'INSERT' and grantee not in (0, relowner)`
  for (const { name } of roles) await owner.unsafe(`grant ${rowRights.join(', ')} on ${table} to ${name}`)
}

/** The tables that do not exist for this role, or on which it lacks a right that serving needs. */
export async function tablesWithoutRights(sql: ISql, modules: readonly StoredModule[]): Promise<string[]> {
  const wanted = listRights(modules).flatMap(({ table, rights }) =>
    rights.map((right) => {
      const [privilege, column = null] = right.split(/[ ()]+/).filter(Boolean)
      return { table, privilege, column }
    }),
  )
  const rows = await sql<{ name: string }[]>`
    select distinct "table" as name
    from json_to_recordset(${JSON.stringify(wanted)}::text::json) as wanted("table" text, privilege text, "column" text)
    where case
      when to_regclass("table") is null then true
      when "column" is null then not has_table_privilege("table", privilege)
      else not has_column_privilege("table", "column", privilege)
    end`
  return rows.map(({ name }) => name)
}
