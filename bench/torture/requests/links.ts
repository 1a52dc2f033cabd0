import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { freshDatabase } from '@ultimate/backend/platform/database/fresh-database.ts'
import { buildSite } from '../../../scripts/build.ts'
import { ensureBrowser } from '../../../scripts/test/browser.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { type BackendProcess, startBackend } from '../backend-process.ts'

/**
 * The private links of mails as relays rewrite them, each opened in a browser of its own as a scanner would: the page shows
 * the bid or offers to confirm it, nothing is stored because of it, and no token reaches a log.
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

const shownWithinMs = 10_000
const teamName = 'Sawyers and Finns'

/** The link that confirms a bid's address, then the captain's own. */
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
    const all = await mailedLinks(backend)
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
    const tokens = all.map((link) => link.split('token=')[1]?.slice(0, 60) ?? '')
    const leaked = tokens.filter((token) => backend.printed().includes(token)).length
    return { ...nothingFound, tried: count, lost, leaked, wrong, note: [...unread].slice(0, 3).join(' ') }
  } finally {
    await browser.close()
    await backend.remove()
    await database.drop()
  }
}

/** Those in the mails about a bid that is made now. */
async function mailedLinks({ origin, dataDir }: BackendProcess): Promise<string[]> {
  const captain = { captainName: 'Becky', captainEmail: 'becky@example.org', captainPhone: '256-555-0142' }
  const body = JSON.stringify({ teamName, location: 'Florence, AL', division: 'rec', ...captain })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${origin}/api/register-team`, { method: 'POST', headers, body })
  const folder = join(dataDir, 'outbox')
  for (;;) {
    const mails = await Promise.all(
      (await readdir(folder).catch(() => []))
        .filter((name) => name.endsWith('.eml'))
        .map(async (name) =>
          (await readFile(join(folder, name), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='),
        ),
    )
    const found = mails.flatMap((mail) => mail.match(/https?:\S+#token=[\w.-]+/g) ?? [])
    if (found.length > 0) return [...new Set(found)].map((link) => link.replace(/^https?:\/\/[^/]+/, origin))
  }
}

/** Whether the page that the link opens in a fresh profile shows the team's bid, or offers to confirm its address. */
async function isUnderstood(browser: Browser, link: string): Promise<boolean> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(link)
    const bid = page.locator(`input[value="${teamName}"]`)
    const question = page.getByRole('button', { name: 'Confirm My Address' })
    await bid.or(question).first().waitFor({ timeout: shownWithinMs })
    return true
  } catch {
    return false
  } finally {
    await context.close()
  }
}
