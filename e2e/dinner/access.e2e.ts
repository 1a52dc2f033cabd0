import type { Page } from '@playwright/test'
import {
  dishes,
  firstRow,
  helper,
  open,
  pending,
  readToken,
  rows,
  search,
  servers,
  test,
} from '../fixtures/check-in-page.ts'
import { expect, td } from '../fixtures/test.ts'

const denied = (page: Page) => page.getByRole('heading', { name: 'Access Denied' })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

async function logIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Login' }).click()
  const popover = page.getByRole('dialog', { name: 'Admin Login' })
  await popover.getByLabel('Username').fill(helper.username)
  await popover.getByLabel('Password', { exact: true }).fill(helper.password)
  await popover.getByRole('button', { name: 'Sign In' }).click()
}

for (const [path, label] of [
  [dishes, 'Dinner Check-In'],
  [servers, 'Server Check-In'],
] as const) {
  test(`${path}: a logout in another tab leaves Access Denied, and the next login goes on from there`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page, path)
    const { person } = await firstRow(page)
    const other = await context.newPage()
    await other.goto('/dinner/info')
    await logOut(other)
    await expect(other).toHaveURL('/dinner/info')

    await expect(denied(page)).toBeVisible()
    await expect(page.getByText(`Please log in to open ${label}.`)).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect(page.getByText(person)).toHaveCount(0)
    await expect(search(page)).toHaveCount(0)
    await logIn(page)
    await expect(rows(pending(page)).first()).toBeVisible()
    await expect(denied(page)).toHaveCount(0)
    await expect(page).toHaveURL(path)
  })

  test(`${path}: a logout on the page itself goes home, and the page is not opened again without a login`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page, path)
    await page.evaluate(() => {
      const look = () => {
        if (document.body.innerText.includes('Access Denied')) document.body.dataset['seen'] = 'Access Denied'
      }
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await logOut(page)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Register Your Team' }).first()).toBeVisible()
    expect(await page.locator('body').getAttribute('data-seen')).toBeNull()
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await expect(page.getByText(`Please log in to open ${label}.`)).toBeVisible()
    await expect(denied(page)).toHaveCount(0)
  })

  test(`${path}: a press that the server answers with 401 leaves the sentence and Access Denied`, async ({ page }) => {
    await open(page, path)
    await page.route('**/api/**/checkin', (route) => route.fulfill({ status: 401, json: { code: 'TOKEN_EXPIRED' } }))
    await (await firstRow(page)).checkIn.click()
    await expect(page.getByText('Authentication failed. Please log in again.')).toBeVisible()
    await expect(denied(page)).toBeVisible()
    await expect(page).toHaveURL(path)
    await page.reload()
    await expect(page).toHaveURL('/')
  })
}

test('who logs in again with a role that a page is not for goes home from there', async ({ page, context }) => {
  await open(page, '/audit', { rowsShow: false, as: td })
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
  const { user, token } = await readToken(page.request, helper)
  const other = await context.newPage()
  await other.goto('/')
  await other.evaluate(
    ([authToken, stored]) => {
      localStorage.setItem('authToken', authToken)
      localStorage.setItem('user', stored)
    },
    [token, JSON.stringify(user)] as const,
  )
  await expect(page).toHaveURL('/')
})

test('who is not logged in is sent away from both pages, and no list is asked for', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => /-signups/.test(request.url()) && asked.push(request.url()))
  for (const [path, label] of [
    [dishes, 'Dinner Check-In'],
    [servers, 'Server Check-In'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByText(`Please log in to open ${label}.`)).toBeVisible()
  }
  expect(asked).toEqual([])
})
