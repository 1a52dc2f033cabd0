import { chip, place, save } from '../fixtures/pools-page.ts'
import { becky, card, plus, removes, test } from '../fixtures/sign-up-page.ts'
import { arriveSignedIn, expect } from '../fixtures/test.ts'
import { translatePages } from '../fixtures/translated.ts'

test('a page that the browser translates goes on working: bid, sign-up, check-in and pools', async ({
  page,
  context,
  dinner,
}) => {
  await translatePages(context)
  await page.goto('/registration/register')
  await expect(page.locator('font').first()).toBeAttached()
  await page.getByLabel('Team name').fill('Traducidos')
  await page.getByLabel('Location').fill('Mobile, AL')
  await page.getByText('Recreational').first().click()
  await page.getByLabel('Captain name', { exact: true }).fill('Ana Lopez')
  await page.getByLabel('Captain email', { exact: true }).fill('ana@example.org')
  await page.getByLabel('Captain phone', { exact: true }).fill('256-555-0142')
  await page.getByRole('button', { name: 'Register Team' }).click()
  await expect(page.getByText('Thanks! Your bid has been received.')).toBeVisible()
  await expect(page.getByLabel('Team name')).toHaveValue('')

  const slot = await dinner.addSlot({ category: 'dishes', name: 'Tamales', max_signups: 3 })
  await dinner.signUp(slot)
  await page.goto('/dinner/signup')
  await page.getByLabel('Name', { exact: true }).fill(becky.name)
  await page.getByLabel('Email', { exact: true }).fill(becky.email)
  await page.getByRole('combobox').fill(becky.captain)
  await page.getByRole('option', { name: becky.captain }).click()
  const tamales = card(page, 'Tamales')
  await plus(tamales).click()
  await expect(tamales).toContainText('2/3')
  await removes(tamales).click()
  await expect(tamales).toContainText('1/3')

  await arriveSignedIn(page)
  await page.goto('/dinner/checkin')
  await page
    .getByRole('region', { name: 'Pending' })
    .getByRole('button', { name: /Check In/ })
    .first()
    .click()
  const arrived = page.getByRole('region', { name: 'Checked In' })
  await expect(arrived.getByText('Tom Sawyer')).toBeVisible()

  await page.goto('/tournament/poolplay')
  await page.getByRole('radio', { name: 'Recreational' }).click()
  await page.getByLabel('Number of pools').fill('1')
  await page.getByRole('button', { name: 'Add Pools' }).click()
  await chip(page, 'Traducidos').click()
  await place(page, 'A1').click()
  await save(page).click()
  await expect(page.getByText('Configuration saved successfully for all divisions!')).toBeVisible()
  await expect(page.getByText('This area could not be shown')).toHaveCount(0)
})
