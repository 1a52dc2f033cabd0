import { testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { listRights } from '@ultimate/event-store/migrate.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedModules } from '../platform/store.ts'
import { testApp } from '../test/test-app.ts'

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  // Migrated for this role: the databases of other tests are copies, whose roles inherit their rights.
  app = await testApp({}, await testDatabase())
})
afterAll(async () => {
  await app.close()
  await app.database.drop()
})

const serving = () => app.database.serving

/** Returns the rights of the role in PostgreSQL by table, from all grants. */
async function rights(): Promise<Record<string, string>> {
  const rows = await serving().sql<{ name: string; rights: string }[]>`
    select relname::text as name, string_agg(privilege, ' ' order by place) as rights
    from pg_class
    cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'])
      with ordinality as known(privilege, place)
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and has_table_privilege(pg_class.oid, privilege)
    group by relname`
  return Object.fromEntries(rows.map((row) => [row.name, row.rights]))
}

/** Returns the rights to whole tables that serving needs, as the code declares them. */
function declared(): Record<string, string> {
  const entries = listRights(storedModules(app.platform.modules())).map(({ table, rights: needed }) => {
    const known = ['select', 'insert', 'update', 'delete'] as const
    return [table, known.filter((right) => needed.includes(right)).join(' ')] as const
  })
  return Object.fromEntries(entries.filter(([, needed]) => needed))
}

describe('The role that serves', () => {
  it('may do with each table what serving needs, and no more, also after the rows were built anew', async () => {
    expect(await rights()).toEqual(declared())
    await rebuild({ sql: app.sql, modules: app.platform.modules(), apply: true })
    expect(await rights()).toEqual(declared())
    expect(await rights()).toMatchObject({
      events: 'select insert',
      event_log: 'select',
      person_keys: 'select insert delete',
      read_model_definitions: 'select',
    })
  })

  it('may change one column of the log beside its tables: the count of forgotten people', async () => {
    const columns = await serving().sql`
      select attrelid::regclass::text || '.' || attname as name from pg_attribute
      join pg_class on pg_class.oid = attrelid and relnamespace = 'public'::regnamespace and relkind = 'r'
      where attnum > 0 and has_column_privilege(attrelid, attnum, 'update')
        and not has_table_privilege(attrelid, 'update') order by 1`
    expect(columns.map(({ name }) => name)).toEqual(['event_log.forgets', 'write_probe.at'])
  })

  it('is no superuser, belongs to no other role, and owns nothing', async () => {
    const [role] = await serving().sql`
      select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
        (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships,
        (select count(*)::int from pg_shdepend where refobjid = pg_roles.oid and deptype = 'o') as owned
      from pg_roles where rolname = current_user`
    expect(role).toEqual({
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      memberships: 0,
      owned: 0,
    })
  })

  it('may create nothing that lasts, in no schema', async () => {
    const [may] = await serving().sql`
      select has_database_privilege(current_database(), 'create') as schemas,
        (select count(*)::int from pg_namespace where has_schema_privilege(oid, 'create') and nspname !~ '^pg_temp') as tables`
    expect(may).toEqual({ schemas: false, tables: 0 })
  })

  it.each([
    "update events set data = '{}'",
    'delete from events',
    'truncate events',
    'alter table events add column pies int',
    'drop table teams',
    'create table pies (name text)',
    'create index pies on teams (team_name)',
    'create or replace function event_safe_position() returns bigint language sql as $$ select 0::bigint $$',
    'update event_log set base = 0',
    "update person_keys set key = ''",
    'do $$ begin lock table events in access exclusive mode; end $$',
  ])('is refused: %s', async (statement) => {
    await expect(serving().sql.unsafe(statement)).rejects.toMatchObject({ code: '42501' })
  })
})
