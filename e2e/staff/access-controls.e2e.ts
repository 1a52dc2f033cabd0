import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Site } from '../fixtures/site.ts'
import { arriveSignedIn, elsewhere, expect, isOwnLive, signIn, td, test } from '../fixtures/test.ts'

function mailsTo(site: Site, address: string): string[] {
  const folder = join(site.dataDir, 'outbox')
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}`))
}

async function mailedPassword(site: Site, address: string): Promise<string> {
  const password = () => /^ {2}Password {3}(\S+)/m.exec(mailsTo(site, address)[0] ?? '')?.[1] ?? ''
  await expect.poll(password).not.toBe('')
  return password()
}

async function createLogin(page: Page, username: string, role: 'TD' | 'Admin' | 'Helper'): Promise<void> {
  await page.getByRole('button', { name: 'Create Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Login' })
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Email').fill(`${username}@example.org`)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Create Login' }).click()
  await expect(page.getByText('Email sent successfully!').first()).toBeVisible()
  await expect(dialog).toBeHidden()
}

const rowOf = (page: Page, username: string) => page.getByRole('row').filter({ hasText: username })

async function openAccessControls(page: Page): Promise<void> {
  await arriveSignedIn(page)
  await page.goto('/access-controls')
  await expect(page.getByRole('heading', { name: 'Access Controls' })).toBeVisible()
}

const rank = (role: string | undefined): number => ['TD', 'admin', 'helper'].indexOf(role ?? '')

test('a new login gets its password by mail, and is verified by the first sign-in', async ({
  page,
  browser,
  site,
  problems,
}) => {
  await page.goto('/')
  await signIn(page)
  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: 'Access Controls' }).click()
  await createLogin(page, 'becky', 'Helper')
  await expect(rowOf(page, 'becky')).toContainText('Not yet')
  const other = await elsewhere(browser, site, problems)
  await other.goto('/')
  await signIn(other, { username: 'becky', password: await mailedPassword(site, 'becky@example.org') })
  await expect(rowOf(page, 'becky')).toContainText('Verified')
  await other.context().close()
})

test('a removed user is signed out on every open page at once', async ({ page, browser, site, problems }) => {
  await openAccessControls(page)
  await createLogin(page, 'huck', 'Admin')
  const password = await mailedPassword(site, 'huck@example.org')
  const others = [await elsewhere(browser, site, problems), await elsewhere(browser, site, problems)]
  for (const other of others) {
    await other.goto('/')
    const live = other.waitForResponse(isOwnLive)
    await signIn(other, { username: 'huck', password })
    await live
  }
  const followed = others[1]?.waitForResponse(isOwnLive)
  await others[1]?.goto('/account')
  await followed
  await rowOf(page, 'huck').getByRole('button', { name: 'Remove User' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove User' })
  await expect(question).toContainText('huck')
  const [removed] = await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'DELETE'),
    question.getByRole('button', { name: 'Remove User' }).click(),
  ])
  expect(removed.status()).toBe(204)
  // The live stream gives a sign of life, and looks at the token, every 15 s: this is sooner, so it was told.
  for (const other of others) await expect(other.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(others[1] as Page).toHaveURL('/')
  await expect(page.getByText('User deleted successfully!')).toBeVisible()
  await expect(rowOf(page, 'huck')).toHaveCount(0)
  for (const other of others) await other.context().close()
})

test('roles stand in their order, and no user can remove themselves', async ({ page }) => {
  await openAccessControls(page)
  await createLogin(page, 'zoe', 'TD')
  await createLogin(page, 'abe', 'Helper')
  await createLogin(page, 'kim', 'Admin')
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('row')
  const order = (await rows.allInnerTexts()).map((text) => /\b(TD|admin|helper)\b/.exec(text)?.[0]).filter(Boolean)
  expect(order).toEqual(order.toSorted((a, b) => rank(a) - rank(b)))
  await expect(rows.filter({ hasText: '(you)' }).getByRole('button')).toHaveCount(0)
  await expect(rowOf(page, 'abe').getByRole('button', { name: 'Remove User' })).toBeVisible()
  // On a tablet each address stands on one line, and every row names its links.
  await page.setViewportSize({ width: 768, height: 900 })
  const addresses = page.getByRole('table', { name: 'Users' }).getByText(/@/)
  const lines = await addresses.evaluateAll((found) => found.map((address) => address.getClientRects().length))
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.every((count) => count === 1)).toBe(true)
  await expect(rowOf(page, 'abe').getByRole('link', { name: 'Whole story of abe' })).toHaveText('Whole story')
})

test('what is wrong with a login stands at its field, and what the server says above them', async ({ page }) => {
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
  await expect(dialog).toBeHidden()
})
