import type { Page, Request } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import {
  allSent,
  counter,
  dishes,
  firstRow,
  here,
  open,
  pending,
  readText,
  readToken,
  rest,
  rows,
  search,
  servers,
  test,
} from '../fixtures/check-in-page.ts'
import { tapInSeries } from '../fixtures/tap-series.ts'
import { test as base, expect, td } from '../fixtures/test.ts'

const nameIn = (page: Page, index: number) => readText(rows(pending(page)).nth(index).locator('bdi').first())

test('a dish is checked in by one press, with its time, and undone from either place', async ({ page }) => {
  await open(page, dishes)
  await expect(search(page)).toBeFocused()
  const total = Number(await readText(counter(page, 'Total Dishes')))
  const before = Number(await readText(counter(page, 'Checked In')))
  expect(Number(await readText(counter(page, 'Pending')))).toBe(total - before)
  const row = await firstRow(page)
  const requests: Request[] = []
  page.on('request', (request) => request.method() === 'PUT' && requests.push(request))
  const reads: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/dinner-signups') && reads.push(request.url()))
  const pressedAfter = Date.now()
  await row.checkIn.click()
  await expect(row.inHere.locator('time')).toHaveText(/^\d{1,2}:\d{2} [AP]M( C[SD]T)?$/)
  await expect(counter(page, 'Checked In')).toHaveText(String(before + 1))
  await expect(counter(page, 'Pending')).toHaveText(String(total - before - 1))
  await expect(rows(here(page)).first()).toContainText(row.person)
  await rest(page)
  await expect(row.inPending).toHaveCount(0)

  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(row.inPending).toHaveCount(1)
  await expect(rows(pending(page)).filter({ has: page.locator(`#who-${row.id}`) }), 'the bar is gone').toBeFocused()
  await expect(counter(page, 'Checked In')).toHaveText(String(before))
  await rows(pending(page)).first().getByRole('button', { name: 'Check In' }).click()
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  await expect(row.inPending).toHaveCount(1)
  await expect(rows(here(page)).first(), 'the next row takes the place').toBeFocused()

  const keys = () => requests.map((request) => request.headers()['idempotency-key'])
  // Each waits for the one before it of the same dish.
  await expect.poll(() => new Set(keys()).size).toBe(4)
  expect(keys()).not.toContain(undefined)
  for (const request of requests) expect(Date.parse(request.postDataJSON().at)).toBeGreaterThanOrEqual(pressedAfter)
  // The list is read for each press, as the live stream says, and again where the answer of the press comes during that
  // read; and at most once more for how it began.
  expect(reads.length).toBeLessThanOrEqual(2 * keys().length + 1)
})

test('the search finds dishes by person, dish and team, and servers by name and team', async ({ page }) => {
  await open(page, dishes)
  const total = await readText(counter(page, 'Total Dishes'))
  await page.keyboard.type('cornbread')
  await expect(rows(pending(page)).filter({ hasNotText: 'Cornbread' })).toHaveCount(0)
  await expect(counter(page, 'Total Dishes')).toHaveText(total)
  await search(page).fill('ALMA whit')
  await expect(rows(pending(page)).filter({ hasNotText: 'Alma Whitfield' })).toHaveCount(0)
  await search(page).fill('no such dish')
  await expect(page.getByText('Nothing matches “no such dish”')).toBeVisible()
  await page.getByRole('button', { name: 'Show everybody' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(search(page)).toBeFocused()

  // What a team brings is checked in together, one tap each, and undone together.
  const { token } = await readToken(page.request, td)
  const answer = await page.request.get('/api/dinner-signups', { headers: { authorization: `Bearer ${token}` } })
  const { signups } = (await answer.json()) as { signups: { team_name: string; checked_in: boolean }[] }
  const teams = Object.entries(Object.groupBy(signups, ({ team_name }) => team_name))
  const [team = '', brings = []] =
    teams.find(([, own]) => own?.length === 2 && own.every((one) => !one.checked_in)) ?? []
  expect(brings).toHaveLength(2)
  await search(page).fill(team)
  await page.getByRole('button', { name: `Check in all 2 of ${team}` }).click()
  await expect(rows(here(page))).toHaveCount(2)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(rows(here(page))).toHaveCount(0)

  // With the keyboard open: two results at least, and the search where it can be typed into.
  await page.setViewportSize({ width: 360, height: 400 })
  await search(page).fill('a')
  await expect(rows(pending(page)).nth(1).getByRole('button')).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => scrollBy(0, 500))
  await expect(search(page)).toBeInViewport({ ratio: 1 })
  await expect(rows(pending(page)).nth(6).getByRole('button')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 740 })

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
  const ranges = await pending(page).getByRole('heading', { level: 3 }).locator('time').allTextContents()
  expect(ranges.length).toBeGreaterThan(2)
  for (const range of ranges) expect(range).toMatch(/^\d{1,2}:(00|30) PM - \d{1,2}:(00|30) PM$/)
  const starts = ranges.map((range) => Number(range.split(':')[0]) * 60 + Number(range.slice(-11, -9)))
  expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  const total = await readText(counter(page, 'Total Servers'))
  const row = await firstRow(page)
  await row.checkIn.click()
  await expect(row.inHere).toContainText(row.person)
  await rest(page)
  await expect(row.inPending).toHaveCount(0)
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  await expect(row.inPending).toHaveCount(1)
  await expect(counter(page, 'Pending')).toHaveText(total)
})

