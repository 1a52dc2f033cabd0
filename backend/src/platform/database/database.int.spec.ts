import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@ultimate/event-store/connect.ts'
import { defaultTiming } from '@ultimate/event-store/event-store.ts'
import { type TestDatabase, testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './database.ts'

const logger = pino({ level: 'silent' })
let external: TestDatabase

beforeEach(async () => {
  external = await testDatabase()
})
afterEach(() => external.drop())

const settings = (databaseUrl: string | null, databaseOwnerUrl: string | null = null) => ({
  databaseUrl,
  databaseOwnerUrl,
  dataDir: '/nowhere',
})

it('uses the database of DATABASE_URL, and leaves it running', async () => {
  const { sql, stop } = await openDatabase(settings(external.url), logger)
  await sql`create table pies as select 7 as number`
  await stop()
  expect(await external.sql`select number from pies`).toEqual([{ number: 7 }])
})

it('names its sessions and bounds their statements, except those of the owner, whose work may take long', async () => {
  const { sql, asOwner, stop } = await openDatabase(settings(external.url), logger)
  expect(
    await sql`select current_setting('application_name') as name, current_setting('statement_timeout') as most`,
  ).toEqual([{ name: 'ultimate-backend', most: '15s' }])
  expect(await asOwner((owner) => owner.sql`select current_setting('statement_timeout') as most`)).toEqual([
    { most: '0' },
  ])
  await stop()
})

it('serves as the role of DATABASE_URL, and lets the role of DATABASE_OWNER_URL work for a while', async () => {
  const { serving, url } = external
  const { sql, asOwner, variables, stop } = await openDatabase(settings(serving.url, url), logger)
  expect(await sql`select current_user::text as name`).toEqual([{ name: serving.role }])
  const work = await asOwner(async (owner) => {
    await owner.sql`create table pies as select 7 as number`
    return owner.servingRole
  })
  expect([work, variables]).toEqual([serving.role, { serving: 'DATABASE_URL', missing: null }])
  const sessions = await external.sql`
    select distinct usename::text as name from pg_stat_activity
    where datname = current_database() and application_name = 'ultimate-backend'`
  expect([...sessions]).toEqual([{ name: serving.role }])
  await expect(sql`select number from pies`).rejects.toThrow(/permission denied/)
  await stop()
})

it('gives the embedded server the roles that data folders of earlier releases have', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ultimate-roles-'))
  const { asOwner, stop } = await openDatabase({ ...settings(null), dataDir }, logger)
  const roles = await asOwner(async ({ sql, servingRole }) => [
    await sql`select current_user::text as name`,
    servingRole,
  ])
  expect(roles).toEqual([[{ name: 'ultimate' }], 'ultimate_serving'])
  await stop()
  await rm(dataDir, { recursive: true })
})

it.each([
  [true, false, { serving: 'DATABASE_URL', missing: 'DATABASE_OWNER_URL' }],
  [false, true, { serving: 'DATABASE_OWNER_URL', missing: 'DATABASE_URL' }],
])('does everything as one role where only one is named (%s, %s)', async (isServing, isOwner, named) => {
  const { url } = external
  const database = await openDatabase(settings(isServing ? url : null, isOwner ? url : null), logger)
  expect(database.variables).toEqual(named)
  expect(await database.asOwner(async (owner) => owner.servingRole)).toBeNull()
  await database.stop()
})

it('says in one sentence that DATABASE_OWNER_URL does not answer', async () => {
  const { asOwner, stop } = await openDatabase(settings(external.url, 'postgres://u:p@127.0.0.1:1/site'), logger)
  await expect(asOwner(async () => {})).rejects.toThrow(/^The database that DATABASE_OWNER_URL names does not answer: /)
  await stop()
})

it('closes connections that are not used, but not the one that the fallback poll keeps in use', async () => {
  const { sql, stop } = await openDatabase(settings(external.url), logger)
  const fallbackPollSeconds = defaultTiming.fallbackPollMs / 1_000
  expect(sql.options.idle_timeout).toBeGreaterThan(fallbackPollSeconds)
  expect(sql.options.idle_timeout).toBeLessThan(2 * fallbackPollSeconds)
  await stop()
})

it('keeps times in UTC and refuses a bigint that a number cannot hold', async () => {
  const { sql, stop } = await openDatabase(settings(external.url), logger)
  expect(await sql`select current_setting('TimeZone') as zone, ${2 ** 53 - 1}::bigint as most`).toEqual([
    { zone: 'UTC', most: 2 ** 53 - 1 },
  ])
  await expect(sql`select 9007199254740993::bigint`).rejects.toThrow(RangeError)
  await stop()
})

it('says in one sentence that DATABASE_URL does not answer', async () => {
  await expect(openDatabase(settings('postgres://u:p@127.0.0.1:1/site'), logger)).rejects.toThrow(
    /^The database that DATABASE_URL names does not answer: /,
  )
})

it('refuses a database that is not UTF-8', async () => {
  const name = `ascii_${process.pid}`
  await external.sql.unsafe(
    `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0 locale_provider libc`,
  )
  const url = new URL(external.url)
  url.pathname = `/${name}`
  await expect(openDatabase(settings(url.href), logger)).rejects.toThrow(/SQL_ASCII; it has to be UTF8/)
  await external.sql.unsafe(`drop database ${name} with (force)`)
})

it('connects again soon after its connections were cut', async () => {
  const { sql, stop } = await openDatabase(settings(external.url), logger)
  const admin = connect(external.url, { max: 1 })
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ultimate-backend' and datname = current_database()`
  await admin.end()
  await sql`select 1`.catch(() => {})
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  await stop()
})
