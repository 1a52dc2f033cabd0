import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { type BackendProcess, startBackend } from '../backend-process.ts'

const perDay = 3
const words = 'Zebediah Buy-Now'
/** All of them end in the victim's one mailbox. */
const spellings = [
  'victim@gmail.com',
  'Victim@gmail.com',
  'vic.tim@gmail.com',
  'victim+1@gmail.com',
  'victim@googlemail.com',
]
const isVictims = /^To: ("" <)?vic\.?tim(\+\w+)?@(gmail|googlemail)\.com/im
const waitedMs = 300_000

type Post = (path: string, body: unknown) => Promise<number>

/** Each request comes from a network of its own, so that nothing but the ration of the mailbox stands in its way. */
function posting({ origin }: BackendProcess): Post {
  let sent = 0
  return async (path, body) => {
    sent += 1
    const from = `198.${18 + (sent >> 16)}.${(sent >> 8) & 255}.${sent & 255}`
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    await answer.arrayBuffer()
    return answer.status
  }
}

const bid = (captainEmail: string) => ({
  teamName: words,
  location: words,
  division: 'rec',
  captainName: words,
  comments: words,
  captainEmail,
  captainPhone: '256 555 0142',
})

/** Every call that leads to a mail, about every spelling in turn. */
async function flood(post: Post, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let done = 0; done < count; done += 20) {
    const some = Array.from({ length: Math.min(20, count - done) }, (_, index) => {
      const email = spellings[(done + index) % spellings.length] ?? ''
      if (index % 10 === 9) return post('/api/confirm-address/link', { email })
      if (index % 10 === 8) return post('/api/dinner-signup/link', { email })
      return post('/api/register-team', bid(email))
    })
    statuses.push(...(await Promise.all(some)))
  }
  return statuses
}

const mailsIn = async (folder: string): Promise<string[]> => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

/** Mails are written in the order of what happened: once a later bid's two mails are there, so are all before. */
async function untilAllAreWritten(post: Post, folder: string): Promise<void> {
  await post('/api/register-team', bid('last@example.org'))
  await post('/api/confirm-address/link', { email: 'last@example.org' })
  for (const end = Date.now() + waitedMs; Date.now() < end; await pause(100))
    if ((await mailsIn(folder)).filter((mail) => mail.includes('To: last@example.org')).length === 2) return
  throw new Error('The mails about the last bid were never written')
}

async function run({ databaseUrl, count }: AttackOptions): Promise<AttackResult> {
  const database = await freshDatabase(databaseUrl)
  const settings = { DATABASE_URL: database.url, EMAIL_CONFIRMATION: 'on', TRUST_PROXY: 'true' }
  const backend = await startBackend(settings)
  try {
    const post = posting(backend)
    const statuses = await flood(post, count)
    const folder = join(backend.dataDir, 'outbox')
    await untilAllAreWritten(post, folder)
    const mails = await mailsIn(folder)
    const victims = mails.filter((mail) => isVictims.test(mail)).length
    return {
      ...nothingFound,
      tried: statuses.length,
      leaked: mails.filter((mail) => mail.includes('Zebediah')).length,
      wrong: Math.max(0, victims - perDay),
      serverErrors: statuses.filter((status) => status >= 500).length,
      note: `${victims} mails to one mailbox`,
    }
  } finally {
    await backend.remove()
    await database.drop()
  }
}

/** An attacker types a victim's address into every public form there is, from everywhere. */
export const mailFlood: Attack = { name: 'mail-flood', fullCount: 3_000, run }
