import { type Browser, chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '../scripts/test/browser.ts'
import { median, startSite } from './pages.ts'
import type { Row } from './table.ts'

/** More dishes than any dinner has had so far. */
const dishes = 450
/** The tablet is so many times slower than this machine. */
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

/** Adds dishes to those of the demonstration, in Holding. */
async function addDishes(origin: string, token: string): Promise<void> {
  const { slots } = await send<{ slots: { id: string; category: string }[] }>(origin, 'GET', '/dinner-slots')
  const dishSlots = slots.filter(({ category }) => category === 'dishes')
  for (let count = 0; count < dishes; count++) {
    const body = { name: `Person ${count}`, slot_id: dishSlots[count % dishSlots.length]?.id }
    await send(origin, 'POST', '/dinner-management/walk-ins', body, token)
  }
}

interface SlowPage {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly slowdown: number
  /** The selector of an element that is there once the page is complete. */
  readonly until: string
}

/** Returns what a browser stores of a signed-in user, as Playwright's `storageState`. */
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
    // Its requests beside the page would be measured as well.
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.locator(slow.until).first().waitFor({ state: 'attached' })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slow.slowdown })
  return page
}

/** Milliseconds from a tap to the frame after the one that shows its effect. */
const tap = (page: Page, selector: string): Promise<number> =>
  page.evaluate(async (chosen) => {
    const element = document.querySelector<HTMLElement>(chosen)
    if (!element) throw new Error(`No element is ${chosen}`)
    const began = performance.now()
    element.click()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return performance.now() - began
  }, selector)

/** Measures picking a dish up and putting it down on a full board: the median of the taps and the slowest one. */
export async function measureBoard(rounds: number): Promise<Row[]> {
  const site = await startSite()
  const browser = await chromium.launch({ executablePath: await ensureBrowser() })
  try {
    const who = await send<SignedIn>(site.origin, 'POST', '/auth/login', { username: 'admin', password: 'demo-admin' })
    await addDishes(site.origin, who.token)
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
      const row = (label: string, ours: number, aim: string): Row => {
        return { what: label, unit: 'ms', ours, against: 'aim', theirs: aimMs, ratio: ours / aimMs, aim }
      }
      const taken = values as number[]
      return [row(what, median(taken), '≤ 1'), row(`${what}, slowest`, Math.max(...taken), 'none')]
    })
  } finally {
    await browser.close()
    await site.stop()
  }
}
