import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContext, CDPSession, Locator, Page } from '@playwright/test'
import type { Site } from './site.ts'
import { expect, td, test, watch } from './test.ts'

const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }
const desk = { viewport: { width: 1280, height: 800 } }
const teams = ['Gobble Huckers', 'Gravy Layout', 'Stuffing Stall', 'Pumpkin Pivot'].map((name) => `${name} (pools)`)
const [first = '', second = '', third = ''] = teams

async function callAs(site: Site, token: string | null, method: string, path: string, body?: unknown) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const answer = await fetch(`${site.url}/api${path}`, init)
  return (await answer.json()) as {
    token: string
    user: unknown
    pools: { name: string }[]
    teams: { id: string; team_name: string }[]
  }
}
const login = (site: Site) => callAs(site, null, 'POST', '/auth/login', td)

/** Somebody's browser, signed in as TD or not signed in at all. Every problem on its pages fails the test. */
async function open(browser: Browser, site: Site, options: { as: 'td' | 'public'; size: typeof desk }) {
  const context = await browser.newContext({ baseURL: site.url, ...options.size })
  if (options.as === 'td') {
    const { token, user } = await login(site)
    const session = { token, user: JSON.stringify(user) }
    await context.addInitScript((it) => {
      localStorage.setItem('authToken', it.token)
      localStorage.setItem('user', it.user)
    }, session)
  }
  const page = await context.newPage()
  const problems: string[] = []
  watch(page, problems)
  await page.goto('/tournament/poolplay?division=comp')
  // The builder is a file of its own, which a busy machine takes its time to bring.
  if (options.as === 'td')
    await expect(page.getByRole('button', { name: 'Add Pools' })).toBeVisible({ timeout: 30_000 })
  return { page, context, problems, close: () => finish(context, problems) }
}

async function finish(context: BrowserContext, problems: string[]): Promise<void> {
  await context.close()
  expect(problems).toEqual([])
}

/** An empty desk in both divisions, and the teams that these tests need. */
async function prepare(site: Site): Promise<void> {
  const { token } = await login(site)
  for (const division of ['comp', 'rec']) {
    await callAs(site, token, 'DELETE', `/pool-play/clear-published/${division}`)
    await callAs(site, token, 'POST', '/pool-play/save', { division, pools: [] })
  }
  const known = (await callAs(site, null, 'GET', '/registered-teams')).teams.map(({ team_name }) => team_name)
  for (const teamName of teams.filter((name) => !known.includes(name)))
    await callAs(site, null, 'POST', '/register-team', {
      teamName,
      location: 'Huntsville, AL',
      division: 'comp',
      captainName: 'Robin Ridge',
      captainEmail: 'robin@example.org',
      captainPhone: '(256) 555-0142',
    })
}

