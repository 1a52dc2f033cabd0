import type { Page } from '@playwright/test'
import { arriveSignedIn, expect, td, demoTest as test } from '../fixtures/test.ts'
import { aside, expectEndUncovered, expectUncovered, focusAtEdges, smallWindows, walk } from '../fixtures/uncovered.ts'

interface Crowded {
  readonly page: string
  readonly path: string
  /** Makes all float that can, and leaves the focus where the way through the page begins. */
  readonly arrange: (page: Page) => Promise<void>
  readonly stops: number
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

async function holdTeam(page: Page): Promise<void> {
  await button(page, 'Add Pools').click()
  await expect(page.getByText('Unsaved Changes...')).toBeAttached()
  await page.locator('[data-team]').first().focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Select up to…')).toBeVisible()
}

async function selectTeams(page: Page): Promise<void> {
  await button(page, 'Select teams').click()
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  await expect(button(page, 'Remove…')).toBeVisible()
}

async function pickUpDish(page: Page): Promise<void> {
  const dish = page.locator('[data-dish]').first()
  await dish.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('is in your hand. Tap a free slot.')).toBeVisible()
}

/** As a visitor who has not said who they are. */
async function goToSlots(page: Page): Promise<void> {
  await expect(button(page, 'Go to form')).toBeVisible()
  await focusAtEdges(page.getByRole('button', { name: 'Recipe' }).nth(2))
  await page.getByRole('link', { name: /^Dishes/ }).focus()
}

/** A release that came after the page: every answer says so, the head of the live stream too. */
async function announceRelease(page: Page): Promise<void> {
  const headers = { 'x-release': 'shell=newer' }
  await page.route('/', (route) => route.fulfill({ headers }))
  await page.route(/\/api\/(?!live)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), ...headers } })
  })
  await sayInStreams(page, headers)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(button(page, 'Reload')).toBeVisible()
  // Without its rows, Tab would lead from the search to the end of the page.
  await expect(button(page, /^Check In/)).toBeVisible()
  await page.evaluate(() => scrollTo(0, 600))
  await expectUncovered(button(page, 'Reload'))
  await page.getByRole('searchbox').focus()
}

/** `route` would wait for the end of a stream. */
async function sayInStreams(page: Page, headers: Readonly<Record<string, string>>): Promise<void> {
  const network = await page.context().newCDPSession(page)
  network.on('Fetch.requestPaused', ({ requestId, responseStatusCode: responseCode = 200, responseHeaders = [] }) => {
    const others = responseHeaders.filter(({ name }) => !(name.toLowerCase() in headers))
    const said = Object.entries(headers).map(([name, value]) => ({ name, value }))
    // The page may have left it by now.
    network
      .send('Fetch.continueResponse', { requestId, responseCode, responseHeaders: [...others, ...said] })
      .catch(() => undefined)
  })
  await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/live*', requestStage: 'Response' }] })
}

async function growAudit(page: Page): Promise<void> {
  const entries = page.getByRole('list', { name: 'What was done' })
  await entries.getByRole('button', { name: 'JSON' }).nth(4).focus()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(240)
  await page.request.post('/api/auth/login', { data: { ...td, password: 'not this one' } })
  await expect(button(page, /^\d+ new entr/)).toBeVisible()
}

const pages: readonly Crowded[] = [
  { page: 'the pool builder', path: '/tournament/poolplay', arrange: holdTeam, stops: 25 },
  { page: 'the teams', path: '/registration/teams', arrange: selectTeams, stops: 15 },
  { page: 'the sign-up', path: '/dinner/signup', arrange: goToSlots, stops: 20 },
  { page: 'the board', path: '/dinner/management', arrange: pickUpDish, stops: 25 },
  { page: 'the check-in', path: '/dinner/checkin', arrange: announceRelease, stops: 15 },
  { page: 'the audit', path: '/audit', arrange: growAudit, stops: 15 },
]

for (const { page: name, path, arrange, stops } of pages)
  test(`what floats over ${name} covers neither the focus nor the end of the page`, async ({ page }) => {
    if (arrange !== goToSlots) await arriveSignedIn(page)
    for (const { ways, ...window } of smallWindows) {
      await page.setViewportSize(window)
      await page.goto(path)
      await expect(page.getByRole('status', { name: /loading/i })).toHaveCount(0)
      await arrange(page)
      for (const way of ways) await walk(page, way, stops)
    }
    await expectEndUncovered(page.getByRole('contentinfo').getByText('©'))
  })

test('what the focus cannot come clear of steps aside until the focus moves on', async ({ page }) => {
  await arriveSignedIn(page)
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/tournament/poolplay')
  await holdTeam(page)
  await page.getByRole('link', { name: 'Thanksgiving Ultimate' }).first().focus()
  await expect(aside(page)).toHaveText(/choose a place/)
  await expectUncovered(page.locator(':focus'))
  await button(page, 'Select up to…').focus()
  await expect(aside(page)).toHaveCount(0)
  await expectUncovered(page.locator(':focus'))
})
