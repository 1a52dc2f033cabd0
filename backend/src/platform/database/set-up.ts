import { migrate, NewerRelease, tablesWithoutRights } from '@ultimate/event-store/migrate.ts'
import { reportTenths } from '@ultimate/event-store/rebuild/rebuild.ts'
import type { StoredModule } from '@ultimate/event-store/registry.ts'
import type { StoreReport } from '@ultimate/event-store/report.ts'
import type { ISql } from 'postgres'
import { CannotStart } from '../errors.ts'
import { storedModules } from '../store.ts'
import type { Database, DatabaseVariables } from './database.ts'

/**
 * Brings the database up to date as its owner, and makes sure that the serving role has the rights that it needs. Only
 * warns if one role does both, or may do more than serve. `onProgress` gets a line now and then while read models of a
 * long log are rebuilt.
 */
export async function setUp(
  database: Pick<Database, 'asOwner' | 'variables' | 'sql'>,
  modules: readonly StoredModule[],
  report: StoreReport,
  onProgress: (line: string) => void = () => {},
): Promise<void> {
  const { asOwner, variables, sql } = database
  const isMigrated = await asOwner(async (owner) => {
    if (owner.servingRole !== null && !(await hasRole(owner.sql, owner.servingRole)))
      throw new CannotStart(`There is no role "${owner.servingRole}" where DATABASE_OWNER_URL leads. ${oneDatabase}`)
    if (!(await mayMigrate(owner.sql))) return false
    const progress = reportTenths(onProgress)
    await migrate(owner.sql, storedModules(modules), owner.servingRole, progress).catch(explainNewerRelease)
    return true
  })
  const missing = await tablesWithoutRights(sql, storedModules(modules))
  const role = await readRole(sql)
  if (missing.length > 0) throw new CannotStart(describeMissingRights(role, missing, isMigrated))
  const warning = buildWarning(role, variables, isMigrated)
  if (warning) report.warn({ role: role.name }, warning)
}

function explainNewerRelease(cause: unknown): never {
  if (!(cause instanceof NewerRelease)) throw cause
  const way =
    'Start that release. To go back to this one, run its "npm run replay -- --apply" first: it rebuilds the read ' +
    'models as this release has them, and backends of the newer one stop writing.'
  throw new CannotStart(`${cause.message}\n${way}`, { cause })
}

async function hasRole(sql: ISql, name: string): Promise<boolean> {
  const roles = await sql`select from pg_roles where rolname = ${name}`
  return roles.length > 0
}

async function mayMigrate(sql: ISql): Promise<boolean> {
  const [row] = await sql<{ may: boolean }[]>`
    select has_schema_privilege(current_schema(), 'create') and coalesce(
      (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('events')), true) as may`
  return row?.may === true
}

interface Role {
  readonly name: string
  /** The rights that the role has beyond serving, as ends of a sentence about it. */
  readonly excess: readonly string[]
}

async function readRole(sql: ISql): Promise<Role> {
  const [role] = await sql<{ name: string; rules: boolean; owns: boolean; changes: boolean; creates: boolean }[]>`
    select rolname::text as name, rolsuper as rules,
      coalesce(pg_has_role(relowner, 'usage'), false) as owns,
      coalesce(has_table_privilege(events.oid, 'update, delete, truncate'), false) as changes,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates
    from pg_roles left join pg_class events on events.oid = to_regclass('events') where rolname = current_user`
  if (!role) throw new Error('The database does not know its own user')
  if (role.rules) return { name: role.name, excess: ['is a superuser'] }
  const { owns, changes, creates } = role
  const excess = [
    ...(owns ? ['owns the tables'] : changes ? ['may change and remove events'] : []),
    ...(creates ? ['may create tables'] : []),
  ]
  return { name: role.name, excess }
}

const oneDatabase = 'DATABASE_URL and DATABASE_OWNER_URL have to name the same database.'
const advice = 'Set DATABASE_OWNER_URL to the role that owns the tables, and DATABASE_URL to one that only serves.'

function buildWarning(
  { name, excess }: Role,
  { serving, missing }: DatabaseVariables,
  isMigrated: boolean,
): string | null {
  if (serving === null) return null
  if (!isMigrated) return `Nothing was migrated: the role "${name}" does not own the tables. ${advice}`
  const what = excess.length > 0 ? `, which ${excess.join(' and ')}` : ''
  if (missing) return `${missing} is not set: the role "${name}" of ${serving}${what}, migrates and serves. ${advice}`
  return excess.length > 0
    ? `The role "${name}" of ${serving} can do more than serve: it ${excess.join(' and ')}.`
    : null
}

function describeMissingRights({ name }: Role, missing: readonly string[], isMigrated: boolean): string {
  const tables = missing.toSorted().join(', ')
  return isMigrated
    ? `The role "${name}" of DATABASE_URL cannot use these tables: ${tables}. ${oneDatabase}`
    : `The role "${name}" may not migrate, and cannot use these tables: ${tables}. ${advice}`
}
