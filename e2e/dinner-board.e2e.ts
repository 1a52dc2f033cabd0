import AxeBuilder from '@axe-core/playwright'
import type { Browser, Locator, Page } from '@playwright/test'
import { type Site, startSite } from './site.ts'
import { test as base, expect, td } from './test.ts'

/** A site with the demo's dishes, of which a few are checked in. */
const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await startSite({ SEED: 'demo' })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

interface SignedIn {
  readonly user: unknown
  readonly token: string
}

async function logIn(site: Site, who: { username: string; password: string } = td): Promise<SignedIn> {
  const answer = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  })
  return (await answer.json()) as SignedIn
}

async function ask(site: Site, token: string, operation: string, body?: unknown) {
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

async function itemsOf(site: Site, token: string): Promise<readonly Item[]> {
  return (await ask(site, token, 'GET /dinner-management/items')).body['items'] ?? []
}

/** Every dish back in Holding and no dinner begun, whatever the test before left behind. */
async function freshDinner(site: Site): Promise<SignedIn> {
  const who = await logIn(site)
  const { token } = who
  await ask(site, token, 'POST /dinner-management/session/start')
  await ask(site, token, 'POST /dinner-management/session/finish')
  await ask(site, token, 'POST /dinner-management/session/reset')
  await ask(site, token, 'PUT /dinner-management/layout', { warming_slots: 24, buffet_slots: 16 })
  return who
}

async function openBoard(page: Page, { user, token }: SignedIn, search = ''): Promise<void> {
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

const zone = (page: Page, name: 'Holding' | 'Warming' | 'Buffet') => page.getByRole('region', { name })
const place = (page: Page, key: string) => page.locator(`[data-drop="${key}"]`)
const dish = (page: Page, id: string) => page.locator(`[data-dish="${id}"]`)
const dishOn = (page: Page, key: string, id: string) => place(page, key).locator(`[data-dish="${id}"]`)

async function firstDish(page: Page): Promise<string> {
  return (await zone(page, 'Holding').locator('[data-dish]').first().getAttribute('data-dish')) ?? ''
}

async function stands(site: Site, { token }: SignedIn, id: string): Promise<string> {
  const item = (await itemsOf(site, token)).find((one) => one.id === id)
  return `${item?.management_zone}/${item?.management_position}`
}

const middleOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('this is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A finger that lies down, waits until the dish is lifted, and carries it; by the browser's own touch input. */
async function dragByFinger(page: Page, from: Locator, to: Locator): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const [start, end] = [await middleOf(from), await middleOf(to)]
  await touch('touchStart', [start])
  await expect(page.locator('[data-lifted]')).toHaveCount(1)
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }])
  await expect(page.locator('[data-over]')).toHaveCount(1)
  await touch('touchEnd', [])
}

async function dragByMouse(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y + 10, { steps: 3 })
  await page.mouse.move(end.x, end.y, { steps: 8 })
  await expect(page.locator('[data-over]')).toHaveCount(1)
  await page.mouse.up()
}

const devices = [
  { name: 'phone', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  { name: 'tablet', viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true },
  { name: 'desk', viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false },
] as const

async function pageOn(browser: Browser, site: Site, { name: _, ...device }: (typeof devices)[number]): Promise<Page> {
  return (await browser.newContext({ baseURL: site.url, ...device })).newPage()
}

for (const device of devices) {
  test(`a dish moves by drag on a ${device.name}`, async ({ browser, site }) => {
    const who = await freshDinner(site)
    const page = await pageOn(browser, site, device)
    await openBoard(page, who)
    const id = await firstDish(page)
    // On a phone the zones lie below each other, so the way is short: between two places that are seen together.
    await dish(page, id).click()
    await place(page, 'warming/0').getByRole('button').click()
    await expect(dishOn(page, 'warming/0', id)).toBeVisible()
    await place(page, 'warming/3').scrollIntoViewIfNeeded()
    const drag = device.hasTouch ? dragByFinger : dragByMouse
    await drag(page, dishOn(page, 'warming/0', id), place(page, 'warming/3'))
    await expect(dishOn(page, 'warming/3', id)).toBeVisible()
    await expect.poll(() => stands(site, who, id)).toBe('warming/3')
    await page.context().close()
  })

  test(`a dish moves by two taps on a ${device.name}, and back`, async ({ browser, site }) => {
    const who = await freshDinner(site)
    const page = await pageOn(browser, site, device)
    await openBoard(page, who)
    const id = await firstDish(page)
    const tap = (locator: Locator) => (device.hasTouch ? locator.tap() : locator.click())
    await tap(dish(page, id))
    await expect(dish(page, id)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('is in your hand')).toBeVisible()
    await tap(place(page, 'buffet/2').getByRole('button'))
    await expect(dishOn(page, 'buffet/2', id)).toBeVisible()
    await expect.poll(() => stands(site, who, id)).toBe('buffet/2')
    await tap(page.getByRole('button', { name: 'Undo last move' }))
    await expect(zone(page, 'Holding').locator(`[data-dish="${id}"]`)).toBeVisible()
    await expect.poll(() => stands(site, who, id)).toBe('holding/null')
    await expect(page.getByRole('button', { name: 'Undo last move' })).toBeDisabled()
    await page.context().close()
  })

  test(`a dish moves by keyboard on a ${device.name}`, async ({ browser, site }) => {
    const who = await freshDinner(site)
    const page = await pageOn(browser, site, device)
    await openBoard(page, who)
    const id = await firstDish(page)
    await dish(page, id).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByText('is in your hand')).toBeHidden()
    await page.keyboard.press('Space')
    const free = page.locator('[data-place="warming/0"]')
    for (let step = 0; step < 12 && !(await free.evaluate((one) => one === document.activeElement)); step++)
      await page.keyboard.press(device.name === 'phone' ? 'ArrowDown' : 'ArrowRight')
    await expect(free).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dishOn(page, 'warming/0', id)).toBeFocused()
    await expect.poll(() => stands(site, who, id)).toBe('warming/0')
    await page.context().close()
  })

  test(`the board is usable for everybody on a ${device.name}, by day and by night`, async ({ browser, site }) => {
    const who = await freshDinner(site)
    const page = await pageOn(browser, site, device)
    await openBoard(page, who)
    await ask(site, who.token, 'POST /dinner-management/session/start')
    const [first] = await itemsOf(site, who.token)
    const to = { zone: 'buffet', position: 0 }
    await ask(site, who.token, `PUT /dinner-management/items/${first?.id}/position`, to)
    await expect(page.getByRole('button', { name: /^Done/ })).toBeVisible()
    await dish(page, await firstDish(page)).click()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(device.viewport.width)
    await page.context().close()
  })
}

