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

interface Sighted {
  readonly row: string | undefined
  readonly top: number
}

/** Runs in the page: which row stands in the middle of the window, and where, as soon as it has come to rest there. */
async function inTheMiddle(): Promise<Sighted> {
  const look = (): Sighted => {
    const at = document.elementFromPoint(innerWidth / 3, innerHeight / 2)
    const row = at?.closest<HTMLElement>('[data-row]')
    return { row: row?.dataset['row'], top: row?.getBoundingClientRect().top ?? Number.NaN }
  }
  let seen = look()
  for (let still = 0; still < 5; ) {
    await new Promise((drawn) => requestAnimationFrame(drawn))
    const now = look()
    still = now.row !== undefined && now.row === seen.row && now.top === seen.top ? still + 1 : 0
    seen = now
  }
  return seen
}

test('a row of a long list stands where it stood before a reload, wherever that was', async ({ page }) => {
  await open(page, '/dinner/checkin')
  await page.addInitScript(countShifts)
  for (const part of [0.2, 0.35, 0.5, 0.65, 0.8]) {
    await page.evaluate((y) => scrollTo(0, document.documentElement.scrollHeight * y), part)
    const before = await page.evaluate(inTheMiddle)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Checked In' })).toBeVisible()
    await expect(page.locator('[data-coming]')).toHaveCount(0)
    const after = await page.evaluate(inTheMiddle)
    expect(after.row, `at ${part} of the page`).toBe(before.row)
    expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(3)
    const shifts = await page.evaluate(() => (window as Window & { shifts?: { sum: number } }).shifts?.sum)
    expect(shifts).toBeLessThan(0.02)
  }
})
