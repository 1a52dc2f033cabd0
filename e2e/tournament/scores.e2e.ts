import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { desktop, phone } from '../fixtures/pools-page.ts'
import { arriveSignedIn, expect, test, watch } from '../fixtures/test.ts'
import { publishWeekend } from '../fixtures/weekend-site.ts'

test.use(desktop)

test('a TD enters and corrects a score, whose consequences are shown first, and a visitor sees the standings follow', async ({
  page,
  site,
  browser,
  problems,
}) => {
  const [one, other] = ['Gravy Ladles', 'Stuffing Stalls']
  const weekend = await publishWeekend(site, [one, other])
  await weekend.score(one, other, [11, 3])
  const visitor = await (await browser.newContext({ baseURL: site.url, ...phone })).newPage()
  await watch(visitor, problems)
  await visitor.goto('/standings')
  await expectRanks(visitor, [one, other])
  await expectAccessible(visitor)
  await expectNoSidewaysScroll(visitor)

  await arriveSignedIn(page)
  await page.goto('/scores')
  await page.getByRole('button', { name: 'Correct: A-1 Comp' }).click()
  const dialog = page.getByRole('dialog', { name: 'Result of A-1 Comp' })
  await expect(dialog.getByRole('textbox', { name: one })).toHaveValue('11')
  await dialog.getByRole('textbox', { name: one }).fill('4')
  await dialog.getByRole('textbox', { name: other }).fill('10')
  await dialog.getByRole('button', { name: `One point more for ${other}` }).click()
  await expect(dialog.getByRole('heading', { name: 'Standings of Pool A' })).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: other })).toContainText('2 before, now 1')
  await expectAccessible(page, { part: '[role="dialog"]' })
  await expectRanks(visitor, [one, other])

  // Another director is faster.
  await weekend.score(one, other, [11, 5])
  const set = dialog.getByRole('button', { name: 'Set Result' })
  await expect(dialog.getByText(/^Now: (11–5|5–11), final/)).toBeVisible()
  await expect(set).toHaveAttribute('aria-disabled', 'false')
  await set.click()
  await expect(dialog.getByRole('alert')).toContainText(
    /Another director set a result first\. Now: (11–5|5–11), final\./,
  )
  await expect(set).toHaveAttribute('aria-disabled', 'false')
  await set.click()
  await expect(dialog).toHaveCount(0)
  await expectRanks(visitor, [other, one])
  await visitor.goto('/schedule?view=time')
  await expect(visitor.getByRole('listitem').filter({ hasText: other })).toContainText('11')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await visitor.goto('/schedule?view=wall')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(/Latest results|Standings/)
  await expect(visitor.getByRole('button', { name: 'Login' })).toHaveCount(0)
  await visitor.keyboard.press(' ')
  await expect(visitor.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expectAccessible(visitor)
  await visitor.context().close()
  await weekend.clear()
})

test('captains disagree, which waits on the desk, and a TD takes one of the entries', async ({ page, site }) => {
  const [one, other] = ['Pumpkin Hammers', 'Cornbread Cuts']
  const weekend = await publishWeekend(site, [one, other])
  await weekend.enter(one, other, [11, 8])
  await weekend.enter(other, one, [9, 11])
  await arriveSignedIn(page)
  await page.goto('/desk')
  await page.getByRole('link', { name: /Scores on which captains disagree/ }).click()
  const dispute = page.getByRole('region', { name: 'Captains entered different scores: A-1 Comp' })
  await expect(dispute.getByRole('button', { name: /^Take/ })).toHaveCount(2)
  await expectAccessible(page)
  await dispute.getByRole('button', { name: new RegExp(`^Take .*by ${other}$`) }).click()
  await expect(dispute).toHaveCount(0)
  await expect(page.getByRole('region', { name: /^Saturday/ })).toContainText('Final')
  await weekend.clear()
})

test('a TD decides a tie, and later keeps a bracket game that a correction gave to other teams', async ({
  page,
  site,
  browser,
  problems,
}) => {
  const [ann, bob, cal, dee] = ['Maple Layouts', 'Walnut Breaks', 'Pecan Pulls', 'Acorn Assists'] as const
  const weekend = await publishWeekend(site, [ann, bob, cal, dee])
  for (const [winner, loser] of [
    [ann, bob],
    [bob, cal],
    [cal, ann],
  ] as const)
    await weekend.score(winner, loser, [11, 9])
  for (const winner of [ann, bob, cal]) await weekend.score(winner, dee, [11, 5])
  const visitor = await (await browser.newContext({ baseURL: site.url, ...phone })).newPage()
  await watch(visitor, problems)
  await visitor.goto('/standings')
  await expect(visitor.getByText('Shared')).toHaveCount(3)

  await arriveSignedIn(page)
  await page.goto('/desk')
  await page.getByRole('link', { name: /Ties that need a decision/ }).click()
  await page.getByRole('button', { name: /^Decide the tie of/ }).click()
  const tie = page.getByRole('dialog', { name: 'Tie in Pool A' })
  for (const [index, team] of [cal, ann, bob].entries())
    while ((await tie.getByRole('listitem').nth(index).textContent())?.includes(team) === false)
      await tie.getByRole('button', { name: `${team} up` }).click()
  await expectAccessible(page, { part: '[role="dialog"]' })
  await tie.getByLabel('Reason').fill('Discs thrown')
  await tie.getByRole('button', { name: 'Decide' }).click()
  await expect(tie).toHaveCount(0)
  await expectRanks(visitor, [cal, ann, bob, dee])
  await expect(visitor.getByText('Decided by the directors')).toHaveCount(3)

  await weekend.ask('POST', '/brackets/comp/make', {})
  await weekend.ask('POST', '/brackets/comp/post')
  const first = await weekend
    .findGame(cal, dee)
    .then(async () =>
      (await weekend.listGames()).find(({ stage, home, away }) => stage === 'bracket' && home.team && away.team),
    )
  await weekend.ask('PUT', `/games/${first?.id}/result`, { home: 13, away: 2 })
  await page.goto('/scores')
  const pool = await weekend.findGame(cal, ann)
  await page.getByRole('button', { name: `Correct: ${pool.label} Comp` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: cal }).fill('3')
  await dialog.getByRole('textbox', { name: ann }).fill('11')
  await expect(dialog.getByRole('heading', { name: /teams of the bracket change/ })).toBeVisible()
  await expect(dialog.getByText('already played').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Set Result' }).click()
  await expect(dialog).toHaveCount(0)
  const others = page.getByRole('region', { name: /^Other teams played this game/ })
  await others.getByRole('button', { name: 'Keep' }).click()
  await expect(others).toHaveCount(0)
  await visitor.context().close()
  await weekend.ask('DELETE', `/games/${first?.id}/result`)
  await weekend.ask('DELETE', '/brackets/comp/post')
  await weekend.clear()
})

/** The teams of the first table, the best first. */
const expectRanks = (page: Page, names: readonly string[]) =>
  expect(page.getByRole('rowheader')).toHaveText(names.map((name) => new RegExp(`^${name}`)))
