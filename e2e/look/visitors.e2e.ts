import type { Page } from '@playwright/test'
import { expect } from '../fixtures/test.ts'
import { difficultBids, test, visit } from './visit.ts'

// They come last and change nothing, so that every worker takes the next one.
test.describe.configure({ mode: 'parallel' })

const pages = {
  home: '/',
  register: '/registration/register',
  confirm: '/registration/confirm',
  teams: '/registration/teams',
  info: '/tournament/info',
  pools: '/tournament/poolplay',
  bracket: '/tournament/bracket',
  merch: '/tournament/merch',
  dinner: '/dinner/info',
  'sign-up': '/dinner/signup',
}

/** What comes when it is near, such as the photos of the home page, is there before the pictures are taken. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.locator('main img').first()).toBeVisible()
}

for (const [name, path] of Object.entries(pages))
  test(`${path} looks as it should to visitors`, ({ page }) =>
    visit(page, { name: `visitors/${name}`, path, ...(name === 'home' && { arrange: readToTheEnd }) }))

test('names in letters from right to left begin where their neighbours begin', async ({ page }) => {
  await page.goto('/registration/teams')
  const beginnings = await Promise.all(difficultBids.map(({ captainName }) => beginningOf(page, captainName)))
  expect(beginnings[0]).toBeCloseTo(beginnings[1] ?? 0, 0)
})

/** How far from the left edge of the window the letters of a name begin. */
const beginningOf = (page: Page, name: string): Promise<number> =>
  page
    .locator('bdi')
    .filter({ hasText: name })
    .evaluate((element) => {
      const letters = document.createRange()
      letters.selectNodeContents(element)
      return letters.getBoundingClientRect().left
    })

test('date, place and both buttons of the home page stand above the fold of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/')
  for (const name of ['Register Your Team', 'Learn More'])
    await expect(page.locator('main').getByRole('link', { name }).first()).toBeInViewport({ ratio: 1 })
})

test('the hero can be read before any script has run', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Register Your Team' }).first()).toBeVisible()
  await expect(page.locator('h1')).toBeVisible()
  await context.close()
})
