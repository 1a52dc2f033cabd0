import type { Locator, Page } from '@playwright/test'
import { arriveSignedIn, elsewhere, expect, isOwnLive, signIn, td, test } from '../fixtures/test.ts'

const profile = (page: Page) => page.getByRole('form', { name: 'Account Information' })
const password = (page: Page) => page.getByRole('form', { name: 'Change Password' })
const bar = (page: Page) => page.getByText('You have unsaved changes', { exact: true })

/** `byHand` where a reload follows a change: it must not bring the user and the token of before back. */
async function openAccount(page: Page, { byHand = false } = {}): Promise<void> {
  if (byHand) {
    await page.goto('/')
    await signIn(page)
  } else await arriveSignedIn(page)
  await page.goto('/account')
  await expect(profile(page).getByLabel('Username')).toHaveValue(td.username)
}

/** That nothing which floats lies over this. */
async function expectUncovered(what: Locator): Promise<void> {
  const covers = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) return 'the edge of the window'
    const points = [top + 2, (top + bottom) / 2, bottom - 2].map((y) =>
      document.elementFromPoint((left + right) / 2, y),
    )
    return points.find((point) => !(element.contains(point) || point?.contains(element)))?.outerHTML ?? ''
  }
  await expect.poll(() => what.evaluate(covers)).toBe('')
}

test('an edit raises the bar; it can be reset or saved, and stays after a reload', async ({ page }) => {
  await openAccount(page, { byHand: true })
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

// The second is a window of 1280 by 1024 at 400 % of zoom.
for (const viewport of [
  { width: 360, height: 560 },
  { width: 320, height: 256 },
])
  test(`the bar covers neither the focus nor an error in a window of ${viewport.width} by ${viewport.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await openAccount(page)
    const name = profile(page).getByLabel('Full Name')
    const email = profile(page).getByLabel('Email')
    await email.evaluate((field) => scrollBy(0, field.getBoundingClientRect().bottom - innerHeight + 2))
    await email.focus()
    await page.keyboard.type('x')
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeInViewport({ ratio: 1 })
    await expectUncovered(email)
    await name.fill('')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(name).toBeFocused()
    await expectUncovered(name)
    await expectUncovered(page.getByText('Full name is required'))
    for (let stop = 0; stop < 8; stop++) {
      await page.keyboard.press('Tab')
      await expectUncovered(page.locator(':focus'))
    }
  })

test('leaving with unsaved changes is asked about, inside the site and by the browser', async ({ page }) => {
  await openAccount(page)
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
  await openAccount(page, { byHand: true })
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
