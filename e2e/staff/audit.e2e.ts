import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { arriveSignedIn, elsewhere, expect, td, test } from '../fixtures/test.ts'

const entries = (page: Page) => page.getByRole('list', { name: 'What was done' }).getByRole('listitem')

test.beforeEach(async ({ page }) => {
  await arriveSignedIn(page)
  await page.goto('/audit')
  await expect(entries(page).first()).toBeVisible()
})

test('tells as it happens who did what, failed sign-ins included', async ({ page, browser, site, problems }) => {
  await expect(entries(page).filter({ hasText: 'signed in' }).first()).toBeVisible()
  const other = await elsewhere(browser, site, problems)
  await other.request.post('/api/auth/login', { data: { username: td.username, password: 'not this one' } })
  await expect(entries(page).first()).toContainText(/A visitor failed to sign in as/)
  await other.request.post('/api/auth/login', { data: { username: 'nobody at all', password: 'not this one' } })
  await expect(entries(page).first()).toContainText('failed to sign in with a username that nobody has')
  await entries(page).first().getByRole('button', { name: 'JSON' }).click()
  await expect(entries(page).first()).toContainText('"type": "SignInFailed"')
  await expect(entries(page).first()).not.toContainText('nobody at all')
  await other.context().close()
})

test('is filtered by what the address says, and says in the address what it is filtered by', async ({ page }) => {
  await page.getByLabel('Action').selectOption('SignInFailed')
  await expect(page).toHaveURL(/action=SignInFailed/)
  await expect(entries(page).filter({ hasText: 'signed in' })).toHaveCount(0)
  await page.getByLabel('Action').selectOption('UserSignedIn')
  await expect(entries(page).first()).toContainText('signed in')
  await page.reload()
  await expect(page.getByLabel('Action')).toHaveValue('UserSignedIn')
  await entries(page)
    .first()
    .getByRole('link', { name: /Whole story/ })
    .click()
  await expect(page).toHaveURL(/thing=user-/)
  await expect(page.getByText(/The whole story of/)).toBeVisible()
  // Only what is near the window is on the page, so the oldest entry is looked for by what was done.
  await page.getByLabel('Action').selectOption('UserAdded')
  await expect(entries(page).last()).toContainText('The site added')
  await page.getByLabel('From').fill('2099-01-01T00:00')
  await expect(page.getByText('Nothing of that kind was done')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page).toHaveURL('/audit')
  await expect(entries(page).first()).toBeVisible()
})

test('tells the whole story of a team or a user, from the screens that show them', async ({ page, site }) => {
  await page.goto('/access-controls')
  const own = page.getByRole('row').filter({ hasText: '(you)' })
  await own.getByRole('link', { name: /^Whole story of/ }).click()
  await expect(page).toHaveURL(/\/audit\?thing=user-/)
  await expect(page.getByText(/^The whole story of/)).toBeVisible()
  const bid = {
    teamName: 'Told From The Start',
    location: 'Florence, AL',
    division: 'rec',
    captainName: 'Becky',
    captainEmail: 'becky@example.org',
    captainPhone: '256-555-0142',
  }
  const registered = await fetch(`${site.url}/api/register-team`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bid),
  })
  expect(registered.status).toBe(201)
  await page.goto('/registration/teams')
  await page.getByRole('link', { name: `Whole story of ${bid.teamName}` }).click()
  await expect(page).toHaveURL(/\/audit\?thing=team-/)
  await expect(page.getByText(`The whole story of ${bid.teamName}`)).toBeVisible()
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText(`registered the team ${bid.teamName}`)
})

test('can be replayed, and everything that is shown follows from it', async ({ page }) => {
  await page.getByRole('button', { name: 'Replay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay everything' })
  await dialog.getByRole('button', { name: 'Run replay' }).click()
  await expect(dialog.getByText('No differences')).toBeVisible()
  await expect(dialog.getByText(/facts, [\d,]+ per second/)).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'users' })).toContainText('all the same')
})

test('goes out as a file, which is noted', async ({ page }) => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await file.path(), 'utf8')
  expect(text.split('\r\n')[0]).toBe('time,who,role,what,before,thing,module,action,stream,position')
  expect(text).toContain('UserSignedIn')
  await expect(entries(page).first()).toContainText('exported the audit')
})
