import { connect } from '@ultimate/event-store/connect.ts'
import { defaultTiming } from '@ultimate/event-store/event-store.ts'
import { type TestDatabase, testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { idleSeconds } from '../platform/database/database.ts'
import { mailServer, smtpError } from '../platform/mail/test-mail-server.ts'
import { testApp } from '../test/test-app.ts'

/** A fifteenth of the real intervals: what counts is how many statements there are in each. */
const fallbackPollMs = defaultTiming.fallbackPollMs / 15
const idle_timeout = idleSeconds / 15
const name = 'a backend at rest'

let database: TestDatabase
let server: Awaited<ReturnType<typeof mailServer>>
let app: Awaited<ReturnType<typeof testApp>>
let reader: AbortController
let statements: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  server = await mailServer({ onRcptTo: (_address, _session, done) => done(smtpError(451)) })
  const sql = connect(database.serving.url, {
    idle_timeout,
    connection: { application_name: name },
    debug: (_, statement) => statements.push(statement),
  })
  const ownPool = { ...database, serving: { ...database.serving, sql } }
  app = await testApp({ smtpUrl: server.url }, ownPool, { timing: { fallbackPollMs } })
  reader = new AbortController()
})
afterAll(async () => {
  reader.abort()
  await app.close()
  await app.platform.sql.end({ timeout: 1 })
  await server.close()
  await database.drop()
})

const connections = async () =>
  (await database.sql`select 1 from pg_stat_activity where datname = current_database() and application_name = ${name}`)
    .length
const looks = () => statements.filter((statement) => statement.includes('as "isReady"')).length
const lettersTriedAgain = async () =>
  (await database.sql`select 1 from dead_letters where at > now() - interval '1 minute'`).length

describe('A backend at rest, with an open page and a mail that waits for its time', () => {
  it('asks the database for nothing but the fallback poll, on a few connections', async () => {
    const bid = {
      teamName: 'Huck Finns',
      location: 'Florence, AL',
      division: 'rec',
      captainName: 'Becky Thatcher',
      captainEmail: 'becky@example.org',
      captainPhone: '256-555-0142',
    }
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(bid) }
    await fetch(`${app.origin}/api/live`, { signal: reader.signal })
    expect((await fetch(`${app.origin}/api/register-team`, post)).status).toBe(201)
    // Rush hour: it takes all the connections it may, however long one takes to open.
    const rush = Array.from({ length: 200 }, () => app.platform.sql`select pg_sleep(0.05)`.then(connections))
    expect(Math.max(...(await Promise.all(rush)))).toBeGreaterThan(4)
    await vi.waitFor(async () => expect(await lettersTriedAgain()).toBe(1), { timeout: 30_000 })
    await database.sql`update dead_letters set at = at - interval '2 minutes'`
    await vi.waitFor(async () => expect(await lettersTriedAgain()).toBe(1), { timeout: 30_000 })

    await vi.waitFor(async () => expect(await connections()).toBeLessThanOrEqual(4), { timeout: 30_000 })
    statements = []
    await vi.waitFor(() => expect(looks()).toBeGreaterThanOrEqual(10), { timeout: 30_000 })
    // One transaction a second at most, and each statement is one.
    expect(statements.length).toBeLessThanOrEqual(looks() * (defaultTiming.fallbackPollMs / 1_000))
    expect(await connections()).toBeLessThanOrEqual(4)
  })
})
