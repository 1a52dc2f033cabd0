import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from './connect.ts'
import { connectionThroughProxy, type TestConnection } from './fixtures/connection.fixture.ts'
import { type TestDatabase, testDatabase } from './fixtures/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

it('reads a bigint as a number', async () => {
  expect(await database.sql`select 41::bigint + 1 as n`).toEqual([{ n: 42 }])
})

it('waits five seconds for a connection, or as long as the address wants', () => {
  const waits = ['', '?connect_timeout=60'].map((query) => connect(`postgres://localhost/none${query}`))
  expect(waits.map(({ options }) => options.connect_timeout)).toEqual([5, 60])
})

it('refuses to work with a driver that is not patched', () => {
  const driver = postgres as { connectionLoss?: unknown }
  const { connectionLoss } = driver
  delete driver.connectionLoss
  expect(() => connect(database.url)).toThrow(/^The package postgres is installed without the patch/)
  driver.connectionLoss = connectionLoss
})

/** Resolves to the rows of a query, or to the code of its error. */
const outcome = (query: Promise<unknown>): Promise<unknown> =>
  query.catch((error: { code?: string; message: string }) => error.code ?? error.message)
const lost = /^(ECONNRESET|CONNECTION_CLOSED)$/
const isLost = (answer: unknown): boolean => typeof answer === 'string' && lost.test(answer)

/** Resolves once a statement sleeps on the server. */
async function asleep(): Promise<void> {
  const sleepers = () => database.sql`
    select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  while ((await sleepers()).length === 0);
}

/** A lost client does not wake them. */
const wake = () => database.sql`
  select pg_terminate_backend(pid, 60000) from pg_stat_activity
  where wait_event = 'PgSleep' and datname = current_database()`

describe('A connection that is reset', () => {
  let connection: TestConnection
  let sql: Sql
  beforeEach(async () => {
    connection = await connectionThroughProxy(database.url)
    await database.sql`drop table if exists pies`
    await database.sql`create table pies (name text)`
  })
  afterEach(async () => {
    // This also proves that the pool can be ended after all that.
    await sql.end()
    await connection.cut()
  })

  /** Resets the connection while a statement waits for its answer; calls `then` at once when that has failed. */
  async function resetUnder(waiting: Promise<unknown>, then: () => void = () => {}): Promise<void> {
    const failed = outcome(waiting).then((answer) => {
      then()
      return answer
    })
    await asleep()
    connection.reset()
    expect(await failed).toMatch(lost)
    await wake()
  }

  it('rejects what is sent before its socket has closed, and answers every later query with its own rows', async () => {
    sql = connect(connection.url, { max: 1 })
    // Once it is open, more queries are sent behind the one that waits.
    await sql`select 1`
    let second: Promise<unknown> | undefined
    await resetUnder(sql`select pg_sleep(60)`, () => {
      second = outcome(sql`select 'second' as name`)
    })
    const names = ['third', 'fourth', 'fifth']
    expect(await Promise.all(names.map((name) => sql`select ${name}::text as name`))).toEqual(
      names.map((name) => [{ name }]),
    )
    expect(await second).toMatch(lost)
  })

  it('rejects what idle connections are given before their sockets have closed', async () => {
    sql = connect(connection.url, { max: 4 })
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    for (let round = 0; round < 5; round++) {
      await Promise.all(names.map(() => outcome(sql`select pg_sleep(0.001)`)))
      const given = Promise.withResolvers<Promise<unknown>[]>()
      await resetUnder(sql`select pg_sleep(60)`, () => {
        setImmediate(() => given.resolve(names.map((name) => outcome(sql`select ${name}::text as name`))))
      })
      const answers = await Promise.all(await given.promise)
      expect(answers.filter((answer, index) => !isLost(answer) && name(answer) !== names[index])).toEqual([])
    }
  })

  const name = (answer: unknown): unknown => (Array.isArray(answer) ? answer[0]?.name : answer)

  it('forgets the rows of the answer that broke off', async () => {
    sql = connect(connection.url, { max: 1 })
    // The rows are more than the server holds back before it sends.
    await resetUnder(sql`
      select repeat('x', 100000) as x, pg_sleep(case n when 3 then 60 else 0 end) from generate_series(1, 3) as n`)
    expect([...(await sql`select 1 as n union all select 2`)]).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('ends a transaction for good: none of its later statements runs outside of it', async () => {
    sql = connect(connection.url, { max: 1 })
    const later = Promise.withResolvers<unknown[]>()
    const transaction = outcome(
      sql.begin(async (tx) => {
        await tx`insert into pies values ('pumpkin')`
        await resetUnder(tx`select pg_sleep(60)`)
        const atOnce = outcome(tx`insert into pies values ('pecan')`)
        await sql`select 1`
        later.resolve([await atOnce, await outcome(tx`insert into pies values ('apple')`)])
      }),
    )
    expect(await transaction).toMatch(lost)
    expect(await later.promise).toEqual([expect.stringMatching(lost), expect.stringMatching(lost)])
    expect([...(await database.sql`select name from pies`)]).toEqual([])
  })

  it('ends a COPY with an error, in the middle and after its last line', async () => {
    sql = connect(connection.url, { max: 1 })
    for (const finish of ['write', 'end'] as const) {
      const copy = await sql`copy pies from stdin`.writable()
      const failed = once(copy, 'error')
      copy[finish]('pumpkin\n')
      await nextTurn()
      connection.reset()
      expect((await failed)[0]).toHaveProperty('code', expect.stringMatching(lost))
      expect([...(await sql`select 1 as n`)]).toEqual([{ n: 1 }])
    }
  })
})

it('keeps what an ending server said from the query after it', async () => {
  const sql = connect(database.url, { max: 1 })
  const first = outcome(sql`select pg_sleep(60)`)
  await asleep()
  await wake()
  expect(await first).toMatch(lost)
  expect([...(await sql`select 1 as n`)]).toEqual([{ n: 1 }])
  await sql.end()
})

it('gives up on an address that accepts connections and ends them', async () => {
  const server = createServer((socket) => socket.end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const sql = connect(`postgres://unknown@127.0.0.1:${port}/nothing`, { max: 1 })
  expect(await outcome(sql`select 1`)).toMatch(lost)
  await sql.end()
  server.close()
})
