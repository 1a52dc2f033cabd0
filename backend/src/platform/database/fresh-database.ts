import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { connect } from './connect.ts'

export interface FreshDatabase {
  /** For `connect(url)` of `connect.ts` (it names a unix socket), or `DATABASE_URL` of a backend of its own. */
  readonly url: string
  /** As the owner of everything, for what a test arranges and looks at. */
  readonly sql: Sql
  /** A role that may do nothing until a migration lets it serve, and a pool of its own; `url` names the same database. */
  readonly serving: { readonly role: string; readonly url: string; readonly sql: Sql }
  /** Ends both pools, ends all other sessions, and removes the database. */
  drop(): Promise<void>
}

/** What a database starts with, made once on a server: copying its files costs a tenth of a migration. */
export interface Template {
  /** Names the template on the server: all who ask for this name get what the first prepared. */
  readonly name: string
  prepare(database: FreshDatabase): Promise<void>
}

export interface ReservedDatabase extends FreshDatabase {
  /** Makes the database, before the first use of its pools. The serving role has the rights that it had in the template. */
  create(template?: Template): Promise<void>
}

/** A new, empty database on the server that `server` names. */
export async function freshDatabase(server: string): Promise<FreshDatabase> {
  const database = reserveDatabase(server)
  await database.create()
  return database
}

/** Addresses and pools of a database that `create` makes. */
export function reserveDatabase(server: string, name = `test_${randomUUID().replaceAll('-', '')}`): ReservedDatabase {
  const role = servingRoleOf(name)
  const url = new URL(server)
  url.pathname = `/${name}`
  const servingUrl = new URL(url)
  servingUrl.username = role
  servingUrl.password = 'serving'
  const sql = connect(url.href)
  const serving = { role, url: servingUrl.href, sql: connect(servingUrl.href) }
  const endPools = async () => {
    await Promise.all([sql.end({ timeout: 1 }), serving.sql.end({ timeout: 1 })])
  }
  return {
    url: url.href,
    sql,
    serving,
    create: async (template) => {
      const from = template ? await prepared(server, template) : null
      const admin = adminOf(server)
      // Copying files spares most of the time where nothing is synced, as in tests.
      await admin.unsafe(`create database ${name} ${from ? `template ${from}` : ''} strategy file_copy`)
      await admin.unsafe(`create role ${role} login password 'serving' ${from ? `in role ${servingRoleOf(from)}` : ''}`)
    },
    drop: async () => {
      await endPools()
      const admin = adminOf(server)
      await admin.unsafe(`drop database ${name} with (force)`)
      await admin.unsafe(`drop role ${role}`)
    },
  }
}

const servingRoleOf = (name: string) => `${name}_serving`

/** One connection per server and process; it is closed soon after its last use, so it keeps no program alive. */
const admins = new Map<string, Sql>()

function adminOf(server: string): Sql {
  const known = admins.get(server)
  if (known) return known
  const admin = connect(server, { max: 1, idle_timeout: 1 })
  admins.set(server, admin)
  return admin
}

/** Keeps processes that need the same template from preparing it twice. */
const templateLock = 5_312_000_002
const known = new Map<string, Promise<string>>()

/** The template's database, which the first process that asks for it prepares. */
function prepared(server: string, template: Template): Promise<string> {
  const key = `${server} ${template.name}`
  const promise = known.get(key) ?? prepareOnce(server, template)
  known.set(key, promise)
  return promise
}

async function prepareOnce(server: string, { name, prepare }: Template): Promise<string> {
  const template = `template_${name}`
  const lock = connect(server, { max: 1 })
  try {
    await lock`select pg_advisory_lock(${templateLock})`
    const [found] = await lock`select from pg_database where datname = ${template}`
    if (found) return template
    const database = reserveDatabase(server, `${template}_draft`)
    await database.create()
    try {
      await prepare(database)
    } catch (error) {
      await database.drop()
      throw error
    }
    await Promise.all([database.sql.end({ timeout: 5 }), database.serving.sql.end({ timeout: 5 })])
    await lock.unsafe(`alter role ${database.serving.role} rename to ${servingRoleOf(template)}`)
    // Renamed last: a template that has its name is whole.
    await lock.unsafe(`alter database ${template}_draft rename to ${template}`)
    return template
  } finally {
    await lock.end()
  }
}
