import { reserveTestDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import type { Message } from '@ultimate/events/staff/message-api.ts'
import type { SMTPServerSession } from 'smtp-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mailServer, smtpError } from '../platform/mail/test-mail-server.ts'
import { testApp } from '../test/test-app.ts'

const captains = 500
const parseNumber = (address: string) => Number(/\d+/.exec(address)?.[0])

/** The reaction of the mail server to the mail to a captain; the number of the captain decides. */
type Fate = 'taken' | 'refused' | 'put off once' | 'always put off' | 'cut off before once' | 'cut off after'
const fates: readonly Fate[] = ['refused', 'put off once', 'always put off', 'cut off before once', 'cut off after']
const fateOf = (number: number): Fate => fates[number % 25] ?? 'taken'
const withFate = (fate: Fate) =>
  Array.from({ length: captains }, (_, index) => index + 1).filter((number) => fateOf(number) === fate)

const database = reserveTestDatabase()
/** The number of tries of each mailbox; in `taken`, the number of mails that were taken in. */
const tries = new Map<number, number>()
const taken = new Map<number, number>()
/** Counts only the captains of the message: the first registration is mailed too. */
const count = (counts: Map<number, number>, number: number) => {
  if (number > 0) counts.set(number, (counts.get(number) ?? 0) + 1)
}
const cutOff = (session: SMTPServerSession) => server.cutOff(session)

let server: Awaited<ReturnType<typeof mailServer>>
let app: Awaited<ReturnType<typeof testApp>>
const start = () => testApp({ smtpUrl: server.url, mailQuietSeconds: 0 }, database, { timing: { fallbackPollMs: 50 } })

beforeAll(async () => {
  server = await mailServer({
    onRcptTo: ({ address }, session, done) => {
      const number = parseNumber(address)
      count(tries, number)
      const isFirst = tries.get(number) === 1
      const fate = fateOf(number)
      if (fate === 'refused') return done(smtpError(550))
      if (fate === 'always put off' || (fate === 'put off once' && isFirst)) return done(smtpError(451))
      if (fate === 'cut off before once' && isFirst) return cutOff(session)
      done()
    },
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        const number = parseNumber(session.envelope.rcptTo[0]?.address ?? '')
        count(taken, number)
        if (fateOf(number) === 'cut off after') return cutOff(session)
        // It is slow: others are served meanwhile.
        setTimeout(done, 5)
      })
    },
  })
  await database.create()
  app = await start()
})
afterAll(async () => {
  await app.close()
  await database.drop()
  await server.close()
})

async function send(method: string, path: string, body?: object) {
  const headers = { ...(await app.signIn('td')), 'content-type': 'application/json' }
  const answer = await fetch(`${app.origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return (await answer.json()) as { message: Message; messages: Message[] }
}

/** Fills the list as if `captains` teams had registered. */
async function fillTeams(): Promise<void> {
  const bid = { location: 'Florence, AL', division: 'rec', captainName: 'Becky', captainPhone: '256-555-0142' }
  await send('POST', '/api/register-team', { ...bid, teamName: 'Team', captainEmail: 'first@example.org' })
  await app.sql`update teams set status = 'confirmed', email_confirmed = true, captain_email = ''`
  await app.sql`
    insert into teams
    select (jsonb_populate_record(team, jsonb_build_object('id', gen_random_uuid(), 'team_name', 'Team ' || number,
      'captain_email', 'captain' || number || '@example.org'))).*
    from teams team, generate_series(1, ${captains}::int) number`
}

it('A message to 500 captains reaches each once or is listed as failed, over a bad server and a restart', async () => {
  await fillTeams()
  const words = { subject: 'Bring a pen', text: 'Score sheets are on paper this year.' }
  const { message } = await send('POST', '/api/messages', { to: ['captains:confirmed'], ...words })
  expect(message).toMatchObject({ recipients: captains })

  await vi.waitFor(() => expect(taken.size).toBeGreaterThan(100), { timeout: 60_000 })
  await app.close()
  const before = taken.size
  expect(before).toBeLessThan(captains)
  app = await start()
  await vi.waitFor(
    async () => {
      // Mails that are put off are tried again after a minute.
      await app.sql`update dead_letters set at = now() - interval '2 minutes'`
      const [row] = await app.sql<{ status: string }[]>`select status from messages`
      expect(row?.status).toBe('sent')
    },
    { timeout: 120_000, interval: 20 },
  )

  const [{ failures, sent, failed, recipients } = { failures: [], sent: 0, failed: 0, recipients: 0 }] = (
    await send('GET', '/api/messages')
  ).messages
  expect([...taken.values()].filter((times) => times > 1)).toEqual([])
  expect({ all: sent + failed, listed: failures.length, recipients }).toEqual({
    all: captains,
    listed: failed,
    recipients: captains,
  })
  const failedNumbers = new Set(failures.map(({ name }) => parseNumber(name)))
  const reached = [...taken.keys()]
  const missed = Array.from({ length: captains }, (_, index) => index + 1).filter(
    (number) => !taken.has(number) && !failedNumbers.has(number),
  )
  expect(missed).toEqual([])
  for (const number of [...withFate('refused'), ...withFate('always put off'), ...withFate('cut off after')])
    expect(failedNumbers).toContain(number)
  // Besides, only mails that were on their way when the backend ended may be listed although they arrived.
  const known = new Set([...withFate('refused'), ...withFate('always put off'), ...withFate('cut off after')])
  expect([...failedNumbers].filter((number) => !known.has(number)).length).toBeLessThanOrEqual(4)
  expect(reached.length).toBeGreaterThanOrEqual(captains - 2 * 20)
  expect(Math.max(...withFate('always put off').map((number) => tries.get(number) ?? 0))).toBeLessThanOrEqual(7)
})
