import type { Locator, Page } from '@playwright/test'
import type { ShownBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { desktop, phone } from '../fixtures/pools-page.ts'
import { type Site, startSite } from '../fixtures/site.ts'
import { arriveSignedIn, test as base, expect, watch } from '../fixtures/test.ts'
import { type Ask, askAsTd, publishPool, type WeekendGame } from '../fixtures/weekend-site.ts'

/** A made bracket stays in the schedule, so other tests have another site. */
const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** As they end up in the pool. */
const names: readonly string[] = ['Turkey Trotters', 'Cranberry Cutters', 'Yam Jams', 'Wishbone Breakers']
const [first = '', second = '', third = '', fourth = ''] = names

test.use(desktop)

test('a TD makes a bracket, posts it and corrects a result; a visitor follows it to the last place', async ({
  page,
  site,
  browser,
  problems,
}) => {
  const ask = await prepare(site)
  const visitor = await (await browser.newContext({ baseURL: site.url, ...desktop })).newPage()
  await watch(visitor, problems)
  await visitor.goto('/tournament/bracket')
  await expectPlaceholder(visitor)
  await expect(visitor.getByRole('tab')).toHaveCount(0)

  await arriveSignedIn(page)
  await page.goto('/tournament/bracket?division=comp')
  const dialog = page.getByRole('dialog', { name: 'Make the bracket (Competitive)' })
  await page.getByRole('button', { name: /^Make / }).click()
  await expect(dialog.getByRole('alert')).toContainText('Pool A: 6 games have no result.')
  await expect(dialog.getByRole('button', { name: 'Make bracket' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, { part: '[role="dialog"]' })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)

  await playPool(ask)
  await page.getByRole('button', { name: /^Make / }).click()
  await expect(dialog).toContainText(`${first} (A1) against ${fourth} (A4)`)
  await expect(dialog).toContainText('All 4 games, 4 places')
  await dialog.getByRole('button', { name: 'Make bracket' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('A draft: only TD and admin see this bracket.')).toBeVisible()
  await expect(gameIn(page, 'C1')).toContainText(fourth)
  await expect(gameIn(page, 'C3'), 'before a schedule is public').toContainText('2:20 PM, Field 1')
  await expectPlaceholder(visitor)
  await ask('POST', '/schedule/publish')

  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Post' }).click()
  await expect(page.getByText('Posted: everybody sees this bracket.')).toBeVisible()
  await expect(gameIn(visitor, 'C3')).toContainText('Winner of C1')
  await expect(gameIn(visitor, 'C3')).toContainText('2:20 PM, Field 1')
  await expectAccessible(visitor)
  await expectNoSidewaysScroll(visitor)

  await decide(ask, 'C1', first)
  await decide(ask, 'C2', second)
  await expect(findSides(visitor, 'C3')).toHaveText([first, second])
  await expect(findSides(visitor, 'C4')).toHaveText([fourth, third])
  // The other team won after all.
  await decide(ask, 'C1', fourth)
  await expect(findSides(visitor, 'C3')).toHaveText([fourth, second])
  await expect(findSides(visitor, 'C4')).toHaveText([first, third])

  await gameIn(visitor, 'C1')
    .getByRole('button', { name: `Path of ${fourth}` })
    .click()
  await visitor.mouse.move(0, 0)
  await expect(visitor.locator('[data-on-path] [data-on-path]')).toHaveText([
    `Path of ${fourth}13`,
    `Path of ${fourth}`,
  ])
  await expect(visitor.locator('path[data-on-path]')).toHaveCount(1)

  // From the bracket to the result, and back.
  await gameIn(page, 'C3').getByRole('link', { name: /^C3/ }).click()
  const result = page.getByRole('dialog', { name: 'Result of C3 Comp' })
  await result.getByRole('textbox', { name: fourth }).fill('9')
  await result.getByRole('textbox', { name: second }).fill('13')
  await result.getByRole('button', { name: 'Set Result' }).click()
  await expect(result).toHaveCount(0)
  await page.goto('/tournament/bracket?division=comp')
  await decide(ask, 'C4', third)
  const places = visitor.getByRole('region', { name: 'Final places' }).getByRole('listitem')
  await expect(places).toHaveText([`1st${second}`, `2nd${fourth}`, `3rd${third}`, `4th${first}`])
  await expect(visitor.getByText(`Champion ${second}`)).toBeVisible()
  await expectAccessible(visitor)

  await page.getByRole('button', { name: 'Make again' }).click()
  await expect(dialog.getByRole('alert')).toContainText('A game of this bracket has a result already.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Take down' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take down' }).click()
  const toast = page.getByText('Bracket taken down.').locator('xpath=ancestor::*[.//button][1]')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Posted: everybody sees this bracket.')).toBeVisible()
  await expect(gameIn(visitor, 'C3')).toContainText('13')
  await visitor.context().close()
})

test('a visitor swipes through the rounds on a phone, by touch, buttons and keys', async ({
  site,
  browser,
  problems,
}) => {
  const ask = await prepare(site)
  await playPool(ask)
  await ask('POST', '/brackets/comp/make', {})
  await ask('POST', '/brackets/comp/post')
  const page = await (await browser.newContext({ baseURL: site.url, ...phone, reducedMotion: 'reduce' })).newPage()
  await watch(page, problems)
  await page.goto('/tournament/bracket')
  await expect(page.getByRole('heading', { name: 'Semifinals' })).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Next round' }).click()
  await expect(gameIn(page, 'C3')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Finals', exact: true })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Round 1', exact: true }).click()
  await expect(gameIn(page, 'C1')).toBeInViewport()
  await expect(gameIn(page, 'C3')).not.toBeInViewport()

  const strip = page.getByRole('list', { name: 'Games by round' })
  await strip.focus()
  await page.keyboard.press('ArrowRight')
  await expect(gameIn(page, 'C3')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Finals', exact: true })).toHaveAttribute('aria-current', 'true')
  // In a window of another width, it shows the same round, once it has come to rest.
  await expect.poll(() => strip.evaluate(awayFromSecond)).toBeLessThanOrEqual(1)
  await page.setViewportSize({ width: 480, height: 640 })
  await expect.poll(() => strip.evaluate(awayFromSecond)).toBeLessThanOrEqual(1)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => strip.evaluate(awayFromSecond)).toBeLessThanOrEqual(1)
  await strip.evaluate((list) => list.scrollBy({ left: -list.clientWidth }))
  await expect(page.getByRole('button', { name: 'Round 1', exact: true })).toHaveAttribute('aria-current', 'true')

  await decide(ask, 'C1', first)
  // The round that has games to play comes up for who opens the page, also where the device has older results stored,
  // which are drawn first.
  await page.context().setOffline(true)
  await decide(ask, 'C2', second)
  await page.addInitScript(measureLate)
  await page.context().setOffline(false)
  await page.reload()
  await expect(strip).toHaveAttribute('style', /height/)
  await expect(gameIn(page, 'C3')).toBeInViewport()
  await gameIn(page, 'C3')
    .getByRole('button', { name: `Path of ${first}` })
    .tap()
  await expect(gameIn(page, 'C3').getByRole('button', { name: `Path of ${first}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.context().close()
})

/** Runs in the page: sizes are reported later than the answers of the server come, as on a busy phone. */
function measureLate(): void {
  const { ResizeObserver } = window
  window.ResizeObserver = class extends ResizeObserver {
    constructor(report: ResizeObserverCallback) {
      super((entries, observer) => setTimeout(() => report(entries, observer), 1_500))
    }
  }
}

/** Runs in the page: how many pixels a strip is away from its second round. */
const awayFromSecond = (strip: Element) => Math.abs(strip.scrollLeft - strip.clientWidth)

const gameIn = (page: Page, label: string): Locator => page.locator(`[data-game="${label}"]`)
const findSides = (page: Page, label: string): Locator => gameIn(page, label).locator('bdi')

async function expectPlaceholder(page: Page): Promise<void> {
  await expect(page.getByText('Brackets are posted at the conclusion of Saturday pool play.')).toBeVisible()
  await expect(page.getByText('Check back Saturday evening.')).toBeVisible()
  await expect(page.getByRole('img', { name: /Round 1.*Semifinal.*Final/ })).toBeVisible()
}

/** A published pool of four teams without results, and a bracket that is not posted, if there was one before. */
async function prepare(site: Site): Promise<Ask> {
  const ask = await askAsTd(site)
  if ((await ask('GET', '/registered-teams')).teams.length === 0) {
    await publishPool(ask, names)
    await ask('POST', '/schedule/generate', {})
  }
  for (const { id } of (await ask('GET', '/games')).games) await ask('DELETE', `/games/${id}/result`)
  await ask('DELETE', '/brackets/comp/post')
  return ask
}

/** Who stands earlier in the list wins. */
async function playPool(ask: Ask): Promise<void> {
  const findRank = ({ team }: WeekendGame['home']) => names.indexOf(team?.name ?? '')
  const { games } = await ask('GET', '/games')
  for (const { id, home, away } of games.filter(({ stage }) => stage === 'pool')) {
    const isHome = findRank(home) < findRank(away)
    await ask('PUT', `/games/${id}/result`, { home: isHome ? 11 : 5, away: isHome ? 5 : 11 })
  }
}

async function decide(ask: Ask, label: string, winner: string): Promise<void> {
  const { bracket } = await ask<{ readonly bracket: ShownBracket | null }>('GET', '/brackets/comp?draft=true')
  const game = bracket?.rounds.flatMap(({ games }) => games).find((one) => one.label === label)
  const isHome = game?.home.team?.name === winner
  await ask('PUT', `/games/${game?.id}/result`, { home: isHome ? 13 : 8, away: isHome ? 8 : 13 })
}
