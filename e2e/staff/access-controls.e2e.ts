import type { APIRequestContext, Page } from '@playwright/test'
import { arriveSignedIn, elsewhere, expect, isOwnLive, signIn, td, test } from '../fixtures/test.ts'

/** Adds a user as the TD does; answers with the temporary password. */
async function addLogin(request: APIRequestContext, username: string, role: string): Promise<string> {
  const { token } = await (await request.post('/api/auth/login', { data: td })).json()
  const added = await request.post('/api/auth/create-temp-login', {
    headers: { authorization: `Bearer ${token}` },
    data: { username, email: `${username}@example.org`, role },
  })
  return (await added.json()).password
}

const findRow = (page: Page, username: string) => page.getByRole('row').filter({ hasText: username })

async function openAccessControls(page: Page): Promise<void> {
  await arriveSignedIn(page)
  await page.goto('/access-controls')
  await expect(page.getByRole('heading', { name: 'Access Controls' })).toBeVisible()
}

const rank = (role: string | undefined): number => ['TD', 'admin', 'helper'].indexOf(role ?? '')

test('a new login gets its password, which is shown once where no mail server is, and is verified by it', async ({
  page,
  browser,
  site,
  problems,
}) => {
  await openAccessControls(page)
  await page.getByRole('button', { name: 'Create Login' }).click()
  const form = page.getByRole('dialog', { name: 'Create Login' })
  await form.getByLabel('Username').fill('becky')
  await form.getByLabel('Email').fill('becky@example.org')
  await form.getByLabel('Role').selectOption('Helper')
  await form.getByRole('button', { name: 'Create Login' }).click()
  const unsent = page.getByRole('dialog', { name: 'No email was sent' })
  const password = await unsent.locator('code').last().innerText()
  await expect(page.getByText('Email sent successfully!')).toHaveCount(0)
  await unsent.getByRole('button', { name: 'Close' }).last().click()
  await expect(unsent).toBeHidden()
  await expect(findRow(page, 'becky')).toContainText('Not yet')
  const other = await elsewhere(browser, site, problems)
  await other.goto('/')
  await signIn(other, { username: 'becky', password: password })
  await expect(findRow(page, 'becky')).toContainText('Verified')
  await expect(other.getByText(/^Your temporary password ends on \w+ \d+\. Please choose one/)).toBeVisible()
  await findRow(page, 'becky').getByRole('button', { name: 'New Password for becky' }).click()
  const renewal = page.getByRole('alertdialog')
  await expect(renewal).toContainText('This site sends no email')
  await renewal.getByRole('button', { name: 'Send New Password' }).click()
  await expect(unsent).toContainText('becky gets no email')
  await expect(unsent.locator('code').last()).not.toHaveText(password)
  await unsent.getByRole('button', { name: 'Close' }).last().click()
  await expect(other.getByText('You are signed out')).toBeVisible()
  await other.context().close()
})

test('a removed user is signed out on every open page at once, and shown why, once for all tabs', async ({
  page,
  browser,
  site,
  problems,
}) => {
  await openAccessControls(page)
  const password = await addLogin(page.request, 'huck', 'admin')
  const home = await elsewhere(browser, site, problems)
  await home.goto('/')
  const live = home.waitForResponse(isOwnLive)
  await signIn(home, { username: 'huck', password })
  await live
  const account = await home.context().newPage()
  await account.goto('/account')
  await expect(account.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await home.evaluate(() => scrollTo(0, 900))
  await findRow(page, 'huck').getByRole('button', { name: 'Remove User' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove User' })
  await expect(question).toContainText('huck')
  const [removed] = await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'DELETE'),
    question.getByRole('button', { name: 'Remove User' }).click(),
  ])
  expect(removed.status()).toBe(204)
  // The live stream gives a sign of life, and looks at the token, every 15 s: this is sooner, so it was told.
  for (const tab of [home, account]) {
    await expect(tab.getByRole('button', { name: 'Login' })).toBeVisible()
    await expect(tab.getByRole('alert').getByText('This account was removed.')).toHaveCount(1)
    await expect(tab).toHaveURL('/')
    await expect(tab.getByText('You are signed out')).toBeInViewport()
  }
  expect(await home.evaluate(() => scrollY)).toBeGreaterThan(500)
  await account.getByRole('button', { name: 'OK' }).click()
  for (const tab of [home, account]) await expect(tab.getByText('This account was removed.')).toHaveCount(0)
  await expect(account.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('User deleted successfully!')).toBeVisible()
  await expect(findRow(page, 'huck')).toHaveCount(0)
  // On the row that took its place.
  await expect(page.getByRole('row').and(page.locator(':focus'))).toHaveCount(1)
  await home.context().close()
})