test('an evening: start, move, done, finish, leftovers, reset', async ({ page, site }) => {
  const who = await freshDinner(site)
  await openBoard(page, who)
  await expect(page.getByLabel('Warming slots')).toHaveValue('24')
  await expect(page.getByLabel('Buffet slots')).toHaveValue('16')
  const [one = '', other = ''] = (await itemsOf(site, who.token)).map(({ id }) => id)
  for (const [id, key] of [
    [one, 'buffet/0'],
    [other, 'buffet/1'],
  ] as const) {
    await dish(page, id).click()
    await place(page, key).getByRole('button').click()
    await expect(dishOn(page, key, id)).toBeVisible()
  }
  await expect(page.getByRole('button', { name: /^Done/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Start Dinner' }).click()
  await expect(page.getByText('Dinner In Progress')).toBeVisible()
  await expect(page.getByLabel('Warming slots')).toBeHidden()
  await expect(place(page, 'buffet/0').locator('[data-clock]')).not.toHaveAttribute('data-clock', '0')

  await place(page, 'buffet/0').getByRole('button', { name: /^Done/ }).click()
  await expect(dish(page, one)).toHaveCount(0)
  const finished = page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'Finished Items' }) })
  await finished.getByRole('heading', { name: 'Finished Items' }).click()
  await expect(finished.getByRole('listitem')).toHaveCount(1)

  await page.getByRole('button', { name: 'Finish Dinner' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to finish dinner? This will stop all buffet timers and mark remaining dishes as leftovers.',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('Dinner In Progress')).toBeVisible()
  await page.getByRole('button', { name: 'Finish Dinner' }).click()
  await question.getByRole('button', { name: 'Finish Dinner' }).click()
  await expect(page.getByText('Dinner Completed')).toBeVisible()
  const leftovers = page.getByRole('region', { name: 'Leftover Items' })
  await expect(leftovers.getByText('Last in Buffet')).toHaveCount(1)
  await expect(leftovers.getByText('Last in Holding').first()).toBeVisible()
  await expect(question).toBeHidden()
  const duringDinner = new Date().toISOString()

  await page.getByRole('button', { name: 'Reset Dinner' }).click()
  await expect(question).toContainText(
    'Are you sure you want to reset dinner? This will allow you to start a new dinner session.',
  )
  await question.getByRole('button', { name: 'Reset Dinner' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Start Dinner' })).toBeVisible()
  await expect(zone(page, 'Holding').locator(`[data-dish="${one}"]`)).toBeVisible()

  await page.goto(`/dinner/management?at=${duringDinner}`)
  await expect(page.getByText('Dinner Completed')).toBeVisible()
  await expect(page.getByText('Last in Buffet')).toHaveCount(1)
  await expect(page.locator('[data-dish], [data-place]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to now' }).click()
  await expect(page.getByRole('button', { name: 'Start Dinner' })).toBeVisible()
})

test('two people, one place: the second sees it and gets the dish back', async ({ browser, page, site }) => {
  const who = await freshDinner(site)
  await openBoard(page, who)
  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  await openBoard(other, await logIn(site, { username: 'admin', password: 'demo-admin' }))
  const [mine = '', theirs = ''] = (await itemsOf(site, who.token)).map(({ id }) => id)

  // This page does not hear of the other's move before it has made its own.
  await page.route('**/api/live*', (route) => route.abort())
  await page.reload()
  await expect(dish(page, mine)).toBeVisible()
  await dish(other, theirs).click()
  await place(other, 'buffet/5').getByRole('button').click()
  await expect.poll(() => stands(site, who, theirs)).toBe('buffet/5')

  await dish(page, mine).click()
  await place(page, 'buffet/5').getByRole('button').click()
  await expect(page.getByText('stays where it was. Another dish holds this place.')).toBeVisible()
  await expect(zone(page, 'Holding').locator(`[data-dish="${mine}"]`)).toBeVisible()
  await expect(dishOn(page, 'buffet/5', theirs)).toBeVisible()
  await other.context().close()
})

test('what somebody else moves is outlined with the name, and nothing else moves', async ({ page, site }) => {
  const who = await freshDinner(site)
  const admin = await logIn(site, { username: 'admin', password: 'demo-admin' })
  await openBoard(page, who)
  const [first = '', second = ''] = (await itemsOf(site, who.token)).map(({ id }) => id)
  await dish(page, second).hover()
  const before = await dish(page, second).boundingBox()
  const to = { zone: 'warming', position: 4 }
  await ask(site, admin.token, `PUT /dinner-management/items/${first}/position`, to)
  await expect(dishOn(page, 'warming/4', first)).toBeVisible()
  await expect(place(page, 'warming/4').getByText((admin.user as { full_name: string }).full_name)).toBeVisible()
  expect(await dish(page, second).boundingBox()).toEqual(before)
  await expect(page.locator('[data-news]')).toHaveCount(0)
})

test('the clock is right on a device whose own is an hour wrong, also after a reload', async ({ browser, site }) => {
  const who = await freshDinner(site)
  const [first] = await itemsOf(site, who.token)
  const to = { zone: 'buffet', position: 0 }
  await ask(site, who.token, `PUT /dinner-management/items/${first?.id}/position`, to)
  await ask(site, who.token, 'POST /dinner-management/session/start')
  const page = await (await browser.newContext({ baseURL: site.url })).newPage()
  await page.clock.install({ time: new Date(Date.now() + 3_600_000) })
  await openBoard(page, who)
  const clock = place(page, 'buffet/0').locator('[data-clock]')
  for (const _ of ['first', 'after a reload']) {
    const seconds = Number(await clock.getAttribute('data-clock'))
    expect(seconds).toBeLessThan(600)
    await expect.poll(async () => Number(await clock.getAttribute('data-clock'))).toBeGreaterThan(seconds)
    await page.reload()
    await expect(clock).toBeVisible()
  }
  await page.clock.fastForward('02:00:00')
  await expect(place(page, 'buffet/0')).toContainText('over 2 h')
  await page.clock.fastForward('02:00:00')
  await expect(place(page, 'buffet/0')).toContainText('over 4 h: take it off')
  await page.context().close()
})

test('the counts of slots can be changed before dinner, from 1 to 50', async ({ page, site }) => {
  await openBoard(page, await freshDinner(site))
  const warming = page.getByLabel('Warming slots')
  for (const wrong of ['0', '51']) {
    await warming.fill(wrong)
    await warming.press('Enter')
    await expect(page.getByText('Please use 1 to 50.')).toBeVisible()
  }
  await warming.fill('6')
  await page.getByRole('button', { name: 'Save slots' }).click()
  await expect(zone(page, 'Warming')).toContainText('0 of 6')
  await expect(place(page, 'warming/6')).toHaveCount(0)
})

test('a board that cannot be loaded says so, and comes on the next try', async ({ page, site }) => {
  const { user, token } = await freshDinner(site)
  await page.route('**/api/dinner-management/items', (route) => route.abort())
  await page.addInitScript(
    ([storedUser, storedToken]) => {
      localStorage.setItem('user', storedUser)
      localStorage.setItem('authToken', storedToken)
    },
    [JSON.stringify(user), token] as const,
  )
  await page.goto('/dinner/management')
  await expect(page.getByText('Failed to load items')).toBeVisible()
  await page.unroute('**/api/dinner-management/items')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(zone(page, 'Holding')).toBeVisible()
})

test('a helper is turned away', async ({ page, site }) => {
  const { user, token } = await logIn(site, { username: 'helper', password: 'demo-helper' })
  await page.addInitScript(
    ([storedUser, storedToken]) => {
      localStorage.setItem('user', storedUser)
      localStorage.setItem('authToken', storedToken)
    },
    [JSON.stringify(user), token] as const,
  )
  await page.goto('/dinner/management')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('Your role (helper) does not open Dinner Management.')).toBeVisible()
})
