import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { startSite } from '../fixtures/site.ts'
import { expect } from '../fixtures/test.ts'
import { knownPages } from '../shell/known-pages.ts'
import { staffPages, visitorsPages } from './pages.ts'
import { difficultBids, expectToFit, open, test, visit } from './visit.ts'

// They come last and change nothing, so that every worker takes the next one.
test.describe.configure({ mode: 'parallel' })

for (const one of visitorsPages) test(`${one.path} looks as it should to visitors`, ({ page }) => visit(page, one))

test('every page has its pictures', () => {
  const pictured = new Set([...visitorsPages, ...staffPages].map(({ path }) => new URL(path, 'https://site').pathname))
  expect(knownPages.map(({ path }) => path).filter((path) => !pictured.has(path))).toEqual([])
})

test('the gate looks as it should', async ({ page }) => {
  const gated = await startSite({ GATE_PASSWORD: 'cold grass' })
  await visit(page, { name: 'visitors/gate', path: gated.url, isAlone: true })
  await gated.stop()
})

/** Runs in the page: what the home page needs as soon as it is drawn is broken. */
function breakHome(): void {
  window.IntersectionObserver = class {
    constructor() {
      throw new Error('This browser watches nothing.')
    }
  } as never
}

test('what stands in the place of a page that broke looks as it should', async ({ page, problems }) => {
  await visit(page, { name: 'visitors/problem', path: '/', prepare: () => page.addInitScript(breakHome) })
  expect(problems.splice(0).join('\n')).toContain('This browser watches nothing.')
})

test('what stands in the place of a part that does not come begins at the edge of the page', async ({
  page,
  problems,
}) => {
  await page.route('**/parts/tournament/**', (route) => route.abort())
  await page.goto('/tournament/info')
  await expect(page.getByRole('alert')).toContainText('This area could not be shown')
  await expectToFit(page, { path: 'a part that does not come' })
  problems.splice(0)
})

test('the headline of the home page stands clear of the feathers', async ({ page }) => {
  await open(page, '/')
  const [title, feathers] = [page.locator('h1'), page.locator('section:has(h1) svg').last()]
  await expect(feathers).toBeVisible()
  for (const width of [1440, 1536, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const left = (await feathers.boundingBox())?.x
    expect(await title.evaluate(endOfLetters), `${width} px`).toBeLessThanOrEqual(left ?? 0)
  }
})

/** Runs in the page: where the longest line of an element ends. */
function endOfLetters(element: Element): number {
  const letters = document.createRange()
  letters.selectNodeContents(element)
  return Math.max(...Array.from(letters.getClientRects(), ({ right }) => right))
}

test('the names of the rounds stand clear of the throws on small screens', async ({ page }) => {
  await open(page, '/tournament/bracket')
  const drawing = page.locator('main svg[viewBox^="0 0 304"]')
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await drawing.evaluate(nearestThrow), `${width} px`).toBeGreaterThanOrEqual(8)
  }
})

/** Runs in the page: how near a throw comes to the sides of a name, in units of the drawing. */
function nearestThrow(drawing: Element): number {
  const throws = drawing.querySelector('path') as SVGPathElement
  const steps = Array.from({ length: Math.floor(throws.getTotalLength()) }, (_, at) => throws.getPointAtLength(at))
  const names = Array.from(drawing.querySelectorAll('text'), (text) => text.getBBox())
  const gaps = names.flatMap(({ x, y, width, height }) =>
    steps.filter((step) => step.y > y && step.y < y + height).map((step) => Math.max(x - step.x, step.x - x - width)),
  )
  return Math.min(...gaps)
}

test('three figures of teams have room in the choice of the division on a phone', async ({ page }) => {
  await page.route('**/api/registered-teams', async (route) => {
    const { teams } = await (await route.fetch()).json()
    const more = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'].flatMap((nth) =>
      teams.map((team: { id: string }) => ({ ...team, id: `${nth} ${team.id}` })),
    )
    await route.fulfill({ json: { teams: [...teams, ...more] } })
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/registration/teams')
  const choice = page.getByRole('group', { name: 'Division' })
  await expect(choice).toContainText(/All\s*420/)
  await expectNoSidewaysScroll(page)
  const ends = await choice.locator('label').evaluateAll((all) =>
    all.map((label) => {
      const words = document.createRange()
      words.selectNodeContents(label)
      const letters = Array.from(words.getClientRects()).filter(({ height }) => height < 30)
      return {
        left: Math.min(...letters.map(({ left }) => left)),
        right: Math.max(...letters.map(({ right }) => right)),
      }
    }),
  )
  for (const [index, { right }] of ends.slice(0, -1).entries())
    expect((ends[index + 1]?.left ?? 0) - right).toBeGreaterThanOrEqual(16)
})

test('names in letters from right to left begin where their neighbours begin', async ({ page }) => {
  await page.goto('/registration/teams')
  const beginnings = await Promise.all(difficultBids.map(({ captainName }) => measureBeginning(page, captainName)))
  expect(beginnings[0]).toBeCloseTo(beginnings[1] ?? 0, 0)
})

/** How far from the left edge of the window the letters of a name begin. */
const measureBeginning = (page: Page, name: string): Promise<number> =>
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
