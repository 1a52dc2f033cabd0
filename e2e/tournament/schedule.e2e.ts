import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { desktop, dragByMouse, phone } from '../fixtures/pools-page.ts'
import type { Site } from '../fixtures/site.ts'
import { untilStored } from '../fixtures/stored-answers.ts'
import { arriveSignedIn, expect, test, watch } from '../fixtures/test.ts'
import { type Ask, askAsTd, clearWeekend, publishPool, setFields } from '../fixtures/weekend-site.ts'

const names = ['Turkey Trotters', 'Cranberry Cutters', 'Yam Jams', 'Wishbone Breakers']
const sunday = (field: number, time: string) => `Field ${field}, Sunday, Nov 23, ${time}`

test.use(desktop)
// Later tests on this site begin without pools and with their own teams.
test.afterAll(async ({ site }) => clearWeekend(await askAsTd(site), names))

test('a TD makes a draft, moves games by taps, keys and drag, solves a conflict and publishes; a visitor follows a team', async ({
  page,
  site,
  browser,
  problems,
}) => {
  await prepare(site)
  await openEditor(page)
  const visitor = await (await browser.newContext({ baseURL: site.url, ...phone })).newPage()
  await watch(visitor, problems)
  await visitor.goto('/schedule')

  // Another test may have left a draft.
  await page.getByRole('button', { name: 'Make a draft' }).click()
  const again = page.getByRole('alertdialog', { name: 'Make a new draft?' })
  await expect(again.or(game(page, 'A-6'))).toBeVisible()
  if (await again.isVisible()) await again.getByRole('button', { name: 'Make a draft' }).click()
  await expect(again).toHaveCount(0)
  await expect(game(page, 'A-6')).toBeVisible()

  await game(page, 'A-1').click()
  await expect(page.getByText('A-1: choose a place')).toBeVisible()
  await place(page, sunday(1, '9:00 AM')).click()
  await expectAt(game(page, 'A-1'), sunday(1, '9:00 AM'))

  await game(page, 'A-1').focus()
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expectAt(game(page, 'A-1'), sunday(2, '9:00 AM'))
  await expect(game(page, 'A-1')).toBeFocused()

  await game(page, 'A-3').scrollIntoViewIfNeeded()
  await dragByMouse(page, game(page, 'A-3'), place(page, sunday(3, '9:00 AM')))
  await expectAt(game(page, 'A-3'), sunday(3, '9:00 AM'))
  const sentence = page.getByRole('button', { name: /^Team .+ plays A-1 and A-3 at 9:00 AM\.$/ })
  await expect(sentence).toBeVisible()
  await expect(game(page, 'A-3')).toHaveAccessibleDescription(/plays A-1 and A-3/)
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true')
  await game(page, 'A-3').click()
  await place(page, sunday(3, '10:20 AM')).click()
  await expect(sentence).toHaveCount(0)

  await expectAt(game(page, 'A-3'), sunday(3, '10:20 AM'))
  await dragByMouse(page, game(page, 'A-3'), game(page, 'A-1'))
  await expectAt(game(page, 'A-3'), sunday(2, '9:00 AM'))
  await expectAt(game(page, 'A-1'), sunday(3, '10:20 AM'))
  await game(page, 'A-3').click()
  await game(page, 'A-1').click()
  await expectAt(game(page, 'A-1'), sunday(2, '9:00 AM'))
  await expectAt(game(page, 'A-3'), sunday(3, '10:20 AM'))

  await expectAccessible(page)
  await game(page, 'A-6').click()
  await page.getByRole('button', { name: 'Take off the schedule' }).click()
  await expect(page.getByRole('region', { name: 'Without a place (1)' })).toContainText('A-6')

  await page.getByRole('button', { name: 'Publish' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Without a time and a field: A-6.')
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published: everybody sees this schedule')).toBeVisible()

  await expect(visitor.getByRole('heading', { name: 'Sunday, Nov 23' })).toBeVisible()
  await expect(visitor.getByRole('region', { name: '10:20 AM' }).last()).toContainText('Field 3')
  await expectAccessible(visitor)
  await visitor.getByRole('tab', { name: 'By field' }).click()
  await expect(visitor.getByRole('region', { name: 'Field 3' }).last()).toContainText('10:20 AM')
  await visitor.getByRole('tab', { name: 'My team' }).click()
  await visitor.getByRole('combobox', { name: 'My team' }).selectOption('Yam Jams')
  await expect(visitor.getByRole('listitem').filter({ hasText: 'Yam Jams' })).not.toHaveCount(0)
  await visitor.goto('/schedule')
  await expect(visitor.getByRole('combobox', { name: 'My team' })).toHaveValue(/.+/)
  const calendar = await visitor.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')
  expect(await (await visitor.request.get(calendar ?? '')).text()).toContain('Yam Jams vs. ')
  await expectNoSidewaysScroll(visitor)
  await expectNoSidewaysScroll(page)

  await untilStored(visitor, 'schedule/public')
  await visitor.route('**/api/**', (route) => route.abort())
  await visitor.reload()
  await expect(visitor.getByText(/^The schedule is as of \d/)).toBeVisible()
  await expect(visitor.getByRole('listitem').filter({ hasText: 'Yam Jams' })).not.toHaveCount(0)
  await expectNoSidewaysScroll(visitor)

  const sheets = await printed(page, 'Score sheets')
  expect(sheets.match(/Captain of/g)).toHaveLength(2 * 5)
  expect(sheets).toContain('Field 2, 9:00 AM')
  expect(sheets).toContain('A-1 Comp, Pool A. Game to 11.')
  expect(await printed(page, 'Print')).not.toContain('Captain of')
  await visitor.context().close()
})

test('a day is delayed, loses a round and is shortened, each after a preview, and all of it is taken back', async ({
  page,
  site,
  browser,
  problems,
}) => {
  const ask = await prepare(site)
  const { games } = await ask('POST', '/schedule/generate', { seed: 7 })
  const [moved] = games
  await ask('PUT', `/schedule/games/${moved?.id}/place`, { round_id: '2025-11-23-5', field_id: 'field-1' })
  await ask('POST', '/schedule/publish')
  await openEditor(page)
  const visitor = await (await browser.newContext({ baseURL: site.url, ...phone })).newPage()
  await watch(visitor, problems)
  await visitor.goto('/schedule?view=time')
  await expect(visitor.getByRole('region', { name: '2:20 PM' }).last()).toBeVisible()

  await page.getByRole('button', { name: 'Move games' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move games' })
  await dialog.getByLabel('Day').selectOption('2025-11-23')
  await dialog.getByLabel('From').fill('11:00')
  await dialog.getByLabel('Minutes later').fill('200')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expectAccessible(page, { part: '[role="dialog"]' })
  await expect(dialog.getByText('2:20 PM → 5:40 PM')).toBeVisible()
  await expect(dialog.getByText(`${moved?.label} Comp would end at 6:50 PM, after dusk.`)).toBeVisible()
  await dialog.getByLabel('Minutes later').fill('45')
  await expect(dialog.getByText('after dusk')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Move 1 game' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(visitor.getByRole('region', { name: '3:05 PM' })).toBeVisible()

  const offer = page.getByRole('link', { name: 'Announce it' })
  await expect(offer).toHaveAttribute('href', /^\/announcements\?text=Sunday.*begin%2045%20minutes%20later\.$/)

  await page.getByRole('button', { name: 'Move games' }).click()
  await dialog.getByRole('radio', { name: 'Cancel a round' }).check()
  await dialog.getByRole('combobox', { name: 'Round' }).selectOption('2025-11-23-5')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('heading', { name: '1 game is canceled' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel 1 game' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(visitor.getByText('Canceled')).toBeVisible()
  await expect(game(page, moved?.label ?? '')).toContainText('Canceled')

  await page.getByRole('button', { name: 'Move games' }).click()
  await dialog.getByRole('radio', { name: 'Shorter games' }).check()
  await dialog.getByLabel('Day').selectOption('2025-11-22')
  await dialog.getByLabel('From').fill('10:00')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expectAccessible(page, { part: '[role="dialog"]' })
  await expect(dialog.getByText('11:40 AM → 11:20 AM').first()).toBeVisible()
  await dialog.getByRole('button', { name: /^Change \d games$/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(visitor.getByRole('region', { name: '11:20 AM' })).toBeVisible()

  for (const undo of ['Undo shorter games (3)', 'Undo last cancellation (2)', 'Undo last delay (1)'])
    await page.getByRole('button', { name: undo }).click()
  await expect(page.getByRole('button', { name: /^Undo / })).toHaveCount(0)
  await expect(offer).toHaveCount(0)
  await expect(visitor.getByRole('region', { name: '2:20 PM' }).last()).toBeVisible()
  await expect(visitor.getByText('Canceled')).toHaveCount(0)
  await visitor.context().close()
})

const game = (page: Page, label: string): Locator => page.locator(`[data-game]`).filter({ hasText: `${label}Comp` })
const place = (page: Page, name: string): Locator => page.getByRole('button', { name: `Free ${name}`, exact: true })

async function expectAt(button: Locator, name: string): Promise<void> {
  await expect(button).toHaveAccessibleName(new RegExp(` ${name}$`))
  await expect(button).toHaveAttribute('aria-disabled', 'false')
}

/** The words of what a button prints. */
async function printed(page: Page, button: string): Promise<string> {
  await page.evaluate(() => {
    Object.assign(window, { print: () => undefined })
    const read = () => Object.assign(window, { sheet: document.querySelector('main')?.innerText })
    addEventListener('beforeprint', read, { once: true })
  })
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.pdf()
  return page.evaluate(() => String(Reflect.get(window, 'sheet')))
}

async function openEditor(page: Page): Promise<void> {
  await arriveSignedIn(page)
  await page.goto('/schedule/edit')
  await expect(page.getByRole('button', { name: 'Make a draft' })).toBeVisible({ timeout: 30_000 })
}

/** One public pool of four teams and three fields. */
async function prepare(site: Site): Promise<Ask> {
  const ask = await askAsTd(site)
  await publishPool(ask, names)
  await setFields(ask, ['Field 1', 'Field 2', 'Field 3'])
  return ask
}
