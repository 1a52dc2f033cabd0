import { afterAll, beforeAll, it } from 'vitest'
import { connect } from './connect.ts'
import { shelfModule } from './fixtures/shelf.fixture.ts'
import { until } from './fixtures/store.fixture.ts'
import { type TestDatabase, testDatabase } from './fixtures/test-database.ts'
import { listRights, migrate } from './migrate.ts'

const modules = [shelfModule]
const tables = listRights(modules).map(({ table }) => table)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.sql, modules)
})
afterAll(() => database.drop())

/** Resolves to true if a transaction waits for a lock in this database. */
async function isLockAwaited(): Promise<boolean> {
  const waiting = await database.sql`
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and not granted`
  return waiting.length > 0
}

it.each(tables.filter((table) => table !== 'events'))(
  'never stands in the way of a transaction that has used %s and goes on to append',
  async (table) => {
    const other = connect(database.url, { max: 1 })
    let ended = false
    let start = Promise.resolve()
    await other.begin(async (tx) => {
      await tx`select from ${tx(table)} limit 1`
      start = migrate(database.sql, modules).finally(() => {
        ended = true
      })
      await until(async () => ended || (await isLockAwaited()))
      await tx`lock table events in row exclusive mode`
    })
    await start
    await other.end()
  },
)
