import type { Browser, Locator, Page } from '@playwright/test'
import { type Site, startSite } from './site.ts'
import { test as base, expect, td } from './test.ts'

/** A site with the demo's dishes, of which a few are checked in. */
export const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await startSite({ SEED: 'demo' })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

export interface SignedIn {
  readonly user: unknown
  readonly token: string
}

export async function logIn(site: Site, who: { username: string; password: string } = td): Promise<SignedIn> {
  const answer = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  })
  return (await answer.json()) as SignedIn
}

export async function ask(site: Site, token: string, operation: string, body?: unknown) {
  const [method = 'GET', path = ''] = operation.split(' ')
  const answer = await fetch(`${site.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, never> }
}

interface Item {
  readonly id: string
  readonly slot_name: string
  readonly person_name: string
  readonly management_zone: string
  readonly management_position: number | null
}

export async function itemsOf(site: Site, token: string): Promise<readonly Item[]> {
  return (await ask(site, token, 'GET /dinner-management/items')).body['items'] ?? []
}

/** Every dish back in Holding and no dinner begun, whatever the test before left behind. */
export async function freshDinner(site: Site): Promise<SignedIn> {
  const who = await logIn(site)
  const { token } = who
  await ask(site, token, 'POST /dinner-management/session/start')
  await ask(site, token, 'POST /dinner-management/session/finish')
  await ask(site, token, 'POST /dinner-management/session/reset')
  await ask(site, token, 'PUT /dinner-management/layout', { warming_slots: 24, buffet_slots: 16 })
  return who
}

export async function openBoard(page: Page, { user, token }: SignedIn, search = ''): Promise<void> {
  await page.addInitScript(
    ([storedUser, storedToken]) => {
      localStorage.setItem('user', storedUser)
      localStorage.setItem('authToken', storedToken)
    },
    [JSON.stringify(user), token] as const,
  )
  await page.goto(`/dinner/management${search}`)
  await expect(page.getByRole('region', { name: 'Buffet' })).toBeVisible()
}

export const zone = (page: Page, name: 'Holding' | 'Warming' | 'Buffet') => page.getByRole('region', { name })
export const place = (page: Page, key: string) => page.locator(`[data-drop="${key}"]`)
export const dish = (page: Page, id: string) => page.locator(`[data-dish="${id}"]`)
export const dishOn = (page: Page, key: string, id: string) => place(page, key).locator(`[data-dish="${id}"]`)

export async function firstDish(page: Page): Promise<string> {
  return (await zone(page, 'Holding').locator('[data-dish]').first().getAttribute('data-dish')) ?? ''
}

export async function stands(site: Site, { token }: SignedIn, id: string): Promise<string> {
  const item = (await itemsOf(site, token)).find((one) => one.id === id)
  return `${item?.management_zone}/${item?.management_position}`
}

export const middleOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('this is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The browser's own touch input. */
export async function finger(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: points })
}

/** A finger that lies down, waits until the dish is lifted, and carries it. */
export async function dragByFinger(page: Page, from: Locator, to: Locator): Promise<void> {
  const touch = await finger(page)
  const [start, end] = [await middleOf(from), await middleOf(to)]
  await touch('touchStart', [start])
  await expect(page.locator('[data-lifted]')).toHaveCount(1)
  await aim(page, async () => {
    for (const part of [0.25, 0.5, 0.75, 1])
      await touch('touchMove', [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }])
  })
  await touch('touchEnd', [])
}

export async function dragByMouse(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y + 10, { steps: 3 })
  await aim(page, async () => {
    await page.mouse.move(end.x + 4, end.y + 4, { steps: 8 })
    await page.mouse.move(end.x, end.y)
  })
  await page.mouse.up()
}

/** No hand is quite still: what moved before a busy page had lifted the dish is followed by more. */
async function aim(page: Page, move: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await move()
    await expect(page.locator('[data-over]')).toHaveCount(1, { timeout: 500 })
  }).toPass()
}

export const devices = [
  { name: 'phone', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  { name: 'tablet', viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true },
  { name: 'desk', viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false },
] as const

export async function pageOn(
  browser: Browser,
  site: Site,
  { name: _, ...device }: (typeof devices)[number],
): Promise<Page> {
  return (await browser.newContext({ baseURL: site.url, ...device })).newPage()
}
