import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { connect } from './connect.ts'

export interface FreshDatabase {
  /** For `connect(url)` of `connect.ts` (it names a unix socket), or `DATABASE_URL` of a backend of its own. */
  readonly url: string
  readonly sql: Sql
  /** Ends `sql`, throws out whoever else is connected, and removes the database. */
  drop(): Promise<void>
}

/** A new, empty database on the server that `server` names. */
export async function freshDatabase(server: string): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = connect(server, { max: 1 })
  await admin`create database ${admin(name)}`
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  const sql = connect(url.href)
  return {
    url: url.href,
    sql,
    drop: async () => {
      await sql.end({ timeout: 1 })
      const remover = connect(server, { max: 1 })
      await remover`drop database ${remover(name)} with (force)`
      await remover.end()
    },
  }
}
