import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import {
  addPools,
  chip,
  desktop,
  exampleBid,
  expectPlaced,
  phone,
  place,
  saveAll,
  test,
} from '../fixtures/pools-page.ts'
import { arriveSignedIn, expect } from '../fixtures/test.ts'

type Ask = (method: string, path: string, body?: unknown) => Promise<{ readonly teams: readonly TeamRow[] }>
interface TeamRow {
  readonly id: string
  readonly team_name: string
}

const row = (page: Page, team: string) => page.getByRole('row', { name: team })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search teams' })
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Remove / })
const start = (page: Page) => page.getByRole('button', { name: 'Select teams' })
const remove = (page: Page) => page.getByRole('button', { name: 'Remove…' })
const removedTeams = (page: Page) => page.locator('summary', { hasText: 'Removed teams' })

async function register(ask: Ask, ...names: string[]): Promise<void> {
  for (const name of names) await ask('POST', '/register-team', exampleBid(name))
}

/** Takes these teams out past all pages, for the tests that come after. */
async function sweep(ask: Ask, word: string): Promise<void> {
  const { teams } = await ask('GET', '/registered-teams')
  const ids = teams.filter(({ team_name }) => team_name.includes(word)).map(({ id }) => id)
  if (ids.length > 0) await ask('POST', '/teams/remove', { ids, reason: 'Swept up' })
}

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/registration/teams${query}`)
  await expect(start(page)).toBeVisible({ timeout: 30_000 })
}

async function removeSelected(page: Page, reason: string): Promise<void> {
  await remove(page).click()
  await dialog(page).getByLabel('Reason').fill(reason)
  await dialog(page)
    .getByRole('button', { name: /^Remove \d+ team/ })
    .click()
  await expect(dialog(page)).toBeHidden()
}

test('without a connection the removal, its undo in the toast and a check of the data say that they wait', async ({
  page,
  context,
  ask,
}) => {
  await register(ask, 'Offline Duck (line)')
  await arriveSignedIn(page)
  await openList(page, '?q=duck+%28line')
  await start(page).click()
  await page.getByLabel('Select Offline Duck').check()
  const waits = page.getByText('Will be sent when you’re back online')
  const removeOffline = async () => {
    await remove(page).click()
    await expect(dialog(page)).toContainText('This site sends no email: please tell the captain.')
    await dialog(page).getByLabel('Reason').fill('No line')
    await context.setOffline(true)
    await dialog(page).getByRole('button', { name: 'Remove 1 team' }).click()
    await expect(dialog(page).getByText('Will be sent when you’re back online')).toBeVisible()
  }
  await removeOffline()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await context.setOffline(false)
  await expect(row(page, 'Offline Duck')).toBeVisible()
  await removeOffline()
  await context.setOffline(false)
  await expect(page.getByText('1 team removed.')).toBeVisible()
  await expect(row(page, 'Offline Duck')).toHaveCount(0)

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undo: Will be sent when you’re back online')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Undone.', { exact: true })).toBeVisible()
  await expect(waits).toBeHidden()
  await expect(row(page, 'Offline Duck')).toBeVisible()

  await page.goto('/audit')
  await page.getByRole('button', { name: 'Check data' }).click()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Start the check' }).click()
  await expect(waits).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Everything is as it should be')).toBeVisible()
  await sweep(ask, '(line)')
})

test('one team is taken out for a reason, with its number free at once for all, and taken back', async ({
  page,
  ask,
  another,
}) => {
  await register(ask, 'Lone Duck (out)', 'Later Duck (out)')
  const reader = await another('public', desktop)
  await reader.goto('/registration/teams?q=duck+%28out')
  await expect(row(reader, 'Lone Duck')).toBeVisible()
  const readNumber = (team: string) => row(reader, team).getByRole('cell').first().innerText()
  const before = [await readNumber('Lone Duck'), await readNumber('Later Duck')]

  await arriveSignedIn(page)
  await openList(page)
  await start(page).click()
  await expect(page.getByText('No team selected')).toBeVisible()
  await expect(remove(page)).toBeDisabled()
  await page.getByLabel('Select Lone Duck').check()
  await expect(page.getByText('1 team selected')).toBeVisible()
  await remove(page).click()
  await expect(dialog(page)).toContainText('It’s in no pool.')
  await expect(dialog(page).getByLabel('Reason')).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Remove 1 team' }).click()
  await expect(dialog(page)).toContainText('Please say why.')
  await dialog(page).getByLabel('Reason').fill('Withdrew by phone')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 team removed.')).toBeVisible()
  await expect(row(page, 'Lone Duck')).toHaveCount(0)
  await expect(start(page)).toBeFocused()
  await expect(row(reader, 'Lone Duck')).toHaveCount(0)
  await expect(row(reader, 'Later Duck').getByRole('cell').first()).toHaveText(before[0] ?? '')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.', { exact: true })).toBeVisible()
  await expect(row(page, 'Lone Duck')).toBeVisible()
  await expect(row(reader, 'Lone Duck').getByRole('cell').first()).toHaveText(before[0] ?? '')
  await expect(row(reader, 'Later Duck').getByRole('cell').first()).toHaveText(before[1] ?? '')
  await sweep(ask, '(out)')
})

test('many are found by a search, selected and taken out together; each can be taken back from below the list', async ({
  page,
  ask,
}) => {
  const names = Array.from({ length: 12 }, (_, index) => `Casino ${String(index + 1).padStart(2, '0')}`)
  await register(ask, ...names, 'Honest Duck (casino night)')
  await arriveSignedIn(page)
  await openList(page, '?q=casino')
  await start(page).click()
  await page.getByLabel('Select all 13 listed').check()
  await page.getByLabel('Select Honest Duck').uncheck()
  await expect(page.getByText('12 teams selected')).toBeVisible()
  await search(page).fill('honest')
  await expect(page.getByText('12 teams selected (12 not listed now)')).toBeVisible()
  await search(page).fill('casino')
  await remove(page).click()
  await expect(dialog(page)).toContainText('and 7 more')
  await page.keyboard.press('Escape')
  await removeSelected(page, 'A shop, twelve times')
  await expect(page.getByText('12 teams removed.')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveText([/Honest Duck/])

  await page.reload()
  await removedTeams(page).click()
  await expect(page.getByText('12 teams listed')).toBeVisible()
  const third = page.getByRole('listitem').filter({ hasText: 'Casino 03' })
  await expect(third).toContainText('A shop, twelve times')
  // Other tests of this site may have changed the TD's name.
  const { full_name: tdName } = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
  await expect(third).toContainText(`by ${tdName}`)
  await third.getByRole('button', { name: 'Restore' }).click()
  await expect(row(page, 'Casino 03')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveText([/Casino 03/, /Honest Duck/])
  await expect(page.getByText('11 teams listed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Restore Casino/ }).and(page.locator(':focus'))).toBeVisible()

  await page.getByRole('button', { name: 'Restore all listed' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore 11 teams' }).click()
  await expect(page.getByText('11 teams restored.')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(13)
  await expect(removedTeams(page)).toBeFocused()
  await search(page).fill('no team has this name')
  await expect(page.getByText('No teams found for your search/filter.')).toBeVisible()
  await expect(page.getByText(/^No team is removed|removed teams fits your search\/filter/)).toBeVisible()
  await sweep(ask, 'asino')
})

test('a removed team leaves the pools everywhere, also under the hands of who arranges them', async ({
  builder,
  another,
  ask,
}) => {
  await register(ask, 'Ghost Layout (pools)', 'Stay Layout (pools)', 'New Layout (pools)')
  await expect(chip(builder, 'New Layout')).toBeVisible()
  await addPools(builder, 1, 4)
  for (const [team, label] of [
    ['Ghost Layout', 'A1'],
    ['Stay Layout', 'A2'],
  ] as const) {
    await chip(builder, team).click()
    await place(builder, label).click()
  }
  await saveAll(builder)
  await builder.getByRole('button', { name: 'Publish', exact: true }).click()
  await builder.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(builder.getByText('All division pools published successfully!')).toBeVisible()
  const reader = await another('public', phone)
  const first = reader.getByRole('region', { name: 'Pool A' }).getByRole('listitem').first()
  await expect(first).toContainText('Ghost Layout')

  await chip(builder, 'New Layout').click()
  await place(builder, 'A3').click()
  await expect(builder.getByText('Unsaved Changes...')).toBeVisible()
  const list = await another('td', desktop)
  await openList(list, '?q=ghost+layout')
  await start(list).click()
  await list.getByLabel('Select Ghost Layout').check()
  await remove(list).click()
  await expect(dialog(list)).toContainText('It’s in a pool. Its place becomes free')
  await dialog(list).getByLabel('Reason').fill('Did not pay')
  await dialog(list).getByRole('button', { name: 'Remove 1 team' }).click()

  await expect(first).toHaveText('A1Empty')
  await expect(builder.getByText('Ghost Layout (pools) was removed; its place is free.')).toBeVisible()
  await expectPlaced(builder, 'A2', 'Stay Layout (pools)')
  await expectPlaced(builder, 'A3', 'New Layout (pools)')
  await saveAll(builder)

  await list.getByRole('button', { name: 'Undo' }).click()
  await expectPlaced(builder, 'A1', 'Ghost Layout (pools)')
  await expect(first).toContainText('Ghost Layout')
  await sweep(ask, 'Layout (pools)')
})

test('a removed team is not offered when people sign up for the dinner', async ({ page, ask, another }) => {
  await register(ask, 'Hungry Duck (dinner)')
  const volunteer = await another('public', desktop)
  await volunteer.goto('/dinner/signup')
  const captain = volunteer.getByRole('combobox', { name: 'Captain', exact: true })
  await captain.fill('hungry')
  await volunteer.getByRole('option', { name: /Hungry Duck/ }).click()
  await expect(captain).toHaveValue(/Hungry Duck/)
  await arriveSignedIn(page)
  await openList(page, '?q=hungry')
  await start(page).click()
  await page.getByLabel('Select Hungry Duck').check()
  await removeSelected(page, 'Withdrew')
  await expect(captain).toHaveValue('')
})

test('what cannot be removed stays selected, and the next try goes on', async ({ page, ask }) => {
  await register(ask, 'Stubborn Duck (out)')
  await arriveSignedIn(page)
  await openList(page, '?q=stubborn')
  await start(page).click()
  await page.getByLabel('Select the one listed').check()
  const cut = '**/api/teams/remove'
  await page.route(cut, (route) => route.abort())
  await remove(page).click()
  await dialog(page).getByLabel('Reason').fill('Junk')
  await dialog(page).getByRole('button', { name: 'Remove 1 team' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('No response. Please try again.')
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('Junk')
  await page.unroute(cut)
  await dialog(page).getByRole('button', { name: 'Remove 1 team' }).click()
  await expect(page.getByText('1 team removed.')).toBeVisible()

  await page.route('**/api/teams/removed', (route) => route.abort())
  await removedTeams(page).click()
  await expect(page.getByText('Failed to load removed teams')).toBeVisible()
  await page.unroute('**/api/teams/removed')
  await page.getByRole('button', { name: 'Try again' }).click()
  const out = page.getByRole('listitem').filter({ hasText: 'Stubborn Duck' }).first()
  await page.route('**/api/teams/restore', (route) => route.abort())
  await out.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('1 team could not be restored.')).toBeVisible()
  await page.unroute('**/api/teams/restore')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'Stubborn Duck')).toBeVisible()
  await sweep(ask, 'Stubborn')
})

test('selecting works by keyboard alone, and Escape leaves it', async ({ page, ask }) => {
  await register(ask, 'Key Duck (out)', 'Keyless Duck (out)')
  await arriveSignedIn(page)
  await openList(page, '?q=key')
  await start(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Select all \d+ listed/)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Select Keyless Duck')).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(start(page)).toBeFocused()
  await expect(remove(page)).toHaveCount(0)
  await sweep(ask, 'Duck (out)')
})

test('on a narrow phone everything is reached by a thumb and read by all, in both schemes', async ({
  browser,
  site,
  ask,
}) => {
  await register(ask, 'Thumb Duck (out)')
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await arriveSignedIn(page)
  const check = async (part: string) => {
    await expectAccessible(page, { part, label: part })
    await expectNoSidewaysScroll(page, part)
  }
  const expectTouchable = async (target: Locator) => {
    const box = await target.boundingBox()
    expect(Math.min(box?.height ?? 0, box?.width ?? 0), String(target)).toBeGreaterThanOrEqual(44)
  }
  await openList(page, '?q=thumb')
  const height = async () => (await row(page, 'Thumb Duck').boundingBox())?.height
  const before = await height()
  await expectTouchable(start(page))
  await start(page).tap()
  await page.getByLabel('Select Thumb Duck').check()
  expect(await height(), 'no row grows by its box').toBe(before)
  await expectTouchable(remove(page))
  await expectTouchable(page.getByRole('button', { name: 'Cancel' }))
  await expectTouchable(page.locator('label', { has: page.getByLabel('Select Thumb Duck') }))
  await check('main')
  await remove(page).tap()
  await expect(dialog(page)).toContainText('It’s in no pool.')
  await check('[role=dialog]')
  await dialog(page).getByLabel('Reason').fill('Junk')
  await dialog(page).getByRole('button', { name: 'Remove 1 team' }).tap()
  await expect(page.getByText('1 team removed.')).toBeVisible()
  await removedTeams(page).tap()
  const restore = page.getByRole('button', { name: 'Restore Thumb Duck' }).first()
  await expectTouchable(restore)
  await expectTouchable(removedTeams(page))
  await check('main')
  await context.close()
})
