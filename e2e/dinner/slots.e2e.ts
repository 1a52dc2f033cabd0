import { expectAccessible } from '../fixtures/accessibility.ts'
import { card, change, test } from '../fixtures/sign-up-page.ts'
import { arriveSignedIn, expect, signIn } from '../fixtures/test.ts'

/** What few visitors open comes when they do. */
const fileOfDinner = /\/parts\/dinner\/js\//

test('a recipe opens over the page', async ({ page, dinner }) => {
  await dinner.addSlot({
    category: 'dishes',
    name: 'Pie',
    recipe_title: 'Pie of pies',
    recipe_ingredients: 'Flour\nButter',
    recipe_instructions: 'Bake it.',
  })
  await page.goto('/dinner/signup')
  const opener = card(page, 'Pie').getByRole('button', { name: 'Recipe: Pie' })
  await expect(opener).toBeVisible()
  await Promise.all([page.waitForRequest(fileOfDinner), opener.click()])
  const recipe = page.getByRole('dialog', { name: 'Pie of pies' })
  await expect(recipe.getByRole('listitem')).toHaveText(['Flour', 'Butter', 'Bake it.'])
  await page.keyboard.press('Escape')
  await expect(recipe).toBeHidden()
})

test('the TD creates, copies, edits and deletes slots, and makes a row of serving times', async ({ page }) => {
  await page.goto('/dinner/signup')
  await expect(page.getByRole('button', { name: 'Add a dish' })).toHaveCount(0)
  // The slots are there, and with them all that the public needs.
  await expect(page.locator('#dishes')).toBeVisible()
  await Promise.all([page.waitForRequest(fileOfDinner), signIn(page)])
  await page.getByRole('button', { name: 'Add a dish' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Add slot' }).click()
  await expect(form.getByText('Name is required.')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill('Turkey')
  await form.getByLabel('Max signups').fill('0')
  await form.getByRole('button', { name: 'Add slot' }).click()
  await expect(form.getByText('Please give a whole number, at least 1.')).toBeVisible()
  await form.getByLabel('Max signups').fill('3')
  await form.getByLabel('Recipe title').fill('The bird')
  await form.getByRole('button', { name: 'Add slot' }).click()
  await expect(card(page, 'Turkey')).toContainText('0/3')
  await expect(form, 'a form on its way out would be filled in again').toHaveCount(0)

  await change(page, 'Turkey', 'Copy this slot')
  await form.getByLabel('Name').fill('Ham')
  // What was typed does not go with a slip of the finger.
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('alertdialog', { name: 'Unsaved Changes' })
  await leaving.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Ham')
  // Back asks once.
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
  await page.goBack()
  await leaving.getByRole('button', { name: 'Close Without Saving' }).click()
  await expect(form).toBeHidden()
  await expect(leaving).toBeHidden()
  await change(page, 'Turkey', 'Copy this slot')
  await form.getByLabel('Name').fill('Ham')
  await form.getByRole('button', { name: 'Add slot' }).click()
  await expect(card(page, 'Ham')).toContainText('0/3')

  const menu = page.getByRole('button', { name: 'Change Ham', exact: true })
  await menu.click()
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
  await page.goBack()
  await expect(page.getByRole('menu')).toBeHidden()
  await menu.click()
  // Inside a landmark, where those who go from one to the next find it.
  await expect(page.getByRole('main').getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await expectAccessible(page, { label: 'an open menu' })
  await page.keyboard.press('Escape')
  await change(page, 'Ham', 'Edit')
  await form.getByLabel('Max signups').fill('5')
  await form.getByRole('button', { name: 'Save slot' }).click()
  await expect(card(page, 'Ham')).toContainText('0/5')

  await change(page, 'Ham', 'Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete this slot? This will also remove all signups for this slot.',
  )
  await question.getByRole('button', { name: 'Delete slot' }).click()
  await expect(card(page, 'Ham')).toHaveCount(0)
  await expect(question).toBeHidden()
  // The card that had the button is gone: the focus stays on the page.
  await expect(page.locator('main :focus')).toHaveCount(1)

  await page.getByRole('button', { name: 'Add a row of serving times' }).click()
  await form.getByLabel('Name').fill('Drinks')
  await form.getByLabel('First time').fill('19:00')
  await form.getByLabel('How many half hours').fill('3')
  await expect(form.getByRole('listitem')).toHaveText(['7:00 PM - 7:30 PM', '7:30 PM - 8:00 PM', '8:00 PM - 8:30 PM'])
  await form.getByRole('button', { name: 'Add serving times' }).click()
  await expect(page.getByRole('region', { name: /^Drinks, / })).toHaveCount(3)
})

test('the TD sees who signed up, removes a sign-up after a question, and the audit shows it', async ({
  page,
  dinner,
  browser,
  site,
}) => {
  const slot = await dinner.addSlot({ category: 'dishes', name: 'Chutney', max_signups: 2 })
  await dinner.signUp(slot)
  await dinner.signUp(slot, { personName: 'Sid Sawyer', email: 'sid@example.org' })
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage()
  await visitor.goto('/dinner/signup')
  await expect(card(visitor, 'Chutney')).toContainText('2/2')
  await expect(visitor.getByRole('button', { name: 'Who signed up for Chutney' })).toHaveCount(0)

  await arriveSignedIn(page)
  await page.goto('/dinner/signup')
  const form = page.getByRole('dialog', { name: 'Edit slot' })
  await change(page, 'Chutney', 'Edit')
  await form.getByLabel('Max signups').fill('1')
  await form.getByRole('button', { name: 'Save slot' }).click()
  await expect(form.getByRole('alert')).toContainText('2 people have signed up already.')
  await form.getByRole('button', { name: 'Save anyway' }).click()
  await expect(card(page, 'Chutney')).toContainText('2/1')
  await change(page, 'Chutney', 'Edit')
  await form.getByLabel('Max signups').fill('2')
  await form.getByRole('button', { name: 'Save slot' }).click()
  await expect(card(page, 'Chutney')).toContainText('2/2')
  await page.getByRole('button', { name: 'Who signed up for Chutney' }).click()
  const list = page.getByRole('dialog', { name: 'Signed up for Chutney' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByText('2 of 2 spots are taken.')).toBeVisible()
  await list.getByRole('button', { name: 'Open the sign-up of Sid Sawyer' }).click()
  const person = page.getByRole('dialog', { name: 'Sid Sawyer' })
  await expect(person.getByRole('link', { name: 'sid@example.org' })).toHaveAttribute('href', 'mailto:sid@example.org')
  await expect(person.getByText('Not checked in')).toBeVisible()
  await expect(person.getByText(/^signed up Sid Sawyer/)).toBeVisible()
  await expect(person.getByRole('link', { name: /^All changes in the audit/ })).toBeVisible()
  await expectAccessible(page, { part: '[role="dialog"]' })
  await page.keyboard.press('Escape')
  await expect(person).toBeHidden()
  await list.getByRole('button', { name: 'New link for Sid Sawyer' }).click()
  const ending = page.getByRole('alertdialog', { name: 'Replace the private link of Sid Sawyer?' })
  await ending.getByRole('button', { name: 'Replace the link' }).click()
  await expect(page.getByText('The private link of Sid Sawyer is replaced.')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list.getByRole('button', { name: 'Remove the sign-up of Sid Sawyer' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Sid Sawyer from Chutney?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list.getByRole('button', { name: 'Remove the sign-up of Sid Sawyer' }).click()
  await question.getByRole('button', { name: 'Remove sign-up' }).click()
  await expect(list.getByRole('listitem')).toHaveText(/Tom Sawyer/)
  await expect(list.getByText('1 of 2 spots are taken.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(card(page, 'Chutney')).toContainText('1/2')
  await expect(card(visitor, 'Chutney')).toContainText('1/2')
  await visitor.context().close()

  await page.goto('/audit')
  await expect(page.getByText('took Sid Sawyer out of Chutney').first()).toBeVisible()
  await expect(page.getByText('saw the contact data of Chutney (Sid Sawyer)')).toHaveCount(1)
})
