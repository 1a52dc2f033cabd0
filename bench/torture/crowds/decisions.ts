import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { startBackend } from '../backend-process.ts'
import { addSlot, type Send, sendAsTd, succeed } from '../site-client.ts'

/**
 * Each decision about a team, each promotion that follows from one, and each new time of a serving slot leads to one mail
 * to the captain or volunteer; what is taken back within the quiet time leads to none.
 */
export const decisions: Attack = { name: 'decisions', fullCount: 60, run }

/** As many as the field has, and some that wait. */
const spots = 35
const waitForMs = 60_000
const quietSeconds = 10

interface Team {
  readonly id: string
  readonly email: string
}

type Decide = (send: Send, origin: string, team: Team) => Promise<unknown>

const update =
  (body: object): Decide =>
  (send, origin, { id }) =>
    succeed(send(origin, { method: 'PUT', path: `/api/teams/${id}`, body }))
const remove: Decide = (send, origin, { id }) =>
  succeed(send(origin, { method: 'POST', path: '/api/teams/remove', body: { ids: [id], reason: 'asked to' } }))

const kinds: readonly Decide[] = [
  update({ status: 'waitlist' }),
  update({ paid: true }),
  remove,
  async (send, origin, team) => {
    await update({ paid: true })(send, origin, team)
    await update({ paid: false })(send, origin, team)
  },
]
/** Of {@link kinds}: changes nothing in the end. */
const takenBack = 3

const moveSlot = (send: Send, origin: string, slotId: string, time: string) =>
  succeed(send(origin, { method: 'PUT', path: `/api/dinner-slots/${slotId}`, body: { time_slot: time } }))

async function run({ databaseUrl, count }: AttackOptions): Promise<AttackResult> {
  const database = await freshDatabase(databaseUrl)
  const settings = { TRUST_PROXY: 'true', MAIL_QUIET_SECONDS: String(quietSeconds), EMAIL_CONFIRMATION: 'off' }
  const backend = await startBackend({ DATABASE_URL: database.url, ...settings })
  const { origin, dataDir } = backend
  try {
    const send = await sendAsTd(origin)
    const teams: Team[] = []
    for (let bid = 0; bid < Math.max(count, spots) + 3; bid++) teams.push(await register(origin, bid))
    const promoted = teams[spots] as Team
    const moved = await serve(send, origin, { captainId: promoted.id, name: 'moved' })
    const movedBack = await serve(send, origin, { captainId: promoted.id, name: 'back' })
    const everyone = [...teams.map(({ email }) => email), ...moved.emails, ...movedBack.emails]
    await until(async () => [...(await mailsTo(dataDir, everyone)).values()].every((mails) => mails > 0))
    const before = await mailsTo(dataDir, everyone)
    // The first bid goes, so that the first one of the waitlist moves up.
    await remove(send, origin, teams[0] as Team)
    const [notified, unchanged] = [new Set([teams[0]?.email ?? '', promoted.email, ...moved.emails]), new Set<string>()]
    for (let one = 1; one < count && one < spots; one++) {
      const team = teams[one] as Team
      await kinds[one % kinds.length]?.(send, origin, team)
      ;(one % kinds.length === takenBack ? unchanged : notified).add(team.email)
    }
    await moveSlot(send, origin, moved.slotId, '20:00')
    for (const time of ['20:00', '18:30']) await moveSlot(send, origin, movedBack.slotId, time)
    for (const email of movedBack.emails) unchanged.add(email)
    const sinceThen = async () => {
      const now = await mailsTo(dataDir, everyone)
      return (email: string) => (now.get(email) ?? 0) - (before.get(email) ?? 0)
    }
    await until(async () =>
      [...notified].every(
        (
          (mails) => (email) =>
            mails(email) > 0
        )(await sinceThen()),
      ),
    )
    const mails = await sinceThen()
    return {
      ...nothingFound,
      tried: notified.size + unchanged.size,
      lost: [...notified].filter((email) => mails(email) === 0).length,
      doubled: [...notified].filter((email) => mails(email) > 1).length,
      wrong: [...unchanged].filter((email) => mails(email) > 0).length,
      note: mails(promoted.email) === 0 ? 'the promoted one heard nothing' : '',
    }
  } finally {
    await backend.remove()
    await database.drop()
  }
}

const volunteers = 8

/** A serving slot with people who signed up for it. */
async function serve(send: Send, origin: string, { captainId, name }: { captainId: string; name: string }) {
  const fields = { name, category: 'serving', time_slot: '18:30', max_signups: volunteers }
  const slotId = await addSlot(send, origin, fields)
  const emails = Array.from({ length: volunteers }, (_, one) => `${name}-${one}@example.org`)
  for (const email of emails) {
    const body = { personName: 'Tom Sawyer', email, captainId, slotId }
    await succeed(send(origin, { method: 'POST', path: '/api/dinner-signup', body }))
  }
  return { slotId, emails }
}

async function register(origin: string, bid: number): Promise<Team> {
  const email = `captain-${bid}@example.org`
  const body = {
    teamName: `Team ${bid}`,
    location: 'Florence, AL',
    division: 'rec',
    captainName: 'Becky Thatcher',
    captainEmail: email,
    captainPhone: '256 555 0142',
  }
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${bid}.1` }
  const answer = await fetch(`${origin}/api/register-team`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (answer.status !== 201) throw new Error(`The bid was refused: ${await answer.text()}`)
  return { id: ((await answer.json()) as { team: { id: string } }).team.id, email }
}

/** How many mails each has got. */
async function mailsTo(dataDir: string, emails: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const isTo = (email: string) => new RegExp(`^To:.*\\b${email}`, 'im')
  return new Map(emails.map((email) => [email, mails.filter((mail) => isTo(email).test(mail)).length]))
}

/** Gives up after some time. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + waitForMs; performance.now() < end; await delay(200)) if (await isSo()) return
}
