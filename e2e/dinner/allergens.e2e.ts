import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { card, introduce, plus, removes, test } from '../fixtures/sign-up-page.ts'
import { arriveSignedIn, expect, td, watch } from '../fixtures/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('the allergens of a dish go from its cook to check-in, its label and the board', async ({
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

  const desk = await (await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 800 } })).newPage()
  await watch(desk, problems)
  const token = await arriveSignedIn(desk, td)
  await desk.goto('/dinner/checkin')
  await desk.getByRole('searchbox').fill('tree nuts')
  const pending = desk.getByRole('region', { name: 'Pending' }).getByRole('listitem')
  await expect(pending).toHaveCount(1)
  await expect(pending).toContainText('eggs, tree nuts, rye')

  await desk.getByRole('button', { name: 'Labels' }).click()
  await expect(desk.getByRole('button', { name: /^Print \d+ label/ })).toBeVisible()
  await desk.emulateMedia({ media: 'print' })
  const label = desk.locator('[data-label-sheet] article').filter({ hasText: 'Pecan pie' })
  await expect(label).toContainText('Allergens: eggs, tree nuts, rye')
  await desk.emulateMedia({ media: 'screen' })
  await desk.getByRole('button', { name: 'Cancel' }).click()

  await pending.getByRole('button', { name: 'Check In' }).click()
  const here = desk.getByRole('region', { name: 'Checked In' }).getByRole('listitem')
  await expect(here.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(() => desk.goto('/dinner/management')).toPass()
  const holding = desk.getByRole('region', { name: 'Holding' })
  await holding.getByRole('searchbox').fill('nuts')
  const dish = holding.locator('[data-dish]')
  await expect(dish).toHaveCount(1)
  await expect(dish).toContainText('eggs, tree nuts, rye')
  await dish.click()
  await expect(desk.getByRole('status').filter({ hasText: 'is in your hand' })).toContainText('eggs, tree nuts, rye')

  const deleted = await page.request.delete(`/api/dinner-slots/${slot.id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(deleted.status()).toBe(204)
})
