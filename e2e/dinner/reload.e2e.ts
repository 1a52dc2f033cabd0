import { open, test } from '../fixtures/check-in-page.ts'
import { expect } from '../fixtures/test.ts'

/** The sum of what moved by itself since the page was loaded, counted by the browser. */
function countShifts(): void {
  const seen = { sum: 0 }
  Object.assign(window, { shifts: seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.sum += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

for (const [path, last] of [
  ['/dinner/signup', 'Dishes by team'],
  ['/dinner/checkin', 'Checked In'],
  ['/dinner/management', 'Finished Items'],
] as const) {
  test(`${path} is where it was after a reload far down, and nothing moves meanwhile`, async ({ page }) => {
    // A tablet shows the whole board at once.
    if (path === '/dinner/management') await page.setViewportSize({ width: 768, height: 600 })
    await open(page, path, { rowsShow: false, as: { username: 'admin', password: 'demo-admin' } })
    const end = page.getByRole('heading', { name: last, exact: path !== '/dinner/checkin' })
    await expect(end).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight * 0.4))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
    const before = await page.evaluate(() => scrollY)
    await page.addInitScript(countShifts)
    await page.reload()
    await expect(end).toBeVisible()
    const away = (from: number) => page.evaluate((y) => Math.abs(scrollY - y), from)
    await expect.poll(() => away(before)).toBeLessThan(100)
    const shifts = await page.evaluate(() => (window as Window & { shifts?: { sum: number } }).shifts?.sum)
    expect(shifts).toBeLessThan(0.02)
  })
}