const place = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^${label} `) })
const chip = (page: Page, team: string) => page.locator('[data-team]').filter({ hasText: team })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function addPools(page: Page, count: number, size: number): Promise<void> {
  await page.getByLabel('Number of pools').fill(String(count))
  await page.getByLabel('Pool size').fill(String(size))
  await page.getByRole('button', { name: 'Add Pools' }).click()
}

async function expectPlaced(page: Page, label: string, team: string): Promise<void> {
  await expect(place(page, label)).toHaveAccessibleName(`${label} ${team}`)
}

async function saveAll(page: Page): Promise<void> {
  await save(page).click()
  await expect(page.getByText('Configuration saved successfully for all divisions!')).toBeVisible()
  await expect(page.getByText('Unsaved Changes...')).toBeHidden()
}

const centreOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function dragByMouse(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await centreOf(from)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y + 10, { steps: 4 })
  await expect(page.locator('[data-possible]').first()).toBeVisible()
  await follow(page, to, ({ x, y }) => page.mouse.move(x, y, { steps: 12 }))
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
async function dragByFinger(page: Page, from: Locator, to: Locator): Promise<void> {
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

test.beforeEach(({ site }) => prepare(site))

for (const [size, options] of [
  ['desk', desk],
  ['phone', phone],
] as const) {
  test.describe(`on a ${size}`, () => {
    test('teams are placed by tap and tap; the possible places light up', async ({ browser, site }) => {
      const { page, close } = await open(browser, site, { as: 'td', size: options })
      await addPools(page, 2, 3)
      await chip(page, first).click()
      await expect(page.locator('[data-possible]')).toHaveCount(6)
      await expect(page.getByText(`${first}: choose a place`)).toBeVisible()
      await place(page, 'B2').click()
      await expectPlaced(page, 'B2', first)
      await expect(chip(page, first)).toHaveCount(0)
      await expect(page.locator('[data-possible]')).toHaveCount(0)
      await place(page, 'B2').click()
      await place(page, 'A1').click()
      await expectPlaced(page, 'A1', first)
      await expectPlaced(page, 'B2', 'Empty')
      await page.getByRole('button', { name: `Remove ${first} from Pool A` }).click()
      await expect(chip(page, first)).toBeVisible()
      await saveAll(page)
      await close()
    })

    test('teams are placed by keyboard alone', async ({ browser, site }) => {
      const { page, close } = await open(browser, site, { as: 'td', size: options })
      await addPools(page, 2, 3)
      await chip(page, second).focus()
      await page.keyboard.press('Enter')
      await expect(place(page, 'A1')).toBeFocused()
      for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
      await expect(place(page, 'B2')).toBeFocused()
      await page.keyboard.press('Enter')
      await expectPlaced(page, 'B2', second)
      await chip(page, third).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await expect(chip(page, third)).toBeFocused()
      await expect(page.locator('[data-possible]')).toHaveCount(0)
      await close()
    })

    test('teams are dragged into places, to other places, and off them', async ({ browser, site }) => {
      const { page, close } = await open(browser, site, { as: 'td', size: options })
      await addPools(page, 2, 3)
      const drag = size === 'phone' ? dragByFinger : dragByMouse
      await chip(page, first).scrollIntoViewIfNeeded()
      await page.getByRole('heading', { name: 'Pool assignments' }).scrollIntoViewIfNeeded()
      await drag(page, chip(page, first), place(page, 'A1'))
      await expectPlaced(page, 'A1', first)
      await drag(page, chip(page, second), place(page, 'A1'))
      await expectPlaced(page, 'A1', second)
      await expect(chip(page, first)).toBeVisible()
      await drag(page, place(page, 'A1'), place(page, 'A2'))
      await expectPlaced(page, 'A2', second)
      await drag(page, place(page, 'A2'), chip(page, first))
      await expect(chip(page, second)).toBeVisible()
      await expectPlaced(page, 'A2', 'Empty')
      await close()
    })
  })
}

test('published pools appear on a public page that is open, and leave it again', async ({ browser, site }) => {
  test.slow()
  const reader = await open(browser, site, { as: 'public', size: phone })
  await expect(
    reader.page.getByText('Final pools and schedules will be posted closer to the event weekend.'),
  ).toBeVisible()
  await expect(reader.page.getByText('preheating').first()).toBeVisible()
  const { page, close } = await open(browser, site, { as: 'td', size: desk })
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  await addPools(page, 2, 3)
  await chip(page, first).click()
  await place(page, 'A2').click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  const sentence =
    'All division pools published successfully! They are now visible to the public and saved pools remain for future edits.'
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByText(sentence)).toBeHidden()

  const pool = reader.page.getByRole('region', { name: 'Pool A' })
  await expect(pool).toContainText('1 team')
  await expect(pool.getByRole('listitem').nth(1)).toHaveText(`A2${first}Robin Ridge`)
  await expect(pool.getByRole('listitem').first()).toHaveText('A1Empty')
  await expect(reader.page.getByRole('region', { name: 'Pool B' })).toContainText('No teams assigned')
  await reader.page.getByRole('tab', { name: 'Recreational' }).click()
  await expect(reader.page.getByText('No pools published yet')).toBeVisible()
  await reader.page.goto('/tournament/poolplay?division=comp#pool-b')
  await expect(reader.page.locator('[data-meant]')).toHaveAccessibleName('Pool B')
  expect(await reader.page.content()).not.toContain('555-0142')

  await page.reload()
  await expect(page.getByText('Loaded published pools as starting point for new changes')).toBeVisible()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await expect(
    page.getByText('All pools unpublished successfully! Published pools moved to saved configuration.'),
  ).toBeVisible()
  await expect(reader.page.getByText('preheating').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Loaded saved pool configuration')).toBeVisible()
  await expectPlaced(page, 'A2', first)
  await close()
  await reader.close()
})

test('of two editors the second is told, sees what changed, and takes theirs or keeps his', async ({
  browser,
  site,
}) => {
  const one = await open(browser, site, { as: 'td', size: desk })
  await addPools(one.page, 1, 3)
  await saveAll(one.page)
  const two = await open(browser, site, { as: 'td', size: phone })
  await chip(two.page, second).click()
  await place(two.page, 'A2').click()
  await chip(one.page, first).click()
  await place(one.page, 'A1').click()
  await saveAll(one.page)

  await save(two.page).click()
  const dialog = two.page.getByRole('dialog', { name: /was faster/ })
  await expect(dialog).toContainText(`${first} placed on A1`)
  await expect(dialog).toContainText(`${second} placed on A2`)
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expectPlaced(two.page, 'A1', first)
  await expectPlaced(two.page, 'A2', 'Empty')

  await chip(two.page, second).click()
  await place(two.page, 'A2').click()
  await one.page.getByRole('button', { name: `Remove ${first} from Pool A` }).click()
  await saveAll(one.page)
  await save(two.page).click()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(two.page.getByText('Configuration saved successfully for all divisions!')).toBeVisible()
  await expectPlaced(one.page, 'A1', first)
  await expectPlaced(one.page, 'A2', second)
  await one.close()
  await two.close()
})

test('limits, the delete question, unsaved changes and the history', async ({ browser, site }) => {
  const { page, close } = await open(browser, site, { as: 'td', size: desk })
  for (const [count, size, sentence] of [
    ['0', '4', 'Number of pools must be at least 1'],
    ['11', '4', 'Number of pools cannot exceed 10'],
    ['2', '1', 'Pool size must be at least 2'],
    ['2', '9', 'Pool size cannot exceed 8'],
  ] as const) {
    await page.getByLabel('Number of pools').fill(count)
    await page.getByLabel('Pool size').fill(size)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Pools' })).toBeDisabled()
  }
  await addPools(page, 1, 3)
  await chip(page, first).click()
  await place(page, 'A1').click()
  await saveAll(page)
  await page.getByRole('button', { name: 'Delete Pool A' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete Pool A? This will remove 1 team(s) from the pool.',
  )
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Unsaved Changes...')).toBeVisible()

  await page.getByRole('radio', { name: 'Recreational' }).click()
  await expect(question).toContainText('Leave without saving?')
  await question.getByRole('button', { name: 'Stay' }).click()
  await saveAll(page)
  await expect(page.getByText('No pools yet')).toBeVisible()

  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History of Competitive pools' })
  await expect(history.getByRole('listitem').filter({ hasText: 'Pool A deleted' }).first()).toBeVisible()
  await history
    .getByRole('button', { name: /Take back/ })
    .nth(1)
    .click()
  await expectPlaced(page, 'A1', first)
  await expect(page.getByText('Unsaved Changes...')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('No pools yet')).toBeVisible()
  await close()
})

test('failures keep the work and say what failed', async ({ browser, site }) => {
  const { page, context, close } = await open(browser, site, { as: 'td', size: desk })
  await addPools(page, 1, 3)
  await context.route('**/api/pool-play/save', (route) => route.abort())
  await save(page).click()
  await expect(page.getByText('Failed to save configuration', { exact: true })).toBeVisible()
  await expect(page.getByText('Unsaved Changes...')).toBeVisible()
  await context.unroute('**/api/pool-play/save')
  await saveAll(page)
  await context.route('**/api/pool-play/published/*', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Failed to load data')).toBeVisible()
  await context.unroute('**/api/pool-play/published/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectPlaced(page, 'A1', 'Empty')
  await close()
  const reader = await open(browser, site, { as: 'public', size: phone })
  await reader.context.route('**/api/pool-play/published/*', (route) => route.abort())
  await reader.page.reload()
  await expect(reader.page.getByText('Failed to load pool information')).toBeVisible()
  await reader.close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nothing stands in the way of assistive technology (${colorScheme})`, async ({ browser, site }) => {
    const { page, close } = await open(browser, site, { as: 'td', size: desk })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await addPools(page, 2, 3)
    await chip(page, first).click()
    await place(page, 'A1').click()
    await chip(page, second).click()
    await expect(page.getByText('Loaded', { exact: false })).toBeHidden()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await close()
    const reader = await open(browser, site, { as: 'public', size: phone })
    await reader.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(reader.page.getByText('preheating').first()).toBeVisible()
    expect((await new AxeBuilder({ page: reader.page }).analyze()).violations).toEqual([])
    await reader.close()
  })
}
