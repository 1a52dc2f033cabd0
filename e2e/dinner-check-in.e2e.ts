import AxeBuilder from '@axe-core/playwright'
import type { APIRequestContext, Page, Request } from '@playwright/test'
import { type Site, startSite } from './site.ts'
import { test as base, expect, td } from './test.ts'

/** A dinner with 88 dishes and 12 servers, some of the dishes at the door already; seen on a phone. */
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
test.use({ viewport: { width: 360, height: 740 } })

const helper = { username: 'helper', password: 'demo-helper' }
const dishes = '/dinner/checkin'
const servers = '/dinner/server-checkin'

const pending = (page: Page) => page.getByRole('region', { name: 'Pending' })
const here = (page: Page) => page.getByRole('region', { name: 'Checked In' })
const rows = (list: ReturnType<typeof pending>) => list.getByRole('listitem')
const search = (page: Page) => page.getByRole('searchbox')
const counter = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: label }) })
    .locator('dd')
const leaveList = (page: Page) => page.mouse.move(1, 1)

async function tokenOf(request: APIRequestContext, who: { username: string; password: string }) {
  return (await (await request.post('/api/auth/login', { data: who })).json()) as { token: string; user: unknown }
}

/** Opens the page as somebody who signed in before. */
async function open(page: Page, path: string, { rowsShow = true } = {}): Promise<void> {
  const { token, user } = await tokenOf(page.request, helper)
  await page.goto('/')
  await page.evaluate(
    ([authToken, stored]) => {
      localStorage.setItem('authToken', authToken)
      localStorage.setItem('user', stored)
    },
    [token, JSON.stringify(user)] as const,
  )
  await page.goto(path)
  if (rowsShow) await expect(rows(pending(page)).first()).toBeVisible()
}

const nameIn = (page: Page, index: number) => rows(pending(page)).nth(index).locator('bdi').first().innerText()

/** The pending row of the first person and dish, told apart from other dishes of that person. */
async function firstRow(page: Page) {
  const who = rows(pending(page)).first().locator('[id^="who-"]')
  const id = (await who.getAttribute('id'))?.replace('who-', '') ?? ''
  return {
    id,
    person: await who.locator('bdi').first().innerText(),
    inPending: pending(page).locator(`#who-${id}`),
    inHere: rows(here(page)).filter({ has: page.locator(`#here-${id}`) }),
    checkIn: rows(pending(page)).first().getByRole('button', { name: 'Check In' }),
  }
}

test('a dish is checked in by one press, with its time, and undone from either place', async ({ page }) => {
  await open(page, dishes)
  await expect(search(page)).toBeFocused()
  const total = Number(await counter(page, 'Total Dishes').innerText())
  const before = Number(await counter(page, 'Checked In').innerText())
  expect(total).toBe(88)
  const row = await firstRow(page)
  const requests: Request[] = []
  page.on('request', (request) => request.method() === 'PUT' && requests.push(request))
  const pressedAfter = Date.now()
  await row.checkIn.click()
  await expect(row.inHere.locator('time')).toHaveText(/^\d{1,2}:\d{2} [AP]M$/)
  await expect(counter(page, 'Checked In')).toHaveText(String(before + 1))
  await expect(counter(page, 'Pending')).toHaveText(String(total - before - 1))
  await expect(row.inPending).toHaveCount(0)
  await expect(rows(here(page)).first()).toContainText(row.person)

  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(row.inPending).toHaveCount(1)
  await expect(counter(page, 'Checked In')).toHaveText(String(before))
  await rows(pending(page)).first().getByRole('button', { name: 'Check In' }).click()
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  await expect(row.inPending).toHaveCount(1)

  const keys = requests.map((request) => request.headers()['idempotency-key'])
  expect(new Set(keys).size).toBe(4)
  expect(keys).not.toContain(undefined)
  for (const request of requests) expect(Date.parse(request.postDataJSON().at)).toBeGreaterThanOrEqual(pressedAfter)
})

test('the search finds dishes by person and by dish, and servers by name only', async ({ page }) => {
  await open(page, dishes)
  await page.keyboard.type('cornbread')
  await expect(rows(pending(page)).filter({ hasNotText: 'Cornbread' })).toHaveCount(0)
  await expect(counter(page, 'Total Dishes')).toHaveText('88')
  await search(page).fill('ALMA whit')
  await expect(rows(pending(page)).filter({ hasNotText: 'Alma Whitfield' })).toHaveCount(0)
  await search(page).fill('no such dish')
  await expect(page.getByText('Nothing matches “no such dish”')).toBeVisible()
  await page.getByRole('button', { name: 'Show everybody' }).click()
  await expect(search(page)).toHaveValue('')

  await open(page, servers)
  await expect(search(page)).toBeFocused()
  const name = await nameIn(page, 0)
  await page.keyboard.type(name.toLowerCase())
  await expect(rows(pending(page)).filter({ hasNotText: name })).toHaveCount(0)
  await search(page).fill('buffet line')
  await expect(page.getByText('Nothing matches “buffet line”')).toBeVisible()
})

