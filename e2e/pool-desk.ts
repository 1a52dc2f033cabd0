import type { Browser, CDPSession, Locator, Page, Route } from '@playwright/test'
import type { Site } from './site.ts'
import { arriveSignedIn, test as base, expect, td, watch } from './test.ts'

export const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }
export const desk = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false }
const teams = ['Gobble Huckers', 'Gravy Layout', 'Stuffing Stall', 'Pumpkin Pivot'].map((name) => `${name} (pools)`)
export const [first = '', second = '', third = ''] = teams

interface Answer {
  readonly token: string
  readonly pools: readonly { readonly name: string }[]
  readonly teams: readonly { readonly id: string; readonly team_name: string }[]
}
type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

interface PoolDesk {
  /** A call of the TD, past all pages. */
  readonly ask: Ask
  /** The TD's page with the builder, where no pool was saved or published before. */
  readonly builder: Page
  /** Another browser that shows the pools; it is closed after the test, whose problems count as well. */
  readonly another: (as: 'td' | 'public', size: typeof desk) => Promise<Page>
}

export const test = base.extend<PoolDesk>({
  ask: async ({ site }, use) => {
    const { token } = await call(site, null)('POST', '/auth/login', td)
    await use(call(site, token))
  },
  builder: async ({ page, ask }, use) => {
    await prepare(ask)
    await arriveSignedIn(page)
    await openBuilder(page)
    await use(page)
  },
  another: async ({ browser, site }, use) => {
    const problems: string[] = []
    const pages: Page[] = []
    await use(async (as, size) => {
      const page = await newPage(browser, site, size)
      pages.push(page)
      await watch(page, problems)
      if (as === 'td') await arriveSignedIn(page)
      await (as === 'td' ? openBuilder(page) : page.goto('/tournament/poolplay?division=comp'))
      return page
    })
    for (const page of pages) await page.context().close()
    expect(problems).toEqual([])
  },
})

const newPage = async (browser: Browser, site: Site, size: typeof desk): Promise<Page> =>
  (await browser.newContext({ baseURL: site.url, ...size })).newPage()

async function openBuilder(page: Page): Promise<void> {
  await page.goto('/tournament/poolplay?division=comp')
  // The builder is a file of its own, which a busy machine takes its time to bring.
  await expect(page.getByRole('button', { name: 'Add Pools' })).toBeVisible({ timeout: 30_000 })
}

const call =
  (site: Site, token: string | null): Ask =>
  async (method, path, body) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return (await (await fetch(`${site.url}/api${path}`, init)).json()) as Answer
  }

/** An empty desk in both divisions, and the teams that these tests need. */
async function prepare(ask: Ask): Promise<void> {
  for (const division of ['comp', 'rec']) {
    await ask('DELETE', `/pool-play/clear-published/${division}`)
    await ask('POST', '/pool-play/save', { division, pools: [] })
  }
  const known = (await ask('GET', '/registered-teams')).teams.map(({ team_name }) => team_name)
  for (const name of teams.filter((name) => !known.includes(name))) await ask('POST', '/register-team', bidOf(name))
}

export const bidOf = (teamName: string) => ({
  ...{ teamName, division: 'comp', location: 'Huntsville, AL', captainName: 'Robin Ridge' },
  ...{ captainEmail: 'robin@example.org', captainPhone: '(256) 555-0142' },
})

export const place = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^${label} `) })
export const chip = (page: Page, team: string) => page.locator('[data-team]').filter({ hasText: team })
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

export async function addPools(page: Page, count: number, size: number): Promise<void> {
  await page.getByLabel('Number of pools').fill(String(count))
  await page.getByLabel('Pool size').fill(String(size))
  await page.getByRole('button', { name: 'Add Pools' }).click()
}

export async function expectPlaced(page: Page, label: string, team: string): Promise<void> {
  await expect(place(page, label)).toHaveAccessibleName(`${label} ${team}`)
}

export async function saveAll(page: Page): Promise<void> {
  await save(page).click()
  await expect(page.getByText('Configuration saved successfully for all divisions!')).toBeVisible()
  await expect(page.getByText('Unsaved Changes...')).toBeHidden()
}

/** Nothing below this address of the pools is reached until the function that comes back is called. */
export async function cutLine(page: Page, address: string): Promise<() => Promise<void>> {
  const path = `**/api/pool-play/${address}`
  const cut = (route: Route) => route.abort()
  await page.route(path, cut)
  return () => page.unroute(path, cut)
}

/** The words on the page while the browser makes a sheet of it. */
export async function sheetOf(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByText(/^As of /)).toBeVisible()
  await page.evaluate(() =>
    addEventListener('beforeprint', () => Object.assign(window, { sheet: document.querySelector('main')?.innerText })),
  )
  await page.pdf()
  await page.emulateMedia({ media: null })
  return page.evaluate(() => (window as unknown as { sheet: string }).sheet)
}

const centreOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

export async function dragByMouse(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await centreOf(from)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y + 10, { steps: 4 })
  await expect(page.locator('[data-possible]').first()).toBeVisible()
  await follow(page, to, async ({ x, y }) => {
    await page.mouse.move(x + 4, y + 4, { steps: 12 })
    await page.mouse.move(x, y)
  })
  await page.mouse.up()
}

/** Near an edge the page scrolls under what is dragged: like a person, goes where the place is by now. */
async function follow(page: Page, to: Locator, move: (point: { x: number; y: number }) => Promise<void>) {
  await expect(async () => {
    await move(await centreOf(to))
    await expect(page.locator('[data-target]').filter({ has: to })).toBeAttached({ timeout: 500 })
  }).toPass()
}

/** A finger that rests on a team until it is lifted, then moves. */
export async function dragByFinger(page: Page, from: Locator, to: Locator): Promise<void> {
  const finger: CDPSession = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const start = await centreOf(from)
  await touch('touchStart', [start])
  await expect(page.locator('[data-possible]').first()).toBeAttached()
  let at = start
  await follow(page, to, async (end) => {
    const from = at
    for (let step = 1; step <= 12; step++) {
      at = { x: from.x + ((end.x - from.x) * step) / 12, y: from.y + ((end.y - from.y) * step) / 12 }
      await touch('touchMove', [at])
    }
  })
  await touch('touchEnd', [])
}
