import type { Page } from '@playwright/test'
import { arriveSignedIn, expect, test } from '../fixtures/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** The entries that dialogs have in the history come and go a moment after them. */
const hasEntries = (page: Page, count: number) =>
  expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(count)

test('Back closes the dialog on top first, asks before typed text is lost, and then goes from page to page', async ({
  page,
}) => {
  await arriveSignedIn(page)
  await page.goto('/desk')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Access Controls' }).click()
  await expect(heading(page, 'Access Controls')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Create Login' })
  const question = page.getByRole('alertdialog')
  const open = () => page.getByRole('button', { name: 'Create Login' }).click()

  await open()
  await hasEntries(page, 1)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/access-controls')

  await open()
  await dialog.getByLabel('Username').fill('becky')
  await hasEntries(page, 1)
  await page.goBack()
  await expect(question).toContainText('You have unsaved changes. Are you sure you want to close this?')
  await hasEntries(page, 2)
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel('Username')).toHaveValue('becky')
  await hasEntries(page, 1)
  await page.goBack()
  await question.getByRole('button', { name: 'Close Without Saving' }).click()
  await expect(dialog).toBeHidden()
  await hasEntries(page, 0)

  // Closed in another way, it leaves nothing to go back through.
  await open()
  await hasEntries(page, 1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await hasEntries(page, 0)
  await page.goBack()
  await expect(page).toHaveURL('/desk')
  await page.goForward()
  await expect(heading(page, 'Access Controls')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Access Controls')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/desk')
})

test('in a browser that takes its time to go back, a closed menu is left once and what it led to stays', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const go = history.go.bind(history)
    const slow = Object.assign(window, { steps: [] as number[] })
    history.go = (step = 0) => {
      slow.steps.push(step)
      setTimeout(() => go(step), 1_500)
    }
  })
  await arriveSignedIn(page)
  await page.goto('/desk')
  const open = async () => {
    await page.getByRole('button', { name: /^Account/ }).click()
    await hasEntries(page, 1)
  }
  await open()
  await page.keyboard.press('Escape')
  await hasEntries(page, 0)
  expect(await page.evaluate('steps')).toEqual([-1])
  await open()
  await page.getByRole('menuitem', { name: 'Access Controls' }).click()
  await expect(heading(page, 'Access Controls')).toBeVisible()
  await expect(page).toHaveURL('/access-controls')
  await page.goBack()
  await expect(page).toHaveURL('/desk')
})

test('in a tab that has just come, Back closes what is open; a page chosen in the menu takes its place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/registration/teams')
  await expect(heading(page, 'Registered Teams')).toBeVisible()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const open = () => page.getByRole('button', { name: 'Menu', exact: true }).click()
  await open()
  await expect(menu).toBeVisible()
  await hasEntries(page, 1)
  await page.goBack()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/registration/teams')
  await open()
  await hasEntries(page, 1)
  await menu.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(menu).toBeHidden()
  await page.goBack()
  await expect(heading(page, 'Registered Teams')).toBeVisible()
  await expect(menu).toBeHidden()
  await page.goForward()
  await expect(page).toHaveURL('/')
})

test('Back closes a menu, a list of choices and the login, which asks before it loses what was typed', async ({
  page,
}) => {
  await page.goto('/registration/teams')
  await expect(heading(page, 'Registered Teams')).toBeVisible()
  const menu = page.getByRole('button', { name: 'Tournament', exact: true })
  await menu.click()
  await hasEntries(page, 1)
  await page.goBack()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await expect(page).toHaveURL('/registration/teams')
  await menu.click()
  await hasEntries(page, 1)
  await page.getByRole('link', { name: 'Bracket' }).click()
  await expect(page).toHaveURL('/tournament/bracket')
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await page.goBack()
  await expect(heading(page, 'Registered Teams')).toBeVisible()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')

  const login = page.getByRole('dialog', { name: 'Admin Login' })
  await page.getByRole('button', { name: 'Login' }).click()
  await login.getByLabel('Username').fill('becky')
  await hasEntries(page, 1)
  await page.goBack()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You have unsaved changes.')
  expect(await question.evaluate(isOnTop)).toBe(true)
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(login.getByLabel('Username')).toHaveValue('becky')
  await hasEntries(page, 1)
  await page.goBack()
  await question.getByRole('button', { name: 'Close Without Saving' }).click()
  await expect(login).toBeHidden()
  await hasEntries(page, 0)

  await page.goto('/dinner/signup')
  const captain = page.getByRole('combobox', { name: 'Captain', exact: true })
  await page.getByRole('button', { name: 'Show all captains' }).click()
  await hasEntries(page, 1)
  await page.goBack()
  await expect(captain).toHaveAttribute('aria-expanded', 'false')
  await expect(page).toHaveURL('/dinner/signup')

  await arriveSignedIn(page)
  await page.goto('/desk')
  const account = page.getByRole('button', { name: /^Account/ })
  await account.click()
  await hasEntries(page, 1)
  await page.goBack()
  await expect(account).toHaveAttribute('aria-expanded', 'false')
  await expect(page).toHaveURL('/desk')
})

/** Nothing covers a corner of it. */
function isOnTop(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const inset = 20
  return [left + inset, right - inset].every((x) =>
    [top + inset, bottom - inset].every((y) => element.contains(document.elementFromPoint(x, y))),
  )
}