test('servers stand together by slot, the earliest first, and are checked in and undone', async ({ page }) => {
  await open(page, servers)
  const ranges = await pending(page).getByRole('heading', { level: 3 }).locator('time').allInnerTexts()
  expect(ranges.length).toBeGreaterThan(2)
  for (const range of ranges) expect(range).toMatch(/^\d{1,2}:(00|30) PM - \d{1,2}:(00|30) PM$/)
  const starts = ranges.map((range) => Number(range.split(':')[0]) * 60 + Number(range.slice(-11, -9)))
  expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  const total = await counter(page, 'Total Servers').innerText()
  const row = await firstRow(page)
  await row.checkIn.click()
  await expect(row.inHere).toContainText(row.person)
  await expect(row.inPending).toHaveCount(0)
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  await expect(row.inPending).toHaveCount(1)
  await expect(counter(page, 'Pending')).toHaveText(total)
})

/**
 * A pointer that stays over the list and never quite rests. Told inside the page, where no round trip to a busy
 * browser can come between two movements.
 */
async function keepMoving(page: Page): Promise<() => Promise<void>> {
  const moving = await rows(pending(page))
    .nth(1)
    .evaluateHandle((row) => {
      const move = () => row.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }))
      return window.setInterval(move, 100)
    })
  return () => moving.evaluate((timer) => window.clearInterval(timer))
}

test('a check-in leaves the other device’s list, but not from under a pointer or the focus', async ({
  page,
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 740 } })
  const other = await context.newPage()
  await Promise.all([open(page, dishes), open(other, dishes)])
  const count = await rows(pending(page)).count()
  const [first, second] = await Promise.all([nameIn(page, 0), nameIn(page, 1)])
  const row = await firstRow(page)
  const listed = rows(pending(other)).filter({ has: other.locator(`#who-${row.id}`) })
  const checkIn = () => listed.getByRole('button', { name: 'Check In' }).click()
  const undo = () =>
    rows(here(other))
      .filter({ has: other.locator(`#here-${row.id}`) })
      .getByRole('button', { name: 'Undo' })
      .click()
  await checkIn()
  await expect(row.inPending).toHaveCount(0)
  expect(await nameIn(page, 0)).toBe(second)

  await undo()
  await leaveList(other)
  await expect(row.inPending).toHaveCount(1)
  await rows(pending(page)).nth(2).getByRole('button').focus()
  await page.keyboard.press('Tab')
  await checkIn()
  await expect(rows(pending(page)).first().getByRole('button')).toHaveText('Checked In')
  await expect(rows(pending(page))).toHaveCount(count)
  expect(await nameIn(page, 0)).toBe(first)
  await search(page).focus()
  await expect(rows(pending(page))).toHaveCount(count - 1)

  await undo()
  await expect(row.inPending).toHaveCount(1)
  const target = await rows(pending(page)).nth(1).boundingBox()
  const [x, y] = [(target?.x ?? 0) + 20, (target?.y ?? 0) + 20]
  await page.mouse.move(x, y)
  const rest = await keepMoving(page)
  await leaveList(other)
  await checkIn()
  await expect(rows(pending(page)).first().getByRole('button')).toHaveText('Checked In')
  expect((await rows(pending(page)).nth(1).boundingBox())?.y).toBe(target?.y)
  await rest()
  await expect(row.inPending).toHaveCount(0)
  await undo()
  await expect(row.inPending).toHaveCount(1)
  await context.close()
})

test('two quick presses check in the two rows that were aimed at', async ({ page }) => {
  await open(page, dishes)
  const ids = await pending(page)
    .locator('[id^="who-"]')
    .evaluateAll((found) => found.slice(0, 2).map(({ id }) => id.replace('who-', '')))
  const buttons = pending(page).getByRole('button', { name: 'Check In' })
  const boxes = [await buttons.nth(0).boundingBox(), await buttons.nth(1).boundingBox()]
  for (const box of boxes) await page.mouse.click((box?.x ?? 0) + 30, (box?.y ?? 0) + 20, { delay: 80 })
  for (const id of ids) await expect(here(page).locator(`#here-${id}`)).toHaveCount(1)
  await leaveList(page)
  for (const id of ids) {
    await rows(here(page))
      .filter({ has: page.locator(`#here-${id}`) })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(pending(page).locator(`#who-${id}`)).toHaveCount(1)
  }
})

