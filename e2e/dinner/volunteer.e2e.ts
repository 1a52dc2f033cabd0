import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { dishes, firstRow, open, pending, rows, test } from '../fixtures/check-in-page.ts'
import { expect, td } from '../fixtures/test.ts'

test('a TD writes a note about a sign-up and corrects its name, which check-ins show; both are undone', async ({
  page,
}) => {
  await open(page, dishes, { as: td })
  const { id, person } = await firstRow(page)
  const row = rows(pending(page)).and(page.locator(`[data-row="${id}"]`))
  await row.getByRole('button', { name: `Open the sign-up of ${person}` }).click()
  const dialog = page.getByRole('dialog', { name: person, exact: true })
  const notes = dialog.getByRole('region', { name: 'Notes' }).getByRole('listitem')
  await dialog.getByLabel('New note').fill('Brings a stool.')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(notes).toHaveText(/Brings a stool\./)
  await expectAccessible(page, { part: '[role="dialog"]' })
  await expectNoSidewaysScroll(page)
  await notes.getByRole('button', { name: /^Remove/ }).click()

  const offered = (said: string) =>
    page.locator('p', { hasText: said }).locator('..').locator('button', { hasText: 'Undo' })
  await offered('The note is removed.').click()
  await expect(notes).toHaveText(/Brings a stool\./)
  await notes.getByRole('button', { name: /^Remove/ }).click()
  await expect(notes).toHaveCount(0)

  await dialog.getByRole('button', { name: 'Correct…' }).click()
  const form = page.getByRole('dialog', { name: `Correct the sign-up of ${person}` })
  await expect(form).toContainText('This site sends no email')
  await form.getByLabel('Name').fill('Rebecca Thatcher')
  await form.getByRole('button', { name: 'Correct', exact: true }).click()
  await form.getByLabel('Reason').fill('She told us.')
  await form.getByRole('button', { name: 'Correct', exact: true }).click()
  // At once: by the time the lists have been read again and the form closes, the toast may be gone.
  await offered(`The sign-up of ${person} is corrected.`).click()
  const question = page.getByRole('dialog', { name: 'Undo' })
  await expect(question).toContainText('This site sends no email: please tell the person who signed up.')
  // Behind the question, which does not go away as a toast does.
  const renamed = page.locator('[role="dialog"]', { hasText: 'Rebecca Thatcher' })
  await expect(renamed.getByText(/^corrected the name of .*She told us\.\)/)).toBeVisible()
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toContainText(person)
})
