import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { buildSite } from '../../../scripts/build.ts'
import { ensureBrowser } from '../../../scripts/test/browser.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { type BackendProcess, startBackend } from '../backend-process.ts'
import { addSlot, register, sendAsTd, succeed } from '../site-client.ts'

/**
 * The private links of mails as relays rewrite them, each opened in a browser of its own as a scanner would: the page shows
 * what the link leads to or asks for a press, nothing is stored because of it, and no token reaches a log.
 */
export const links: Attack = { name: 'links', fullCount: 40, run }

const zeroWidth = '\u200b'
const rewritten: readonly ((link: string) => string)[] = [
  (link) => link,
  (link) => link.replace('#', '%23'),
  (link) => `${link}.`,
  (link) => `${link}>`,
  (link) => `${link}${encodeURIComponent(zeroWidth)}`,
  (link) => link.replace('#', '?utm_source=newsletter#'),
  (link) => `${link.replace('#', '%23')}&utm_source=newsletter`,
  (link) => link.replace(/(.{20})$/, '%0D%0A$1'),
  (link) => link.replace(/(.{20})$/, '%20$1'),
  (link) => link.replace('=', '%3D').replace('#', '%23'),
  (link) => link.replace('=', '=3D'),
]

const shownWithinMs = 60_000
const teamName = 'Sawyers and Finns'

/** The link that confirms a bid's address, then those of a captain, a volunteer and a user who has lost the password. */
async function run({ count, ...options }: AttackOptions): Promise<AttackResult> {
  await buildSite()
  const half = Math.ceil(count / 2)
  const [one, other] = [
    await openAll('on', { ...options, count: half }),
    await openAll('off', { ...options, count: half }),
  ]
  const sum = (of: 'tried' | 'lost' | 'leaked' | 'wrong') => one[of] + other[of]
  const counts = { tried: sum('tried'), lost: sum('lost'), leaked: sum('leaked'), wrong: sum('wrong') }
  return { ...nothingFound, ...counts, note: one.note || (other.note ?? '') }
}

async function openAll(confirmation: 'on' | 'off', { databaseUrl, count, seed }: AttackOptions): Promise<AttackResult> {
  const database = await freshDatabase(databaseUrl)
  const backend = await startBackend({ DATABASE_URL: database.url, EMAIL_CONFIRMATION: confirmation })
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
  let [wrong, lost] = [0, 0]
  try {
    const all = await mailedLinks(backend, await askForLinks(backend, confirmation))
    const events = async () => Number((await database.sql`select count(*)::int as count from events`)[0]?.['count'])
    const before = await events()
    const unread = new Set<string>()
    for (let round = 0; round < count; round++) {
      const link = all[round % all.length] as string
      const rewrite = rewritten[(seed + Math.floor(round / all.length)) % rewritten.length] as (link: string) => string
      if (await isUnderstood(browser, rewrite(link))) continue
      lost += 1
      unread.add(rewrite('…/page#token=T'))
    }
    wrong += Math.abs((await events()) - before)
    // Of a long path the log has the beginning.
    const tokens = all.map((link) => link.split('=')[1]?.slice(0, 60) ?? '')
    const leaked = tokens.filter((token) => backend.printed().includes(token)).length
    return { ...nothingFound, tried: count, lost, leaked, wrong, note: [...unread].slice(0, 3).join(' ') }
  } finally {
    await browser.close()
    await backend.remove()
    await database.drop()
  }
}

/** Resolves once there are so many. */
async function mailedLinks({ origin, dataDir }: BackendProcess, count: number): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  for (;;) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(names.map(async (name) => decoded(await readFile(join(folder, name), 'utf8'))))
    const found = new Set(mails.flatMap((mail) => mail.match(/https?:\S+#(?:token|link)=[\w.-]+/g) ?? []))
    if (found.size === count) return [...found].map((link) => link.replace(/^https?:\/\/[^/]+/, origin))
  }
}

const decoded = (mail: string): string => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

/** Returns how many there will be. */
async function askForLinks({ origin }: BackendProcess, confirmation: 'on' | 'off'): Promise<number> {
  const send = await sendAsTd(origin)
  const { id: captainId } = await register(send, origin, teamName)
  if (confirmation === 'on') return 1
  const slotId = await addSlot(send, origin, { name: 'Pie', max_signups: 1 })
  const post = (path: string, body: object) => send(origin, { method: 'POST', path, body })
  await succeed(post('/api/dinner-signup', { personName: 'Sid', email: 'sid@example.org', captainId, slotId }))
  const { status } = await post('/api/auth/forgot-password', { email: 'td@localhost' })
  if (status >= 300) throw new Error(`No link to a new password was sent: ${status}`)
  return 3
}

/** Whether the page that the link opens in a fresh profile shows the team's bid, or asks for a press or a password. */
async function isUnderstood(browser: Browser, link: string): Promise<boolean> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(link)
    const bid = page.locator(`input[value="${teamName}"]`)
    const question = page.getByRole('button', { name: /^(Confirm My Address|Show My Sign-ups)$/ })
    const password = page.getByRole('form', { name: 'Set a new password' })
    await bid.or(question).or(password).first().waitFor({ timeout: shownWithinMs })
    return true
  } catch {
    return false
  } finally {
    await context.close()
  }
}
