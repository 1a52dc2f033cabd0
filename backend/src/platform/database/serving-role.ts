import { createHmac } from 'node:crypto'
import { connect } from '@ultimate/event-store/connect.ts'
import type { Sql } from 'postgres'

/** Serializes backends that make the role at the same time. */
const roleLock = 5_312_000_003
/** Marks a role that this site made; a role of that name without this mark is not changed. */
const roleComment = 'Serves the site, which made it; its password follows from AUTH_SECRET.'
/** PostgreSQL cuts longer names. */
const maxNameLength = 63
const fingerprintLength = 8

/**
 * Returns the address of a role that only serves, if the given address is that of the tables' owner: no session of the
 * running site should be able to change events. The first start makes the role. Returns null if the given role owns
 * nothing, if it may not make roles, or if the server does not let the new role in.
 *
 * The password follows from the secret, which the backends of a database share. So does the end of the role's name: a
 * backend with another secret gets another role, instead of changing this role's password (docs/decisions/0021).
 */
export async function ensureServingUrl(ownerUrl: string, secret: string): Promise<string | null> {
  const owner = connect(ownerUrl, { max: 1 })
  try {
    const [rights] = await owner<RoleRights[]>`
      select current_database()::text as database, rolsuper or rolcreaterole as "mayMake",
        coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('events')),
          has_schema_privilege(current_schema(), 'create'), false) as owns
      from pg_roles where rolname = current_user`
    if (!rights?.owns) return null
    const digest = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
    const ending = `_site_${digest('name of the role that serves').slice(0, fingerprintLength)}`
    const role = `${rights.database.slice(0, maxNameLength - ending.length)}${ending}`
    const url = new URL(ownerUrl)
    url.username = encodeURIComponent(role)
    url.password = digest(`password of ${role}`)
    if (await canConnect(url.href)) return url.href
    if (!rights.mayMake || !(await makeRole(owner, role, url.password))) return null
    return (await canConnect(url.href)) ? url.href : null
  } finally {
    await owner.end({ timeout: 1 })
  }
}

interface RoleRights {
  readonly database: string
  readonly mayMake: boolean
  readonly owns: boolean
}

async function canConnect(url: string): Promise<boolean> {
  const sql = connect(url, { max: 1 })
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Makes the role. Resolves to false if a role of this name is not the site's, or the server refuses to make it. */
async function makeRole(owner: Sql, role: string, password: string): Promise<boolean> {
  const name = `"${role.replaceAll('"', '""')}"`
  await owner`select pg_advisory_lock(${roleLock})`
  try {
    const [existing] = await owner<{ mark: string | null }[]>`
      select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = ${role}`
    if (existing && existing.mark !== roleComment) return false
    // A role that may make roles, but is no superuser, may not name `nosuperuser`; a new role is none anyway.
    if (!existing) await owner.unsafe(`create role ${name}; comment on role ${name} is '${roleComment}'`)
    await owner.unsafe(`alter role ${name} login password '${password}'`)
    return true
  } catch {
    return false
  } finally {
    await owner`select pg_advisory_unlock(${roleLock})`
  }
}
