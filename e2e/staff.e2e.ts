import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page, Response } from '@playwright/test'
import type { Site } from './site.ts'
import { expect, signIn, td, test, watch } from './test.ts'

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

/** A page of somebody else's browser. */
async function elsewhere(browser: Browser, site: Site, problems: string[]): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site.url })).newPage()
  watch(page, problems)
  return page
}

/** A live stream of somebody signed in, not the visitor's before it. */
const isOwnLive = (answer: Response) =>
  answer.url().includes('/api/live') && 'authorization' in answer.request().headers()

async function openAccessControls(page: Page): Promise<void> {
  await page.goto('/')
  await signIn(page)
  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: 'Access Controls' }).click()
  await expect(page.getByRole('heading', { name: 'Access Controls' })).toBeVisible()
}

test.describe('access controls', () => {
  test('a new login gets its password by mail, and is verified by the first sign-in', async ({
    page,
    browser,
    site,
    problems,
  }) => {
    await openAccessControls(page)
    await createLogin(page, 'becky', 'Helper')
    await expect(rowOf(page, 'becky')).toContainText('Not yet')
    const other = await elsewhere(browser, site, problems)
    await other.goto('/')
    await signIn(other, { username: 'becky', password: await mailedPassword(site, 'becky@example.org') })
    await expect(rowOf(page, 'becky')).toContainText('Verified')
    await other.context().close()
  })

  test('whoever is removed is signed out on every open page at once', async ({ page, browser, site, problems }) => {
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

  test('roles stand in their order, and nobody can remove himself', async ({ page }) => {
    await openAccessControls(page)
    await createLogin(page, 'zoe', 'TD')
    await createLogin(page, 'abe', 'Helper')
    await createLogin(page, 'kim', 'Admin')
    const rows = page.getByRole('table', { name: 'Users' }).getByRole('row')
    const order = (await rows.allInnerTexts()).map((text) => /\b(TD|admin|helper)\b/.exec(text)?.[0]).filter(Boolean)
    expect(order).toEqual(order.toSorted((a, b) => rank(a) - rank(b)))
    await expect(rows.filter({ hasText: '(you)' }).getByRole('button')).toHaveCount(0)
    await expect(rowOf(page, 'abe').getByRole('button', { name: 'Remove User' })).toBeVisible()
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
})

test.describe('account settings', () => {
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
})

test.describe('the audit', () => {
  const entries = (page: Page) => page.getByRole('list', { name: 'What was done' }).getByRole('listitem')

  test.beforeEach(async ({ page }) => {
    await page.goto('/')
    await signIn(page)
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
      ...{ teamName: 'Told From The Start', location: 'Florence, AL', division: 'rec' },
      ...{ captainName: 'Becky', captainEmail: 'becky@example.org', captainPhone: '256-555-0142' },
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
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page of the staff breaks an accessibility rule or scrolls sideways (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/')
    await signIn(page)
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['/access-controls', '/account', '/audit']) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      await expect(page.getByRole('status', { name: /loading/i })).toHaveCount(0)
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
  })
}

const rank = (role: string | undefined): number => ['TD', 'admin', 'helper'].indexOf(role ?? '')
