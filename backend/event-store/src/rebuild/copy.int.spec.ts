import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../fixtures/test-database.ts'
import { type DatabaseSession, openSession } from '../session.ts'
import { copyIn, copyOut } from './copy.ts'

let database: TestDatabase
let session: DatabaseSession
beforeEach(async () => {
  database = await testDatabase()
  await database.sql`create table numbers (n int primary key)`
  session = openSession(database.sql)
})
afterEach(async () => {
  await session.close()
  await database.drop()
})

const copy = (chunks: Iterable<string>) =>
  session.steady((connection) => copyIn(connection, { table: 'numbers', columns: '(n)' }, chunks))
const count = async () => Number((await database.sql`select count(*) from numbers`)[0]?.count)

function* lines(from: number, to: number): Generator<string> {
  for (let start = from; start < to; start += 10_000)
    yield Array.from({ length: Math.min(10_000, to - start) }, (_, index) => `${start + index}\n`).join('')
}

it.each([0, 1, 500_000])('%i lines arrive, and the connection can be used again', async (total) => {
  await copy(lines(0, total))
  expect(await count()).toBe(total)
  await copy(lines(total, total + 1))
  expect(await count()).toBe(total + 1)
})

it.each([
  ['the only line', ['one\n']],
  ['the last of many lines', [...lines(0, 200_000), 'many\n']],
  ['one in the middle', [...lines(0, 200_000), 'many\n', ...lines(200_000, 600_000)]],
  ['a doubled line', ['1\n1\n']],
])('%s that the server declines fails the copy instead of leaving it waiting', async (_, chunks) => {
  await expect(copy(chunks)).rejects.toThrow(/PostgreSQL declined|invalid input syntax|destroyed/)
  expect(await count()).toBe(0)
  await copy(['1\n'])
  expect(await count()).toBe(1)
})

it.each([10, 40_000, 400_000])('rows of %i bytes are read, and the connection can be used again', async (bytes) => {
  for (let turn = 0; turn < 10; turn++) {
    const text = await session.steady(async (connection) => {
      let read = ''
      for await (const lines of copyOut(connection, `select repeat('x', ${bytes}) from generate_series(1, 20)`))
        read += lines
      return read
    })
    expect(text.length).toBe(20 * (bytes + 1))
  }
})
