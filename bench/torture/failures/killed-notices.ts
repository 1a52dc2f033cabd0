import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { mailServer } from '@ultimate/backend/platform/mail/test-mail-server.ts'
import { type FreshDatabase, freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { startBackend } from '../backend-process.ts'
import { addSlot, register, type Send, sendAsTd, succeed } from '../site-client.ts'

/**
 * `kill -9` between the record of a notice and its email: a captain's payment is noted and the time of a volunteer's slot
 * moves, both notices are stored, and the mail server has not taken either when the backend dies. The next start has to
 * mail each of them once.
 */
export const killedNotices: Attack = { name: 'killed-notices', fullCount: 10, run }

/** A lease of the dead backend has to run out first. */
const withinMs = 300_000
const times = ['18:30', '20:00']

async function run({ databaseUrl, count }: AttackOptions): Promise<AttackResult> {
  const [database, mails] = [await freshDatabase(databaseUrl), await hangingMailServer()]
  const dataDir = await mkdtemp(join(tmpdir(), 'torture-killed-notices-'))
  const quiet = { MAIL_QUIET_SECONDS: '0', EMAIL_CONFIRMATION: 'off' }
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, SMTP_URL: mails.url, ...quiet }
  let backend = await startBackend(settings)
  try {
    const send = await sendAsTd(backend.origin)
    const { id: teamId } = await register(send, backend.origin, 'Huck Finns')
    const serving = { name: 'Carve', category: 'serving', max_signups: 1, time_slot: times[0] }
    const slotId = await addSlot(send, backend.origin, serving)
    const person = { personName: 'Tom Sawyer', email: 'tom@example.org', captainId: teamId, slotId }
    await succeed(send(backend.origin, { method: 'POST', path: '/api/dinner-signup', body: person }))
    await until(() => mails.count() === 2)
    for (let kill = 1; kill <= count; kill++) {
      mails.hang()
      await change(send, backend.origin, { teamId, slotId, round: kill })
      await until(async () => (await noticed(database)) === 2 * kill && mails.hanging() >= 2)
      await backend.end('SIGKILL')
      mails.goOn()
      backend = await startBackend(settings)
      // One that is lost is counted below.
      await until(() => mails.count() >= 2 + 2 * kill).catch(() => {})
    }
    // What was mailed twice has come by the time that everything is handled.
    await until(() => areNoticesHandled(database))
    if ((await backend.end('SIGTERM')) !== 0) throw new Error('The backend did not stop in time')
    const surplus = mails.count() - 2 - 2 * count
    return { ...nothingFound, tried: count, lost: Math.max(0, -surplus), doubled: Math.max(0, surplus) }
  } finally {
    await backend.remove()
    await mails.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Concerned {
  readonly teamId: string
  readonly slotId: string
  readonly round: number
}

async function change(send: Send, origin: string, { teamId, slotId, round }: Concerned): Promise<void> {
  const paid = { paid: round % 2 === 1 }
  await succeed(send(origin, { method: 'PUT', path: `/api/teams/${teamId}`, body: paid }))
  const moved = { time_slot: times[round % times.length] }
  await succeed(send(origin, { method: 'PUT', path: `/api/dinner-slots/${slotId}`, body: moved }))
}

/** Takes every mail, or lets those wait that come while it hangs. */
async function hangingMailServer() {
  let [isHanging, hanging] = [false, 0]
  const server = await mailServer({
    onRcptTo: (_address, _session, done) => {
      if (isHanging) hanging++
      else done()
    },
  })
  return {
    url: server.url,
    close: server.close,
    count: () => server.received.length,
    hanging: () => hanging,
    hang: () => {
      isHanging = true
      hanging = 0
    },
    goOn: () => {
      isHanging = false
    },
  }
}

async function noticed({ sql }: FreshDatabase): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    select count(*)::int as count from events where type in ('TeamChangeNoticed', 'PlanChangeNoticed')`
  return found?.count ?? 0
}

async function areNoticesHandled({ sql }: FreshDatabase): Promise<boolean> {
  const behind = await sql`
    select 1 from events e
    join subscriptions s on s.name = 'automation:' || case e.type
      when 'TeamChangeNoticed' then 'when-change-noticed-then-mail-captain'
      when 'PlanChangeNoticed' then 'when-plan-noticed-then-mail-volunteer' end
    where e.position > s.position
    union all
    select 1 from dead_letters where later`
  return behind.length === 0
}

/** @throws Error when it takes too long */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + withinMs; performance.now() < end; await delay(50)) if (await isSo()) return
  throw new Error(`This was not so in time: ${isSo}`)
}
