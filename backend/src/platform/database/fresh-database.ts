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

/** A new, empty database on the server that `server` names. */
export async function freshDatabase(server: string): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const role = `${name}_serving`
  const admin = connect(server, { max: 1 })
  // Copying files spares most of the time where nothing is synced, as in tests.
  await admin`create database ${admin(name)} strategy file_copy`
  await admin.unsafe(`create role ${role} login password 'serving'`)
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  const servingUrl = new URL(url)
  servingUrl.username = role
  servingUrl.password = 'serving'
  const sql = connect(url.href)
  const serving = { role, url: servingUrl.href, sql: connect(servingUrl.href) }
  return {
    url: url.href,
    sql,
    serving,
    drop: async () => {
      await Promise.all([sql.end({ timeout: 1 }), serving.sql.end({ timeout: 1 })])
      const remover = connect(server, { max: 1 })
      await remover`drop database ${remover(name)} with (force)`
      await remover.unsafe(`drop role ${role}`)
      await remover.end()
    },
  }
}
