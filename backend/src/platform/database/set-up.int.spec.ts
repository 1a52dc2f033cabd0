import { shelfModule } from '@ultimate/event-store/fixtures/shelf.fixture.ts'
import { type TestDatabase, testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { migrate } from '@ultimate/event-store/migrate.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { setUp } from './set-up.ts'

const modules = [shelfModule]
const advice = 'Set DATABASE_OWNER_URL to the role that owns the tables, and DATABASE_URL to one that only serves.'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.drop())

/** The warnings of a start with these settings. */
async function start(databaseUrl: string | null, databaseOwnerUrl: string | null = null): Promise<string[]> {
  const opened = await openDatabase({ databaseUrl, databaseOwnerUrl, dataDir: '/nowhere' }, pino({ level: 'silent' }))
  const warnings: string[] = []
  try {
    await setUp(opened, modules, { warn: (_, text) => warnings.push(text), error: () => {} })
    return warnings
  } finally {
    await opened.stop()
  }
}

const may = async (what: string) => {
  const [row] = await database.serving.sql.unsafe<{ may: boolean }[]>(`select ${what} as may`)
  return row?.may
}

describe('a start with both roles', () => {
  it('has nothing to say, also the second time, and lets the role serve', async () => {
    expect(await start(database.serving.url, database.url)).toEqual([])
    expect(await start(database.serving.url, database.url)).toEqual([])
    const { sql } = database.serving
    expect(await sql`select forgets from event_log`).toEqual([{ forgets: 0 }])
    for (const forbidden of [
      "update events set data = '{}'",
      'delete from events',
      'truncate events',
      'drop table books',
    ])
      await expect(sql.unsafe(forbidden)).rejects.toMatchObject({ code: '42501' })
  })

  it('needs no superuser', async () => {
    const { sql, serving } = database
    const owner = `${serving.role}_owner`
    await sql.unsafe(`create role ${owner} login password 'owner'`)
    await sql.unsafe(`alter database ${sql.options.database} owner to ${owner}`)
    const url = new URL(database.url)
    url.username = owner
    url.password = 'owner'
    expect(await start(serving.url, url.href)).toEqual([])
    expect(await may("has_table_privilege('events', 'insert')")).toBe(true)
    await sql.unsafe(`reassign owned by ${owner} to current_user; drop owned by ${owner}; drop role ${owner}`)
  })

  it('takes rights back that an earlier release gave', async () => {
    await start(database.serving.url, database.url)
    await database.sql.unsafe(`grant all on events to ${database.serving.role}`)
    expect(await may("has_table_privilege('events', 'delete')")).toBe(true)
    expect(await start(database.serving.url, database.url)).toEqual([])
    expect(await may("has_table_privilege('events', 'delete')")).toBe(false)
  })

  it('gives the role the tables of a database that one role has migrated and served', async () => {
    await migrate(database.sql, modules)
    expect(await may("has_table_privilege('books', 'select')")).toBe(false)
    expect(await start(database.serving.url, database.url)).toEqual([])
    expect(await may("has_table_privilege('books', 'insert, update, delete')")).toBe(true)
  })

  it('keeps the rights on rows when they are built anew', async () => {
    await start(database.serving.url, database.url)
    await rebuild({ sql: database.sql, modules, apply: true })
    expect(await start(database.serving.url, database.url)).toEqual([])
  })

  it('says what the serving role can do beyond serving', async () => {
    expect(await start(database.url, database.url)).toEqual([
      'The role "postgres" of DATABASE_URL can do more than serve: it is a superuser.',
    ])
    await database.sql.unsafe(`grant create on schema public to ${database.serving.role}`)
    expect(await start(database.serving.url, database.url)).toEqual([
      `The role "${database.serving.role}" of DATABASE_URL can do more than serve: it may create tables.`,
    ])
  })

  it('does not start where the two name different databases', async () => {
    const other = await testDatabase()
    await expect(start(other.serving.url, database.url)).rejects.toThrow(
      `The role "${other.serving.role}" of DATABASE_URL cannot use these tables: books, dead_letters, `,
    )
    await database.sql.unsafe(`drop owned by ${other.serving.role}`)
    await other.drop()
  })
})

describe('a start with one role', () => {
  it('says which is missing and what the one can do, and goes on', async () => {
    expect(await start(database.url)).toEqual([
      `DATABASE_OWNER_URL is not set: the role "postgres" of DATABASE_URL, which is a superuser, migrates and serves. ${advice}`,
    ])
    expect(await start(null, database.url)).toEqual([
      `DATABASE_URL is not set: the role "postgres" of DATABASE_OWNER_URL, which is a superuser, migrates and serves. ${advice}`,
    ])
  })

  it('tells an owner from a superuser', async () => {
    const { role, url } = database.serving
    await database.sql.unsafe(
      `grant all on schema public to ${role}; grant create on database ${database.sql.options.database} to ${role}`,
    )
    expect(await start(url)).toEqual([
      `DATABASE_OWNER_URL is not set: the role "${role}" of DATABASE_URL, which owns the tables and may create tables, migrates and serves. ${advice}`,
    ])
  })

  it('serves from tables as they are where the one may not migrate', async () => {
    await start(database.serving.url, database.url)
    expect(await start(database.serving.url)).toEqual([
      `Nothing was migrated: the role "${database.serving.role}" does not own the tables. ${advice}`,
    ])
  })

  it('does not start where the one may not migrate and tables are missing', async () => {
    await expect(start(database.serving.url)).rejects.toThrow(
      `The role "${database.serving.role}" may not migrate, and cannot use these tables: books, dead_letters, `,
    )
  })
})