const expired = 'Your session has expired due to a server update. Please refresh the page and log in again.'
const denied = 'Authentication failed. Please log in again.'
const broken = { code: 'X', message: 'The oven is on fire.', error: 'The oven is on fire.' }

for (const [path, status, code, sentence] of [
  [dishes, 401, 'INVALID_SIGNATURE', expired],
  [dishes, 403, 'INVALID_SIGNATURE', expired],
  [dishes, 401, 'TOKEN_EXPIRED', denied],
  [dishes, 403, 'FORBIDDEN', denied],
  [servers, 401, 'TOKEN_EXPIRED', denied],
] as const) {
  test(`${path}: ${status} ${code} is said, and the token removed`, async ({ page }) => {
    await open(page, path)
    await page.route('**/checkin', (route) => route.fulfill({ status, json: { ...broken, code } }))
    const loads: string[] = []
    page.on('load', () => loads.push(page.url()))
    await (await firstRow(page)).checkIn.click()
    await expect(page.getByText(sentence)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
    if (code === 'INVALID_SIGNATURE') await expect.poll(() => loads.length).toBe(1)
    await expect(page.getByText(sentence)).toHaveCount(code === 'INVALID_SIGNATURE' ? 0 : 1)
  })
}

for (const [path, sentence] of [
  [dishes, 'Authentication required. Please log in again.'],
  [servers, 'Not authenticated'],
] as const) {
  test(`${path}: a press without a token is told so and sends nothing`, async ({ page }) => {
    await open(page, path)
    const puts: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && puts.push(request.url()))
    await page.evaluate(() => localStorage.removeItem('authToken'))
    await (await firstRow(page)).checkIn.click()
    await expect(page.getByText(sentence)).toBeVisible()
    expect(puts).toEqual([])
  })
}

for (const [path, answer, sentence] of [
  [dishes, broken, 'Failed to update check-in status: The oven is on fire.'],
  [dishes, { error: 'Ashes' }, 'Failed to update check-in status: Ashes'],
  [dishes, null, 'Failed to update check-in status: Internal Server Error'],
  [servers, broken, 'Error updating check-in status'],
] as const) {
  test(`${path}: a refused check-in comes back with "${sentence}"`, async ({ page }) => {
    await open(page, path)
    const row = await firstRow(page)
    const status = 500
    await page.route('**/checkin', (route) =>
      route.fulfill(answer ? { status, json: answer } : { status, body: '<h1>Oops</h1>' }),
    )
    await row.checkIn.click()
    await expect(page.getByRole('alert').getByText(sentence, { exact: true })).toBeVisible()
    await expect(row.inPending).toHaveCount(1)
    await expect(rows(pending(page)).first()).toContainText('Not saved')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText(sentence)).toHaveCount(0)
    await expect(page.getByText('Not saved')).toHaveCount(0)
  })
}

test('a check-in that got no answer is tried again as the same one', async ({ page }) => {
  await open(page, dishes)
  const row = await firstRow(page)
  const sent: { key: string | undefined; body: string | null }[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push({ key: request.headers()['idempotency-key'], body: request.postData() })
  })
  await page.route('**/checkin', (route) => route.abort())
  await row.checkIn.click()
  const sentence = 'Network error. Please check your connection and try again.'
  await expect(page.getByRole('alert').getByText(sentence)).toBeVisible()
  await expect(row.inPending).toHaveCount(1)
  await page.unroute('**/checkin')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row.inHere).toHaveCount(1)
  await expect(page.getByText(sentence)).toHaveCount(0)
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  await expect(row.inPending).toHaveCount(1)
})

test('a dish that has left Holding cannot be taken back, and the sentence says why', async ({ page }) => {
  await open(page, dishes)
  const row = await firstRow(page)
  await row.checkIn.click()
  await expect(row.inHere.getByRole('button', { name: 'Undo' })).not.toHaveAttribute('aria-busy')
  const { token } = await tokenOf(page.request, { username: 'admin', password: 'demo-admin' })
  const move = (zone: string, position: number | null) =>
    page.request.put(`/api/dinner-management/items/${row.id}/position`, {
      headers: { authorization: `Bearer ${token}` },
      data: { zone, position },
    })
  expect((await move('warming', 20)).ok()).toBe(true)
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  const sentence = 'Failed to update check-in status: This dish has left Holding. Move it back first.'
  await expect(page.getByRole('alert').getByText(sentence)).toBeVisible()
  await expect(row.inHere).toContainText('Not undone')
  expect((await move('holding', null)).ok()).toBe(true)
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  await expect(row.inPending).toHaveCount(1)
})

