import type { Page } from '@playwright/test'
import { elsewhere, expect, isOwnLive, signIn, td, test } from '../fixtures/test.ts'

const profile = (page: Page) => page.getByRole('form', { name: 'Account Information' })
const password = (page: Page) => page.getByRole('form', { name: 'Change Password' })
const bar = (page: Page) => page.getByText('You have unsaved changes', { exact: true })

test.beforeEach(async ({ page }) => {
  await page.goto('/')
  await signIn(page)
  await page.goto('/account')
  await expect(profile(page).getByLabel('Username')).toHaveValue(td.username)
})

test('an edit raises the bar; it can be reset or saved, and stays after a reload', async ({ page }) => {
  const name = profile(page).getByLabel('Full Name')
  const before = await name.inputValue()
  await expect(bar(page)).toBeHidden()
  await name.fill('Terry Drake')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(name).toHaveValue(before)
  await expect(bar(page)).toBeHidden()
  await name.fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Full name is required')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('Terry Drake')
  await profile(page).getByLabel('Email').fill('terry@example.org')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(bar(page)).toBeHidden()
  await expect(page.getByRole('button', { name: /account menu of Terry Drake/i })).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Terry Drake')
  await expect(profile(page).getByLabel('Email')).toHaveValue('terry@example.org')
})

test('leaving with unsaved changes is asked about, inside the site and by the browser', async ({ page }) => {
  await profile(page).getByLabel('Full Name').fill('Somebody Else')
  const question = page.getByRole('alertdialog')
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(question).toContainText('You have unsaved changes. Are you sure you want to leave?')
  await question.getByRole('button', { name: 'Stay on Page' }).click()
  await expect(page).toHaveURL('/account')
  await expect(profile(page).getByLabel('Full Name')).toHaveValue('Somebody Else')
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await closing
  await page.getByRole('link', { name: 'Home' }).first().click()
  await question.getByRole('button', { name: 'Leave Without Saving' }).click()
  await expect(page).toHaveURL('/')
})

test('a new password keeps this browser signed in, and signs the others out', async ({
  page,
  browser,
  site,
  problems,
}) => {
  const other = await elsewhere(browser, site, problems)
  await other.goto('/')
  const live = other.waitForResponse(isOwnLive)
  await signIn(other)
  await live
  const form = password(page)
  const current = form.getByLabel('Current Password', { exact: true })
  await current.fill('not this one')
  await form.getByLabel('New Password', { exact: true }).fill('gravy and wishbone')
  await form.getByLabel('Confirm New Password', { exact: true }).fill('gravy and')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(form.getByText('New passwords do not match')).toBeVisible()
  await form.getByLabel('Confirm New Password', { exact: true }).fill('gravy and wishbone')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(form.getByText('Current password is incorrect')).toBeVisible()
  await form.getByRole('button', { name: 'Show current password' }).click()
  await expect(current).toHaveAttribute('type', 'text')
  await current.fill(td.password)
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(form.getByText('Password changed successfully')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Login' })).toBeVisible()
  await page.reload()
  await expect(profile(page).getByLabel('Username')).toHaveValue(td.username)
  await form.getByLabel('Current Password', { exact: true }).fill('gravy and wishbone')
  await form.getByLabel('New Password', { exact: true }).fill(td.password)
  await form.getByLabel('Confirm New Password', { exact: true }).fill(td.password)
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(form.getByText('Password changed successfully')).toBeVisible()
  await other.context().close()
})
