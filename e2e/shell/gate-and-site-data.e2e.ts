import type { Route } from '@playwright/test'
import { startSite } from '../fixtures/site.ts'
import { expect, signIn, td, test, watch } from '../fixtures/test.ts'
import { addDish, choose } from './walk.ts'

/** As Chromium and Firefox answer where site data is blocked. Runs in the page. */
function blockSiteData(): void {
  const denied = (name = 'SecurityError') => new DOMException('Access is denied for this document.', name)
  const deny = () => {
    throw denied()
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: deny })
  window.BroadcastChannel = class {
    constructor() {
      deny()
    }
  } as unknown as typeof BroadcastChannel
  LockManager.prototype.request = async () => deny()
  IDBFactory.prototype.open = () => {
    throw denied('UnknownError')
  }
}

test('a browser that keeps nothing shows the gate and every page, says so once, and works', async ({ browser }) => {
  const site = await startSite({ GATE_PASSWORD: 'cold grass' })
  const page = await (await browser.newContext({ baseURL: site.url })).newPage()
  const problems: string[] = []
  await watch(page, problems)
  await page.addInitScript(blockSiteData)
  try {
    await page.goto('/registration/teams')
    await page.getByLabel(/password/i).fill('cold grass')
    await page.getByRole('button', { name: 'Enter' }).click()
    await expect(page.getByText('Your browser is blocking storage.')).toHaveCount(1)
    await choose(page, 'Registration', 'Register a Team')
    await expect(page.getByRole('heading', { name: 'Register a Team', level: 1 })).toBeVisible()
    await signIn(page)
    const { token } = await (await page.request.post('/api/auth/login', { data: td })).json()

    await choose(page, 'Registration', 'Registered Teams')
    await expect(page.getByRole('heading', { name: 'No teams found' })).toBeVisible()
    await page.evaluate(addDish, token)
    await expect(page.getByRole('row', { name: 'Gravy Boats' })).toBeVisible()

    await choose(page, 'Dinner', 'Dinner Check-In')
    await page
      .getByRole('button', { name: /check in/i })
      .first()
      .click()
    const arrived = async () => {
      const answer = await page.request.get('/api/dinner-signups', { headers: { authorization: `Bearer ${token}` } })
      const { signups } = (await answer.json()) as { signups: { checked_in: boolean }[] }
      return signups.filter(({ checked_in }) => checked_in).length
    }
    await expect.poll(arrived).toBe(1)

    await page.getByRole('button', { name: /account menu/i }).click()
    await page.getByRole('menuitem', { name: 'Account Settings' }).click()
    const form = page.getByRole('form', { name: 'Change Password' })
    await form.getByLabel('Current Password', { exact: true }).fill(td.password)
    await form.getByLabel('New Password', { exact: true }).fill('gravy and wishbone')
    await form.getByLabel('Confirm New Password', { exact: true }).fill('gravy and wishbone')
    await form.getByRole('button', { name: 'Change Password' }).click()
    await expect(form.getByText('Password changed successfully')).toBeVisible()
  } finally {
    await page.context().close()
    await site.stop()
  }
  expect(problems).toEqual([])
})

test('the first answer is the page of the gate while it is closed, and the page itself once it is open', async ({
  browser,
}) => {
  const site = await startSite({ GATE_PASSWORD: 'cold grass' })
  const context = await browser.newContext({ baseURL: site.url })
  const first = async () =>
    (await (await context.request.get('/registration/teams')).text()).replace(/<style>.*?<\/style>/s, '')
  const page = await context.newPage()
  try {
    const closed = (await first()).replace(/<noscript>.*?<\/noscript>/s, '')
    expect(closed).toContain('<title>Testing Access</title>')
    expect(closed).toMatch(/<h1[^>]*>Testing Access<\/h1>.*<form/s)
    expect(closed).not.toMatch(/<header|<footer|Registered Teams/)

    // A browser that refuses the cookie has the right password all the same.
    const withoutCookie = async (route: Route) => {
      const { cookie: _, ...headers } = route.request().headers()
      const response = await route.fetch({ headers })
      await context.clearCookies()
      const { 'set-cookie': __, ...kept } = response.headers()
      await route.fulfill({ response, headers: kept })
    }
    await context.route('**/api/gate', withoutCookie)
    await page.goto('/registration/teams')
    // A field filled in one go while the page is drawn over the first answer may be the old one.
    await expect(page.getByRole('button', { name: 'Enter' })).toBeEnabled()
    await page.getByLabel(/password/i).fill('cold grass')
    await page.getByRole('button', { name: 'Enter' }).click()
    await expect(page.getByText('Your browser blocks cookies for this site', { exact: false })).toBeVisible()
    await context.unroute('**/api/gate')
    await page.getByRole('button', { name: 'Enter' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Register Your Team' }).first()).toBeVisible()

    const open = await first()
    expect(open).toMatch(/<header.*Registered Teams.*<footer/s)
    expect(open).not.toContain('Testing Access')
  } finally {
    await context.close()
    await site.stop()
  }
})
