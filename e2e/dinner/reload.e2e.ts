import type { Page } from '@playwright/test'
import { open, test } from '../fixtures/check-in-page.ts'
import { expect } from '../fixtures/test.ts'

interface Shifts {
  sum: number
  readonly what: string[]
}

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly {
    readonly node: Element | null
    readonly previousRect: DOMRect
    readonly currentRect: DOMRect
  }[]
}

/** Runs in the page: what moved by itself since it was loaded, counted by the browser. */
function countShifts(): void {
  const shifts: Shifts = { sum: 0, what: [] }
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const { value, sources, startTime } of list.getEntries() as Shift[]) {
      shifts.sum += value
      for (const { node, previousRect: from, currentRect: to } of sources)
        shifts.what.push(`${startTime.toFixed()} ms: ${node?.nodeName}.${node?.className} from ${from.y} to ${to.y}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function expectNoShift(page: Page): Promise<void> {
  const { sum, what } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
  expect(sum, what.join('\n')).toBeLessThan(0.02)
}

// Where a long list stands is measured by its rows, in the test below: its height is estimated, and so is `scrollY`.
for (const [path, last] of [
  ['/dinner/signup', 'Dishes by team'],
  ['/dinner/management', 'Finished Items'],
] as const) {
  test(`${path} is where it was after a reload far down, and nothing moves meanwhile`, async ({ page }) => {
    // A tablet shows the whole board at once.
    if (path === '/dinner/management') await page.setViewportSize({ width: 768, height: 600 })
    await open(page, path, { rowsShow: false, as: { username: 'admin', password: 'demo-admin' } })
    const end = page.getByRole('heading', { name: last, exact: true })
    await expect(end).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight * 0.4))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
    const before = await page.evaluate(() => scrollY)
    await page.addInitScript(countShifts)
    await page.reload()
    await expect(end).toBeVisible()
    const away = (from: number) => page.evaluate((y) => Math.abs(scrollY - y), from)
    await expect.poll(() => away(before)).toBeLessThan(100)
    await expectNoShift(page)
  })
}

interface Sighted {
  readonly row: string | undefined
  readonly top: number
}

/** Runs in the page: a place in it, or the next one below with a row in the middle of the window and not a heading. */
async function scrollToRow(part: number): Promise<void> {
  const hasRow = () => document.elementFromPoint(innerWidth / 3, innerHeight / 2)?.closest('[data-row]')
  scrollTo(0, document.documentElement.scrollHeight * part)
  for (let step = 0; step < 50; step++) {
    await new Promise((drawn) => requestAnimationFrame(drawn))
    if (hasRow()) return
    scrollBy(0, 40)
  }
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

/**
 * Runs in the page: as on a busy phone, the first rows are drawn before the page is scrolled back, and those that follow take
 * their time.
 */
function drawSlowly(): void {
  const hasRows = () => document.querySelector('[data-chunk]') !== null
  const post: (message: unknown) => void = MessagePort.prototype.postMessage
  // React draws in steps that it sends itself.
  MessagePort.prototype.postMessage = function (message: unknown) {
    setTimeout(() => post.call(this, message), hasRows() ? 100 : 0)
  }
  const scroll = scrollTo.bind(window) as (x: number, y: number) => void
  const later = (frames: number, ...to: [number, number]) =>
    requestAnimationFrame(() => {
      if (frames === 0) scroll(...to)
      else later(hasRows() ? frames - 1 : frames, ...to)
    })
  window.scrollTo = (...to: unknown[]) => later(3, ...(to as [number, number]))
}

test('a row of a long list stands where it stood before a reload, wherever that was', async ({ page }) => {
  const expectSameRow = async (part: number) => {
    await page.evaluate(scrollToRow, part)
    const before = await page.evaluate(inTheMiddle)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Checked In' })).toBeVisible()
    await expect(page.locator('[data-coming]')).toHaveCount(0)
    const after = await page.evaluate(inTheMiddle)
    expect(after.row, `at ${part} of the page`).toBe(before.row)
    expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(3)
  }
  await open(page, '/dinner/checkin')
  await page.addInitScript(countShifts)
  for (const part of [0.2, 0.35, 0.5, 0.65, 0.8]) {
    await expectSameRow(part)
    await expectNoShift(page)
  }
  await page.addInitScript(drawSlowly)
  await expectSameRow(0.5)
})
