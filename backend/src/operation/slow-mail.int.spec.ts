import { type TestDatabase, testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../platform/logging.ts'
import { mailServer, silentMailServer, smtpError } from '../platform/mail/test-mail-server.ts'
import { testApp } from '../test/test-app.ts'

type TestApp = Awaited<ReturnType<typeof testApp>>
type Silent = Awaited<ReturnType<typeof silentMailServer>>

let database: TestDatabase
const closings: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
  await database.drop()
})

async function open(settings: Parameters<typeof testApp>[0], watched: Parameters<typeof testApp>[2] = {}) {
  const app = await testApp(settings, database, { timing: { fallbackPollMs: 100, graceMs: 50 }, ...watched })
  closings.push(app.close)
  return app
}
async function silentServer() {
  const server = await silentMailServer({ greets: true })
  closings.push(server.close)
  return server
}

const captain = { captainName: 'Becky Thatcher', captainEmail: 'becky@example.org', captainPhone: '256-555-0142' }
async function register({ origin }: TestApp, teamName: string): Promise<void> {
  const bid = { teamName, location: 'Florence, AL', division: 'rec', ...captain }
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(bid) }
  expect((await fetch(`${origin}/api/register-team`, init)).status).toBe(201)
}

/** Counts the messages about teams that a page gets from now on. */
async function listen({ origin }: TestApp) {
  const { body } = await fetch(`${origin}/api/live?topics=teams`)
  if (!body) throw new Error('the stream has no body')
  let heard = ''
  void body
    .pipeThrough(new TextDecoderStream())
    .pipeTo(
      new WritableStream({
        write: (text) => {
          heard += text
        },
      }),
    )
    .catch(() => {})
  await vi.waitFor(() => expect(heard).toContain('event: ready'), { timeout: 20_000 })
  return () => heard.split('event: teams').length - 1
}

const openTransactions = async (): Promise<string[]> => {
  const rows = await database.sql<{ id: string }[]>`
    select pid || ' since ' || xact_start || ': ' || query as id from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and (xact_start is not null or backend_xid is not null or backend_xmin is not null)`
  return rows.map(({ id }) => id)
}

const captainsMails = 'automation:when-team-registered-then-mail-captain'

async function firstTry(): Promise<{ app: TestApp; server: Silent }> {
  const server = await silentServer()
  const app = await open({ smtpUrl: server.url })
  await register(app, 'Huck Finns')
  return { app, server }
}

async function retryOfADeadLetter(): Promise<{ app: TestApp; server: Silent }> {
  const before = await open({})
  await register(before, 'Huck Finns')
  const position = async () =>
    (
      await database.sql`select s.position from subscriptions s join events e using (position)
      where s.name = ${captainsMails} and e.type = 'TeamRegistered'`
    )[0]?.['position']
  await vi.waitFor(async () => expect(await position()).toBeGreaterThan(0), { timeout: 20_000 })
  await closings.pop()?.()
  await database.sql`insert into dead_letters (subscription, position, error, later, at)
    values (${captainsMails}, ${await position()}, 'The mailbox was full', true, now() - interval '2 minutes')`
  const server = await silentServer()
  return { server, app: await open({ smtpUrl: server.url }) }
}

describe.each([
  ['the first try of a mail', firstTry],
  ['the retry of a dead letter', retryOfADeadLetter],
])('While a mail server never answers %s', (_, hang) => {
  it('live pages and the audit go on, and no transaction stays open', async () => {
    const { app, server } = await hang()
    await vi.waitFor(() => expect(server.connections()).toBe(1), { timeout: 20_000 })
    const before = await openTransactions()
    const heard = await listen(app)
    for (const name of ['Tom Sawyers', 'Injun Joes', 'Aunt Pollys']) await register(app, name)
    await vi.waitFor(() => expect(heard()).toBe(3), { timeout: 20_000 })
    const log = await app.platform.log.read({ types: ['TeamRegistered'] })
    expect(log).toHaveLength(4)
    const after = await openTransactions()
    expect(after.filter((transaction) => before.includes(transaction))).toEqual([])
    // The client still waits for the answer to its first word.
    expect(server.connections()).toBe(1)
  })
})

it('A mail server’s words, which quote address and text, are neither stored nor logged', async () => {
  let log = ''
  const logger = createLogger('info', {
    write: (line: string) => {
      log += line
    },
  })
  let replyCode = 451
  const server = await mailServer({
    onRcptTo: ({ address }, _, done) => done(smtpError(replyCode, `<${address}> is not at home`)),
  })
  closings.push(server.close)
  const app = await open({ smtpUrl: server.url }, { logger })
  const letters = () => database.sql<{ error: string; later: boolean }[]>`select error, later from dead_letters`
  await register(app, 'Huck Finns')
  await vi.waitFor(async () => expect(await letters()).toHaveLength(1), { timeout: 20_000 })
  expect([...(await letters())]).toEqual([
    { error: 'TransientError: The mail was not sent: RCPT TO answered 451', later: true },
  ])
  replyCode = 550
  await database.sql`update dead_letters set at = at - interval '2 minutes'`
  const refused = [{ error: 'PermanentError: RCPT TO answered 550', later: false }]
  await vi.waitFor(async () => expect([...(await letters())]).toEqual(refused), { timeout: 20_000 })
  for (const what of ['A subscription put an event aside', 'An event put aside was given up'])
    expect(log).toContain(what)
  for (const secret of ['becky', 'Huck', 'at home']) expect(log).not.toContain(secret)
})

it('A notice that was recorded is mailed once, by the next start, where the backend ended before its email had left', async () => {
  const silent = await silentServer()
  const quiet = { mailQuietSeconds: 0, emailConfirmation: 'off' } as const
  const app = await open({ ...quiet, smtpUrl: silent.url })
  await register(app, 'Huck Finns')
  const [registered] = await app.platform.log.read({ types: ['TeamRegistered'] })
  const id = registered?.metadata.stream.slice('team-'.length)
  const headers = { ...(await app.signIn('td')), 'content-type': 'application/json' }
  const paid = { method: 'PUT', headers, body: JSON.stringify({ paid: true }) }
  expect((await fetch(`${app.origin}/api/teams/${id}`, paid)).status).toBe(200)
  // One for the bid, one for the notice: the second is recorded, and its email hangs.
  await vi.waitFor(() => expect(silent.connections()).toBe(2), { timeout: 20_000 })
  await closings.pop()?.()
  await closings.pop()?.()
  const server = await mailServer()
  closings.push(server.close)
  await database.sql`update subscriptions set leased_until = now() where leased_by is not null`
  const next = await open({ ...quiet, smtpUrl: server.url })
  const subjects = () => server.received.map(({ content }) => /^Subject: (.*)\r$/m.exec(content)?.[1]).toSorted()
  const both = ['We have your bid for Thanksgiving Ultimate', 'We have your payment for Thanksgiving Ultimate']
  await vi.waitFor(() => expect(subjects()).toEqual(both), { timeout: 20_000 })
  expect(await next.platform.log.read({ types: ['TeamChangeNoticed'] })).toHaveLength(1)
  // A later event is mailed after all earlier ones.
  await fetch(`${next.origin}/api/teams/${id}`, { ...paid, body: JSON.stringify({ paid: false }) })
  await vi.waitFor(() => expect(subjects()).toHaveLength(3), { timeout: 20_000 })
  expect(subjects().filter((subject) => subject === both[1])).toHaveLength(1)
})
