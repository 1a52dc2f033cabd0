import { type Browser, chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '../scripts/test/browser.ts'
import { median, startSite } from './pages.ts'
import type { Row } from './table.ts'

/** More than any dinner so far, on a tablet that is four times slower than this machine. */
const dishes = 450
const slowdown = 4
const aimMs = 100

export interface SignedIn {
  readonly user: unknown
  readonly token: string
}

export async function send<Answer>(origin: string, method: string, path: string, body?: unknown, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
  return (await answer.json()) as Answer
}

/** So many dishes in Holding, beside those of the demonstration. */
async function fill(origin: string, token: string): Promise<void> {
  const { slots } = await send<{ slots: { id: string; category: string }[] }>(origin, 'GET', '/dinner-slots')
  const own = slots.filter(({ category }) => category === 'dishes')
  for (let count = 0; count < dishes; count++) {
    const body = { name: `Person ${count}`, slot_id: own[count % own.length]?.id }
    await send(origin, 'POST', '/dinner-management/walk-ins', body, token)
  }
}

interface SlowPage {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly slowdown: number
  /** What is there once the page is complete. */
  readonly until: string
}

/** What a browser keeps of someone who has signed in. */
export function signedInState(url: string, { user, token }: SignedIn) {
  const localStorage = [
    { name: 'user', value: JSON.stringify(user) },
    { name: 'authToken', value: token },
  ]
  return { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] }
}

/** Opens a page as a user on a slow device. */
export async function openSlowly(browser: Browser, url: string, who: SignedIn, slow: SlowPage): Promise<Page> {
  const context = await browser.newContext({
    viewport: slow.viewport,
    storageState: signedInState(url, who),
    // What it fetches beside the page would be measured with it.
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.locator(slow.until).first().waitFor({ state: 'attached' })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slow.slowdown })
  return page
}

/** Milliseconds from a tap to the frame after the one that shows what it did. */
const tap = (page: Page, selector: string): Promise<number> =>
  page.evaluate(async (chosen) => {
    const element = document.querySelector<HTMLElement>(chosen)
    if (!element) throw new Error(`nothing is ${chosen}`)
    const began = performance.now()
    element.click()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return performance.now() - began
  }, selector)

const worst = (values: readonly number[]): number => Math.max(...values)

/** How long picking a dish up and putting it down takes on a full board: the median of so many taps, and the slowest. */
export async function measureBoard(rounds: number): Promise<Row[]> {
  const site = await startSite()
  const browser = await chromium.launch({ executablePath: await ensureBrowser() })
  try {
    const who = await send<SignedIn>(site.origin, 'POST', '/auth/login', { username: 'admin', password: 'demo-admin' })
    await fill(site.origin, who.token)
    const page = await openSlowly(browser, `${site.origin}/dinner/management`, who, {
      viewport: { width: 1280, height: 800 },
      slowdown,
      until: `:nth-match(#zone-holding [data-dish], ${dishes})`,
    })
    const picked: number[] = []
    const put: number[] = []
    for (let round = 0; round < rounds; round++) {
      picked.push(await tap(page, '#zone-holding [data-dish]'))
      put.push(await tap(page, `[data-place="warming/${round}"]`))
      await page.locator(`[data-drop="warming/${round}"] [data-dish]`).waitFor()
    }
    return [
      ['pick up', picked],
      ['put down', put],
    ].flatMap(([name, values]) => {
      const what = `${name} one of ${dishes} dishes, ${slowdown}× slower`
      const row = (told: string, ours: number, aim: string): Row => {
        return { what: told, unit: 'ms', ours, against: 'aim', theirs: aimMs, ratio: ours / aimMs, aim }
      }
      const taken = values as number[]
      return [row(what, median(taken), '≤ 1'), row(`${what}, slowest`, worst(taken), 'none')]
    })
  } finally {
    await browser.close()
    await site.stop()
  }
}
