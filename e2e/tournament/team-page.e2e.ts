import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { ask, logIn } from '../fixtures/board-page.ts'
import { openTeams, row, test } from '../fixtures/teams-page.ts'
import { arriveSignedIn, expect } from '../fixtures/test.ts'

test('an admin reaches a captain, writes a note, and corrects the bid; one look is one entry', async ({
  page,
  context,
  site,
}) => {
  const { token } = await logIn(site)
  const looks = async () => {
    const { events } = (await ask(site, token, 'GET /audit?type=ContactsShown')).body
    return (events as unknown as { actor: { name: string } }[]).length
  }
  const before = await looks()
  await arriveSignedIn(page, { username: 'admin', password: 'demo-admin' })
  await openTeams(page)
  await row(page, 'Kudzu Kids')
    .getByRole('link', { name: /Kudzu Kids/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Kudzu Kids', level: 1 })).toBeVisible()
  await expect(page.locator('main a[href^="tel:"]').first()).toBeVisible()
  await expect(page.locator('main a[href^="mailto:"]').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // What is typed waits for the connection, and is asked about before it is lost.
  const note = page.getByLabel('New note')
  await note.fill('Arrives on Saturday at ten.')
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on Page' }).click()
  await expect(note).toHaveValue('Arrives on Saturday at ten.')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText(/sent when you’re back online/)).toBeVisible()
  await context.setOffline(false)
  const notes = page.getByRole('region', { name: 'Notes' }).getByRole('listitem')
  await expect(notes).toHaveCount(1)
  await expect(notes).toContainText('Arrives on Saturday at ten.')

  await page.getByRole('button', { name: /^Correct/ }).click()
  const form = page.getByRole('form', { name: 'Correct the bid' })
  await form.getByLabel('Location').fill('Madison, AL')
  await form.getByRole('button', { name: 'Correct the bid' }).click()
  await expect(form.getByLabel('Reason')).toBeFocused()
  await form.getByLabel('Reason').fill('They moved.')
  await form.getByRole('button', { name: 'Correct the bid' }).click()
  await expect(page.getByText('The bid of Kudzu Kids is corrected.', { exact: false })).toBeVisible()
  await expect(page.locator('main').getByText('Madison, AL').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  const question = page.getByRole('dialog', { name: 'Undo' })
  await expect(question).toContainText('This site sends no email: please tell the captain.')
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.', { exact: true })).toBeVisible()
  await expect(page.locator('main dd').filter({ hasText: 'Madison, AL' })).toHaveCount(0)
  await page.reload()
  await expect(notes).toHaveCount(1)
  expect(await looks()).toBe(before + 1)
})
