import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { expect, signIn, test } from '../fixtures/test.ts'

const pages = [
  '/',
  '/registration/register',
  '/registration/teams',
  '/tournament/info',
  '/tournament/bracket',
  '/tournament/merch',
  '/dinner/info',
]

async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('main h1')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}

test('no page breaks an accessibility rule, in the light and in the dark scheme', async ({ page }) => {
  // Every page in one test, so that each is looked at once: that takes its time on a small machine.
  test.slow()
  for (const path of pages) {
    await settle(page, path)
    await expectAccessible(page)
  }
  await signIn(page)
  await settle(page, '/registration/teams')
  await expectAccessible(page, { label: 'team list of staff' })
})

test('no page scrolls sideways on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of pages) {
    await settle(page, path)
    await expectNoSidewaysScroll(page)
  }
})

test('date, place and both buttons of the home page stand above the fold of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await settle(page, '/')
  for (const name of ['Register Your Team', 'Learn More']) {
    await expect(page.locator('main').getByRole('link', { name }).first()).toBeInViewport({ ratio: 1 })
  }
})

test('the hero can be read before any script has run', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Register Your Team' }).first()).toBeVisible()
  await expect(page.locator('h1')).toBeVisible()
  await context.close()
})

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Element | null; readonly currentRect: DOMRect }[]
}

test('nothing jumps while a page loads', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = { sum: 0, what: [] as string[] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        shifts.sum += value
        const names = sources.map(({ node, currentRect }) => `${node?.nodeName}.${node?.className} at ${currentRect.y}`)
        shifts.what.push(`${value.toFixed(4)} ${names.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of [...pages, '/tournament/poolplay', '/dinner/signup']) {
    await settle(page, path)
    await expect(page.getByRole('status', { name: /loading/i })).toHaveCount(0)
    const { sum, what } = await page.evaluate(
      () => (window as unknown as { shifts: { sum: number; what: string[] } }).shifts,
    )
    expect(sum, `${path}\n${what.join('\n')}`).toBeLessThanOrEqual(0.02)
  }
})
