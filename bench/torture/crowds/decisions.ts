import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freshDatabase } from '@ultimate/backend/platform/database/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { startBackend } from '../backend-process.ts'
import { type Send, sendAsTd, succeed } from '../site-client.ts'

/** Each decision about a team, and each promotion that follows from one, is told to its captain in one mail. */
export const decisions: Attack = { name: 'decisions', fullCount: 60, run }

/** As many as the field has, and some that wait. */
const spots = 35
const waitForMs = 15_000
const quietSeconds = 2

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

const kinds: readonly Decide[] = [update({ status: 'waitlist' }), update({ paid: true }), remove]

async function run({ databaseUrl, count }: AttackOptions): Promise<AttackResult> {
  const database = await freshDatabase(databaseUrl)
  const settings = { TRUST_PROXY: 'true', MAIL_QUIET_SECONDS: String(quietSeconds), EMAIL_CONFIRMATION: 'off' }
  const backend = await startBackend({ DATABASE_URL: database.url, ...settings })
  const { origin, dataDir } = backend
  try {
    const send = await sendAsTd(origin)
    const teams: Team[] = []
    for (let bid = 0; bid < Math.max(count, spots) + 3; bid++) teams.push(await register(origin, bid))
    await until(async () => (await mailsTo(dataDir, teams)).every((mails) => mails > 0))
    const before = await mailsTo(dataDir, teams)
    // The first bid goes, so that the first one of the waitlist moves up.
    await remove(send, origin, teams[0] as Team)
    const told = new Set([0, spots])
    for (let one = 1; one < count && one < spots; one++) {
      await kinds[one % kinds.length]?.(send, origin, teams[one] as Team)
      told.add(one)
    }
    const sinceThen = async () => (await mailsTo(dataDir, teams)).map((mails, team) => mails - (before[team] ?? 0))
    await until(async () => (await sinceThen()).every((mails, team) => mails > 0 || !told.has(team)))
    const mails = await sinceThen()
    const silent = [...told].filter((team) => mails[team] === 0).length
    return {
      ...nothingFound,
      tried: told.size,
      lost: silent,
      doubled: mails.filter((some, team) => told.has(team) && some > 1).length,
      note: mails[spots] === 0 ? 'the promoted one heard nothing' : '',
    }
  } finally {
    await backend.remove()
    await database.drop()
  }
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
async function mailsTo(dataDir: string, teams: readonly Team[]): Promise<number[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return teams.map(({ email }) => mails.filter((mail) => new RegExp(`^To:.*\\b${email}`, 'im').test(mail)).length)
}

/** Gives up after some time. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + waitForMs; performance.now() < end; await delay(200)) if (await isSo()) return
}