test('a check-in leaves the other device’s list, but not from under the focus', async ({ page, browser, site }) => {
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
  await context.close()
})

test('a row that is pressed while its undo is on its way is checked in after it', async ({ page }) => {
  await open(page, servers)
  const row = await firstRow(page)
  await row.checkIn.click()
  await expect(row.inHere.locator('time')).toHaveText(/[AP]M( C[SD]T)?$/)
  await allSent(page)
  await expect(row.inHere).not.toContainText(/Not sent yet|Sending/)
  let answer = () => {}
  const asked = new Promise<void>((goOn) => {
    answer = goOn
  })
  await page.route('**/api/**/checkin', async (route) => {
    await asked
    await route.continue()
  })
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  const back = rows(pending(page)).filter({ has: page.locator(`#who-${row.id}`) })
  await expect(back).toContainText('Sending')
  await back.getByRole('button', { name: 'Check In' }).click()
  await expect(row.inHere).toContainText('Not sent yet')
  answer()
  await allSent(page)
  await expect(row.inHere).not.toContainText(/Not sent yet|Sending/)
  await expect(page.getByRole('status').getByText('Sent', { exact: true })).toBeVisible()
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  await expect(row.inPending).toHaveCount(1)
})

test('taps in quick succession hit what was seen, by finger and by mouse, and nothing jumps', async ({
  browser,
  site,
}) => {
  const moved = await Promise.all([
    tapInSeries(browser, site, { path: dishes, hasTouch: true, gaps: [300, 1300, 0] }),
    tapInSeries(browser, site, { path: servers, hasTouch: false, gaps: [1100, 400, 0] }),
  ])
  for (const shift of moved) expect(shift).toBeLessThan(0.02)
})

test('neither page breaks an accessibility rule, nor scrolls sideways', async ({ page }) => {
  for (const path of [dishes, servers]) {
    await open(page, path)
    const row = await firstRow(page)
    await row.checkIn.click()
    await expect(row.inHere.getByRole('button', { name: 'Undo' })).not.toHaveAttribute('aria-busy')
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    await row.inHere.getByRole('button', { name: 'Undo' }).click()
    await expect(row.inPending).toHaveCount(1)
  }
})

test('paper shows both lists, names what they are narrowed to, and shows nothing that can only be pressed', async ({
  page,
}) => {
  for (const path of [dishes, servers]) {
    await open(page, path)
    const count = Number(await readText(counter(page, 'Pending')))
    await page.emulateMedia({ media: 'print' })
    await expect(rows(pending(page))).toHaveCount(count)
    await expect(page.getByText(/^As of /)).toBeVisible()
    await expect(here(page)).toBeVisible()
    for (const gone of [search(page), page.getByText('Check In', { exact: true }), page.getByText('Undo')])
      await expect(gone.first()).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await search(page).fill('e')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Only what matches “e”')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  }
})

test('600 dishes are listed, found and checked in', async ({ page }) => {
  test.setTimeout(180_000)
  const { token } = await readToken(page.request, td)
  const slots: { id: string }[] = []
  for (let number = 1; number <= 8; number++) {
    const answer = await page.request.post('/api/dinner-slots', {
      headers: { authorization: `Bearer ${token}` },
      data: { name: `Zucchini bread ${number}`, category: 'dishes', max_signups: 64 },
    })
    slots.push((await answer.json()).slot)
  }
  const { teams } = await (await page.request.get('/api/registered-teams')).json()
  const signUp = (index: number) =>
    page.request.post('/api/dinner-signup', {
      data: {
        personName: `Baker ${index}`,
        email: `baker${index}@example.org`,
        captainId: teams[0].id,
        slotId: slots[index % slots.length]?.id,
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
  const { token, user } = await readToken(page.request, td)
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
