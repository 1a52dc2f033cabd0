import { expect, it } from 'vitest'
import { testDatabase } from './test-database.ts'

it('reads a bigint as a number', async () => {
  const { sql, drop } = await testDatabase()
  expect(await sql`select 41::bigint + 1 as n`).toEqual([{ n: 42 }])
  await drop()
})