for (const [path, call, fulfil, sentence] of [
  [dishes, 'dinner-signups', { status: 500, json: broken }, 'Failed to fetch dinner signups'],
  [dishes, 'dinner-signups', null, 'Failed to fetch dinner signups'],
  [servers, 'server-signups', { status: 500, json: broken }, 'Failed to load server signups'],
  [servers, 'server-signups', { status: 403, json: broken }, denied],
  [servers, 'server-signups', null, 'Error loading server signups'],
] as const) {
  test(`${path}: a list answered ${fulfil?.status ?? 'by nobody'} says "${sentence}"`, async ({ page }) => {
    await page.route(`**/api/${call}`, (route) => (fulfil ? route.fulfill(fulfil) : route.abort()))
    await open(page, path, { rowsShow: false })
    await expect(page.getByRole('alert').getByText(sentence, { exact: true })).toBeVisible()
    const again = page.getByRole('button', { name: 'Try again' })
    await Promise.all([page.waitForRequest(`**/api/${call}`), again.click()])
    await page.unroute(`**/api/${call}`)
    // The page also asks by itself, when somebody else's check-in is heard: the button may be gone by now.
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 2000 })
      await expect(rows(pending(page)).first()).toBeVisible({ timeout: 5000 })
    }).toPass()
  })
}

test('who is not logged in is sent away from both pages, and no list is asked for', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => /-signups/.test(request.url()) && asked.push(request.url()))
  for (const [path, label] of [
    [dishes, 'Dinner Check-In'],
    [servers, 'Server Check-In'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByText(`Please log in to open ${label}.`)).toBeVisible()
  }
  expect(asked).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`neither page breaks an accessibility rule in the ${colorScheme} scheme, nor scrolls sideways`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of [dishes, servers]) {
      await open(page, path)
      const row = await firstRow(page)
      await row.checkIn.click()
      await expect(row.inHere.getByRole('button', { name: 'Undo' })).not.toHaveAttribute('aria-busy')
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join()}`)).toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await row.inHere.getByRole('button', { name: 'Undo' }).click()
      await expect(row.inPending).toHaveCount(1)
    }
  })
}

test('paper shows both lists and nothing that can only be pressed', async ({ page }) => {
  for (const path of [dishes, servers]) {
    await open(page, path)
    const count = await rows(pending(page)).count()
    await page.emulateMedia({ media: 'print' })
    await expect(rows(pending(page))).toHaveCount(count)
    await expect(page.getByText(/^As of /)).toBeVisible()
    await expect(here(page)).toBeVisible()
    for (const gone of [search(page), page.getByText('Check In', { exact: true }), page.getByText('Undo')])
      await expect(gone.first()).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  }
})

test('600 dishes are listed, found and checked in', async ({ page }) => {
  test.setTimeout(180_000)
  const { token } = await tokenOf(page.request, td)
  const { slot } = await (
    await page.request.post('/api/dinner-slots', {
      headers: { authorization: `Bearer ${token}` },
      data: { name: 'Zucchini bread', category: 'dishes', max_signups: 512 },
    })
  ).json()
  const { teams } = await (await page.request.get('/api/registered-teams')).json()
  const signUp = (index: number) =>
    page.request.post('/api/dinner-signup', {
      data: {
        personName: `Baker ${index}`,
        email: `baker${index}@example.org`,
        captainId: teams[0].id,
        slotId: slot.id,
      },
    })
  for (let begin = 0; begin < 512; begin += 16) {
    const answers = await Promise.all(Array.from({ length: 16 }, (_, offset) => signUp(begin + offset)))
    expect(answers.map((answer) => answer.status())).toEqual(answers.map(() => 201))
  }
  await open(page, dishes)
  await expect(counter(page, 'Total Dishes')).toHaveText('600')
  await page.keyboard.type('baker 499')
  await expect(rows(pending(page))).toHaveCount(1)
  const row = await firstRow(page)
  await row.checkIn.click()
  await expect(row.inHere).toContainText('Baker 499')
  await search(page).fill('')
  await expect(rows(here(page)).first()).toContainText('Baker 499')
})

base('an empty dinner says so on both pages', async ({ page, site }) => {
  const { token, user } = await tokenOf(page.request, td)
  await page.goto(site.url)
  await page.evaluate(
    ([authToken, stored]) => {
      localStorage.setItem('authToken', authToken)
      localStorage.setItem('user', stored)
    },
    [token, JSON.stringify(user)] as const,
  )
  for (const [path, title] of [
    [dishes, 'No Dish Signups'],
    [servers, 'No Server Signups'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('Pending')).toBeVisible()
  }
})
