import type { Page } from '@playwright/test'
import { changingConnection } from '../fixtures/changing-connection.ts'
import { arriveSignedIn, elsewhere, expect, td, test } from '../fixtures/test.ts'
import { choose } from './walk.ts'

test('eight tabs of one browser share one live stream, and another tab reads on when the one that reads is closed', async ({
  page,
  context,
  request,
}) => {
  const streams = async () => /^live_readers (\d+)$/m.exec(await (await request.get('/metrics')).text())?.[1]
  await arriveSignedIn(page)
  await page.goto('/access-controls')
  const findRow = (tab: typeof page, name: string) => tab.getByRole('row').filter({ hasText: name })
  await expect(findRow(page, td.username)).toBeVisible()
  let reads = 0
  context.on('request', (asked) => {
    if (asked.method() === 'GET' && asked.url().endsWith('/api/auth/users')) reads++
  })
  const others = await Promise.all(Array.from({ length: 7 }, () => context.newPage()))
  // A browser keeps six connections to one server. If each tab held one for a stream, the seventh tab would never come.
  await Promise.all(others.map((tab) => tab.goto('/access-controls')))
  for (const tab of others) await expect(findRow(tab, td.username)).toBeVisible()
  await expect.poll(streams).toBe('1')
  expect(reads, 'nothing has happened since each tab read').toBe(others.length)

  const { token } = (await (await request.post('/api/auth/login', { data: td })).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const data = { username: 'eighth', email: 'eighth@example.org', role: 'helper' }
  const added = await request.post('/api/auth/create-temp-login', { headers, data })
  const { user } = (await added.json()) as { user: { id: string } }
  for (const tab of others) await expect(findRow(tab, 'eighth')).toBeVisible()

  await page.close()
  await expect.poll(streams).toBe('1')
  await request.delete(`/api/auth/users/${user.id}`, { headers })
  for (const tab of others) await expect(findRow(tab, 'eighth')).toHaveCount(0)
})

/** As when another tab is brought to the front, which this browser does not tell its pages. */
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

test('a tab of an older release says what is gone, keeps what was typed, and else reloads once by itself', async ({
  browser,
  site,
}) => {
  const connection = await changingConnection(site.url)
  const problems: string[] = []
  const page = await elsewhere(browser, connection, problems)
  let loads = 0
  page.on('request', (asked) => asked.isNavigationRequest() && loads++)
  let isGone = false
  await page.route('**/parts/*/js/**', (route) =>
    // As the server answers for files of releases that it has no more.
    route.continue(
      isGone
        ? {
            url: route
              .request()
              .url()
              .replace(/\.\w+\.js$/, '.gone.js'),
          }
        : {},
    ),
  )
  const login = page.getByRole('button', { name: 'Login' })
  const bar = page.getByRole('status').filter({ hasText: 'A new version is ready.' })
  const isRenewed = 'A new version of the site is ready, and this page is still the old one.'
  const awayFor = async (milliseconds: number) => {
    await hide(page, true)
    await page.clock.fastForward(milliseconds)
  }
  try {
    await page.clock.install()
    await page.goto('/registration/register')
    await expect(page.getByLabel('Team name')).toBeVisible()
    // From here on each answer names a newer release, and the pages that come are still of the older one.
    connection.state = 'in-turns'

    await test.step('files that are gone', async () => {
      isGone = true
      await login.click()
      const missing = page.getByRole('alert').filter({ hasText: 'The login didn’t load' })
      await expect(missing).toContainText(isRenewed)
      await expect(missing.getByRole('button', { name: 'Reload' })).toBeVisible()
      await page.keyboard.press('Escape')
      await choose(page, 'Registration', 'Registered Teams')
      const area = page.getByRole('alert').filter({ hasText: 'This area could not be shown' })
      await expect(area).toContainText(isRenewed)
      await expect(area.getByRole('button', { name: 'Reload' })).toBeVisible()
      await page.goBack()
      isGone = false
    })

    await test.step('something typed', async () => {
      await page.getByLabel('Team name').fill('Half Typed')
      await awayFor(60_000)
      await hide(page, false)
      await expect(page.getByLabel('Team name')).toHaveValue('Half Typed')
      expect(loads).toBe(1)
      // The press closes the menu, and its entry in the history must not be left while the page reloads.
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Dinner' }).click()
      await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
      await Promise.all([page.waitForEvent('load'), bar.getByRole('button', { name: 'Reload' }).click()])
      expect(loads).toBe(2)
    })

    await test.step('nothing to lose', async () => {
      await hide(page, false)
      await expect(bar).toBeVisible()
      await Promise.all([page.waitForEvent('load'), awayFor(60_000)])
      expect(loads).toBe(3)
      await hide(page, false)
      await expect(bar).toBeVisible()
      await awayFor(60_000)
      await hide(page, false)
    })

    await test.step('a passkey', async () => {
      await login.click()
      const popover = page.getByRole('dialog', { name: 'Admin Login' })
      await expect(popover).toBeVisible()
      isGone = true
      await popover.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(popover.getByRole('alert')).toHaveText(isRenewed)
      expect(loads, 'the tab has reloaded for this release before').toBe(3)
      isGone = false
      await Promise.all([page.waitForEvent('load'), popover.getByRole('button', { name: 'Reload' }).click()])
    })
  } finally {
    await page.context().close()
    await connection.close()
  }
  // The browser reports each file that is gone, and the sentence that came in its place.
  expect(problems.filter((problem) => !/Loading chunk|MIME type \('text\/plain'\)/.test(problem))).toEqual([])
})
