import { createHmac } from 'node:crypto'
import { connect } from '@ultimate/event-store/connect.ts'
import type { Sql } from 'postgres'

/** Serialises backends that make the role at once. */
const roleLock = 5_312_000_003
/** Marks a role as ours: another one of that name is left alone. */
const mark = 'Serves the site, which made it; its password follows from AUTH_SECRET.'
/** Longer names are cut by PostgreSQL. */
const longestName = 63
const fingerprintLength = 8

/**
 * The address of a role that serves, where one address was given and its role owns the tables, or will: no session of
 * the running site should be able to change events. The role is made at the first start. Null where that is not needed,
 * because the given role owns nothing, or not possible: it may not make roles, or the server does not let the new one in.
 *
 * The password follows from the secret, which the backends of a database share. So does the end of the name: a backend
 * with another secret gets another role, and does not shut this one out (docs/decisions/0021).
 */
export async function madeServingUrl(ownerUrl: string, secret: string): Promise<string | null> {
  const owner = connect(ownerUrl, { max: 1 })
  try {
    const [found] = await owner<RoleRights[]>`
      select current_database()::text as database, rolsuper or rolcreaterole as "mayMake",
        coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('events')),
          has_schema_privilege(current_schema(), 'create'), false) as owns
      from pg_roles where rolname = current_user`
    if (!found?.owns) return null
    const digest = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
    const ending = `_site_${digest('name of the role that serves').slice(0, fingerprintLength)}`
    const role = `${found.database.slice(0, longestName - ending.length)}${ending}`
    const url = new URL(ownerUrl)
    url.username = encodeURIComponent(role)
    url.password = digest(`password of ${role}`)
    if (await letsIn(url.href)) return url.href
    if (!found.mayMake || !(await make(owner, role, url.password))) return null
    return (await letsIn(url.href)) ? url.href : null
  } finally {
    await owner.end({ timeout: 1 })
  }
}

interface RoleRights {
  readonly database: string
  readonly mayMake: boolean
  readonly owns: boolean
}

async function letsIn(url: string): Promise<boolean> {
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

/** False where a role of this name is not ours, or the server refuses to make it. */
async function make(owner: Sql, role: string, password: string): Promise<boolean> {
  const name = `"${role.replaceAll('"', '""')}"`
  await owner`select pg_advisory_lock(${roleLock})`
  try {
    const [known] = await owner<{ mark: string | null }[]>`
      select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = ${role}`
    if (known && known.mark !== mark) return false
    // A role that may make roles, but is no superuser, may not name `nosuperuser`; a new role is none anyway.
    if (!known) await owner.unsafe(`create role ${name}; comment on role ${name} is '${mark}'`)
    await owner.unsafe(`alter role ${name} login password '${password}'`)
    return true
  } catch {
    return false
  } finally {
    await owner`select pg_advisory_unlock(${roleLock})`
  }
}
