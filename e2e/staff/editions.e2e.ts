import type { Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { type Site, startSite } from '../fixtures/site.ts'
import { arriveSignedIn, test as base, elsewhere, expect } from '../fixtures/test.ts'

/** A site of its own, whose edition these tests change. */
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

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Start the next edition' })
const question = (page: Page) => page.getByRole('alertdialog')
const readYear = async (page: Page): Promise<number> =>
  (await (await page.request.get('/api/edition')).json()).edition.year
const registerTeam = (page: Page, teamName: string) =>
  page.request.post('/api/register-team', {
    data: {
      teamName,
      location: 'Florence, AL',
      division: 'rec',
      captainName: 'Becky Thatcher',
      captainEmail: 'becky@example.org',
      captainPhone: '256-555-0142',
    },
  })

test('a director starts the next edition, sets it up, publishes it, takes that back, and publishes it for good', async ({
  page,
  browser,
  site,
  problems,
}) => {
  test.slow()
  const token = await arriveSignedIn(page)
  const headers = { authorization: `Bearer ${token}` }
  const former = await readYear(page)
  const year = former + 1
  const data = { name: 'Pecan pie', category: 'dishes', max_signups: 2 }
  expect((await page.request.post('/api/dinner-slots', { headers, data })).status()).toBe(201)
  expect((await registerTeam(page, 'Huck Finns')).status()).toBe(201)
  const visitor = await elsewhere(browser, site, problems)
  await visitor.goto('/registration/teams')
  await expect(visitor.getByText('Huck Finns').first()).toBeVisible()

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Start the next edition' }).click()
  await expect(dialog(page).getByText('1 dinner slot is copied, without sign-ups.')).toBeVisible()
  await expect(
    dialog(page).getByText('The 29th Thanksgiving Ultimate takes place on November 21 to 22, 2026.'),
  ).toBeVisible()
  await dialog(page).getByLabel('Game rules').uncheck()
  await expect(dialog(page).getByText('Game rules begin empty.')).toBeVisible()
  await dialog(page).getByLabel('Year').fill(String(former))
  await expect(dialog(page).getByText('This edition exists already.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: `Start ${former}` })).toBeDisabled()
  await dialog(page).getByLabel('Year').fill(String(year))
  await expectAccessible(page)
  await dialog(page)
    .getByRole('button', { name: `Start ${year}` })
    .click()

  await expect(page.getByText(`You are setting up the edition of ${year}.`)).toBeVisible()
  await expect(page.getByLabel('First day')).toHaveValue('2026-11-21')
  await page.getByLabel('Name of the tournament').fill('Frostbite Classic')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('You have unsaved changes')).toBeHidden()
  await expectAccessible(page)
  await expect(visitor.getByText('Huck Finns').first()).toBeVisible()
  await expect(visitor).toHaveTitle(/Thanksgiving Ultimate/)

  await page.getByRole('button', { name: `Publish ${year}` }).click()
  await question(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(() => readYear(page)).toBe(year)
  await expect(visitor.getByText('Huck Finns')).toHaveCount(0)
  await expect(visitor).toHaveTitle(/Frostbite Classic/)
  await expect(page.getByRole('button', { name: 'Start the next edition' })).toBeVisible()

  await page.goto(`/audit?subject=edition-${year}`)
  await page
    .getByRole('listitem')
    .filter({ hasText: `published the ${year} edition` })
    .getByRole('button', { name: /^Undo/ })
    .click()
  await page.getByRole('dialog', { name: 'Undo' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => readYear(page)).toBe(former)
  await expect(visitor.getByText('Huck Finns').first()).toBeVisible()

  await page.goto('/settings')
  await page.getByRole('link', { name: `Set up ${year}` }).click()
  await expect(page.getByLabel('Name of the tournament')).toHaveValue('Frostbite Classic')
  await page.getByRole('button', { name: `Publish ${year}` }).click()
  await question(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(() => readYear(page)).toBe(year)
  expect((await registerTeam(page, 'Tom Sawyers')).status()).toBe(201)
  await expect(visitor.getByText('Tom Sawyers').first()).toBeVisible()
  const slots = await (await page.request.get('/api/dinner-slots')).json()
  expect(slots.slots).toMatchObject([{ name: 'Pecan pie', current_signups: 0 }])
  await visitor.context().close()
})

test('an edition that is being set up is removed after a question', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await arriveSignedIn(page)
  const year = (await readYear(page)) + 1
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Start the next edition' }).click()
  await dialog(page)
    .getByRole('button', { name: `Start ${year}` })
    .click()
  await page.getByRole('button', { name: `Remove ${year}` }).click()
  await expect(question(page)).toContainText('This cannot be undone.')
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Start the next edition' })).toBeVisible()
  const { editions } = await (await page.request.get('/api/editions')).json()
  expect(editions.map((one: { year: number }) => one.year)).not.toContain(year)
})