test('roles stand in their order, and no user can remove themselves', async ({ page }) => {
  await addLogin(page.request, 'zoe', 'TD')
  await addLogin(page.request, 'abe', 'helper')
  await addLogin(page.request, 'kim', 'admin')
  await openAccessControls(page)
  await expect(findRow(page, 'abe')).toBeVisible()
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('row')
  const order = (await rows.allInnerTexts()).map((text) => /\b(TD|admin|helper)\b/.exec(text)?.[0]).filter(Boolean)
  expect(order).toEqual(order.toSorted((a, b) => rank(a) - rank(b)))
  await expect(rows.filter({ hasText: '(you)' }).getByRole('button')).toHaveCount(0)
  await expect(findRow(page, 'abe').getByRole('button', { name: 'Remove User' })).toBeVisible()
  // On a tablet each address stands on one line, and every row names its links.
  await page.setViewportSize({ width: 768, height: 900 })
  const addresses = page.getByRole('table', { name: 'Users' }).getByText(/@/)
  const heights = await addresses.evaluateAll((found) => found.map((one) => one.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(3)
  expect(Math.max(...heights), `heights of addresses: ${heights}`).toBeLessThan(32)
  await expect(findRow(page, 'abe').getByRole('link', { name: 'History of abe' })).toHaveText('History')
})

test('a tick keeps the focus while the server looks at it, and takes no other one meanwhile', async ({ page }) => {
  await openAccessControls(page)
  const helpers = page.getByRole('checkbox', { name: 'Helpers' })
  const answer = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/api/auth/second-factor', async (route) => {
    if (route.request().method() === 'PUT') {
      sent += 1
      await answer.promise
    }
    await route.continue()
  })
  await helpers.focus()
  await page.keyboard.press('Space')
  await expect(helpers).toBeDisabled()
  await page.keyboard.press('Space')
  answer.resolve()
  await expect(page.getByText('Set up a second factor for yourself first')).toBeVisible()
  await expect(helpers).toBeEnabled()
  await expect(helpers).not.toBeChecked()
  await expect(helpers).toBeFocused()
  expect(sent).toBe(1)
})

test('what is wrong with a login stands at its field, and what the server reports above them', async ({ page }) => {
  await openAccessControls(page)
  await page.getByRole('button', { name: 'Create Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Login' })
  await dialog.getByRole('button', { name: 'Create Login' }).click()
  await expect(dialog.getByText('Username is required')).toBeVisible()
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await dialog.getByLabel('Username').fill(td.username.toUpperCase())
  await dialog.getByLabel('Email').fill('td2@example.org')
  await dialog.getByRole('button', { name: 'Create Login' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This username is taken.')
  await page.route('**/api/auth/create-temp-login', (route) => route.abort())
  await dialog.getByLabel('Username').fill('line')
  await dialog.getByRole('button', { name: 'Create Login' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to create temporary login')
  await expect(dialog.getByLabel('Username')).toHaveValue('line')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close Without Saving' }).click()
  await expect(dialog).toBeHidden()
})
