import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { card, introduce, plus, removes, test } from '../fixtures/sign-up-page.ts'
import { untilStored } from '../fixtures/stored-answers.ts'
import { arriveSignedIn, expect, td, watch } from '../fixtures/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('the allergens of a dish go from its cook to check-in, its label, the board and the kitchen', async ({
  page,
  browser,
  site,
  dinner,
  problems,
}) => {
  const slot = await dinner.addSlot({ category: 'dishes', name: 'Pecan pie', max_signups: 2 })
  await page.goto('/dinner/signup')
  await introduce(page)
  const pie = card(page, 'Pecan pie')
  await plus(pie).click()
  await expect(pie).toContainText('No allergens named')
  await pie.getByRole('button', { name: 'Name allergens in Pecan pie' }).click()
  const form = page.getByRole('dialog', { name: 'Allergens in Pecan pie' })
  for (const name of ['Tree nuts', 'Eggs']) await form.getByText(name, { exact: true }).click()
  await form.getByLabel('Anything else').fill('rye')
  await expectAccessible(page, { part: '[role="dialog"]' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(pie).toContainText('eggs, tree nuts, rye')
  await expectNoSidewaysScroll(page)

  // Who takes a removal back brings the same dish.
  await removes(pie).click()
  await pie.getByRole('button', { name: /^Undo/ }).click()
  await expect(removes(pie)).toHaveCount(1)
  await expect(pie).toContainText('eggs, tree nuts, rye')

  const staff = await (
    await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 800 } })
  ).newPage()
  await watch(staff, problems)
  const token = await arriveSignedIn(staff, td)
  await staff.goto('/dinner/checkin')
  await staff.getByRole('searchbox').fill('tree nuts')
  const pending = staff.getByRole('region', { name: 'Pending' }).getByRole('listitem')
  await expect(pending).toHaveCount(1)
  await expect(pending).toContainText('eggs, tree nuts, rye')

  await staff.getByRole('button', { name: 'Labels' }).click()
  await expect(staff.getByRole('button', { name: /^Print \d+ label/ })).toBeVisible()
  // What has the focus is not printed.
  await staff.locator(':focus').blur()
  await staff.emulateMedia({ media: 'print' })
  const label = staff.locator('[data-label-sheet] article').filter({ hasText: 'Pecan pie' })
  await expect(label).toContainText('Allergens: eggs, tree nuts, rye')
  await staff.emulateMedia({ media: 'screen' })
  await staff.getByRole('button', { name: 'Cancel' }).click()

  await pending.getByRole('button', { name: 'Check In' }).click()
  const here = staff.getByRole('region', { name: 'Checked In' }).getByRole('listitem')
  await expect(here.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(() => staff.goto('/dinner/management')).toPass()
  const holding = staff.getByRole('region', { name: 'Holding' })
  await holding.getByRole('searchbox').fill('nuts')
  const dish = holding.locator('[data-dish]')
  await expect(dish).toHaveCount(1)
  await expect(dish).toContainText('eggs, tree nuts, rye')
  await dish.click()
  await expect(staff.getByRole('status').filter({ hasText: 'is in your hand' })).toContainText('eggs, tree nuts, rye')

  await staff.goto('/dinner/kitchen')
  const lists = staff.getByRole('region', { name: 'Allergens' })
  await expect(lists).toContainText('Not named for any dish: milk, fish,')
  await lists.getByLabel('Show dishes with').selectOption('Tree nuts')
  const nutty = lists.getByRole('listitem').filter({ hasText: 'Gravy Train' })
  await expect(nutty.first()).toContainText('Pecan pie')
  await expect(staff.getByRole('table', { name: 'Dishes by kind and team' })).toContainText('1 of 2')
  await expect(staff.getByRole('region', { name: 'Missing' })).toContainText('Gravy Train')
  await expectAccessible(staff)
  // What is named meanwhile is shown without a reload.
  await pie.getByRole('button', { name: 'Change allergens in Pecan pie' }).click()
  await form.getByText('Tree nuts', { exact: true }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(lists).toContainText('Not named for any dish.')
  await staff.emulateMedia({ media: 'print' })
  await expect(staff.getByText('Only tree nuts')).toBeVisible()
  await expect(lists.getByLabel('Show dishes with')).toBeHidden()
  await staff.emulateMedia({ media: null })

  // The last list stays on the device, for when there is no connection.
  await untilStored(staff, 'signups/kitchen')
  await staff.route('**/api/dinner/kitchen', (route) => route.abort())
  await staff.reload()
  await expect(staff.getByText(/^This list is as of \d/)).toBeVisible()
  await expect(lists).toContainText('Pecan pie')

  const deleted = await page.request.delete(`/api/dinner-slots/${slot.id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(deleted.status()).toBe(204)
})
