import type { Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { startSite } from '../fixtures/site.ts'
import { arriveSignedIn, test as base, elsewhere, expect } from '../fixtures/test.ts'

/** A site whose emails wait for a minute, as they do for visitors. */
const test = base.extend<object, { site: Awaited<ReturnType<typeof startSite>> }>({
  site: [
    async ({}, use) => {
      const site = await startSite({ MAIL_QUIET_SECONDS: '60' })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

const banners = (page: Page) => page.getByRole('region', { name: 'Announcements' }).getByRole('listitem')
const inForce = (page: Page) => page.getByRole('region', { name: 'In force' }).getByRole('listitem')

async function openAnnouncements(page: Page, query = ''): Promise<string> {
  const token = await arriveSignedIn(page)
  await page.goto(`/announcements${query}`)
  await expect(page.getByRole('heading', { name: 'In force' })).toBeVisible()
  return token
}

async function write(page: Page, text: string, level: 'Info' | 'Warning' = 'Info'): Promise<void> {
  await page.getByLabel('Text').fill(text)
  await page.getByRole('radio', { name: level }).check()
}
const publish = (page: Page) => page.getByRole('button', { name: 'Publish' }).click()
const takeBack = (page: Page, text: string) =>
  inForce(page).filter({ hasText: text }).getByRole('button', { name: 'Take back' }).click()

/** Without the screen, as another device of staff. */
async function announce(page: Page, token: string, text: string, level = 'info'): Promise<() => Promise<unknown>> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.post('/api/announcements', { headers, data: { text, level } })
  const { announcement } = await answer.json()
  return () => page.request.delete(`/api/announcements/${announcement.id}`, { headers })
}

test('an announcement is on every open page and on later ones, until it is dismissed or taken back', async ({
  page,
  browser,
  site,
  problems,
}) => {
  const visitor = await elsewhere(browser, site, problems)
  await visitor.goto('/registration/teams')
  await openAnnouncements(page)
  await write(page, 'Fields 3 and 4 are closed.\n<b>All games</b> start 45 minutes later.', 'Warning')
  await publish(page)
  await expect(inForce(page)).toContainText('until it is taken back')
  const text = 'Fields 3 and 4 are closed. <b>All games</b> start 45 minutes later.'
  await expect(banners(visitor)).toContainText(text)
  await expect(visitor.getByRole('alert')).toContainText(text)
  await expect(page.getByLabel('Text')).toHaveValue('')

  await write(page, 'Lunch is ready.')
  await publish(page)
  await expect(banners(visitor)).toHaveText([/Fields 3 and 4/, /Lunch is ready/])
  await expectAccessible(visitor)

  await banners(visitor)
    .filter({ hasText: 'Fields' })
    .getByRole('button', { name: 'Dismiss this announcement' })
    .click()
  await expect(banners(visitor)).toHaveText([/Lunch is ready/])
  await visitor.reload()
  await expect(banners(visitor)).toHaveText([/Lunch is ready/])

  const later = await elsewhere(browser, site, problems)
  await later.goto('/')
  await expect(banners(later)).toHaveText([/Fields 3 and 4/, /Lunch is ready/])
  await takeBack(page, 'Fields')
  await expect(inForce(page)).toHaveCount(1)
  await expect(banners(later)).toHaveText([/Lunch is ready/])
  await takeBack(page, 'Lunch')
  await expect(banners(later)).toHaveCount(0)
  await expect(banners(visitor)).toHaveCount(0)
  await expect(page.getByText('Nothing is announced')).toBeVisible()
  await visitor.context().close()
  await later.context().close()
})

test('a mail waits for a minute, is counted before, and is cancelled by taking the announcement back', async ({
  page,
}) => {
  const token = await arriveSignedIn(page)
  const headers = { authorization: `Bearer ${token}` }
  const bid = { location: 'Florence, AL', division: 'rec', captainName: 'Becky', captainPhone: '256-555-0142' }
  for (const [teamName, captainEmail] of Object.entries({ Hucks: 'huck@example.org', Toms: 'tom@example.org' }))
    await page.request.post('/api/register-team', { headers, data: { ...bid, teamName, captainEmail } })
  await openAnnouncements(page)
  await write(page, 'Captains meet at the tent at noon.')
  await page.getByRole('checkbox', { name: 'Captains (2)' }).check()
  await expect(page.getByText('2 people get an email, one minute after you publish.')).toBeVisible()
  await expectAccessible(page)
  await publish(page)
  await expect(inForce(page)).toContainText(/The email to captains goes out in \d+ s\./)
  await takeBack(page, 'Captains meet')
  await expect(inForce(page)).toHaveCount(0)
  await expect(page.getByText(/goes out in/)).toHaveCount(0)
})

test('a link fills the text in, and what the server would refuse is said at its field', async ({ page }) => {
  await openAnnouncements(page, `?${new URLSearchParams({ text: 'From 11:00, all games 45 minutes later.' })}`)
  await expect(page.getByLabel('Text')).toHaveValue('From 11:00, all games 45 minutes later.')
  await expect(page.getByText('39 of 500 characters')).toBeVisible()
  await page.getByLabel('Text').fill('a'.repeat(501))
  await publish(page)
  await expect(page.getByText('Please use at most 500 characters.')).toBeVisible()
  await expect(page.getByLabel('Text')).toBeFocused()
  await page.getByLabel('Text').fill('   ')
  await expect(page.getByText('Please enter a text')).toBeVisible()
  await page.getByLabel('Text').fill('Too late')
  await page.getByLabel('Shown until').fill('2020-11-22T12:00')
  await publish(page)
  await expect(page.getByText('Please choose an end that is still to come.').first()).toBeVisible()
  await expect(inForce(page)).toHaveCount(0)
  await page.getByLabel('Text').fill('')
  await page.getByLabel('Shown until').fill('')
})

test('one that comes while its place is out of sight is shown by a button, and covers nothing', async ({ page }) => {
  const token = await arriveSignedIn(page)
  await page.setViewportSize({ width: 360, height: 640 })
  const first = await announce(page, token, 'Lunch is ready.')
  await page.goto('/')
  await expect(banners(page)).toHaveCount(1)
  await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }))
  const second = await announce(page, token, 'Rain.', 'warning')
  await page.getByRole('button', { name: 'New announcement' }).click()
  await expect(banners(page).filter({ hasText: 'Rain.' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'New announcement' })).toHaveCount(0)
  await first()
  await second()
  await expect(banners(page)).toHaveCount(0)
})

test('on a server that knows neither announcements nor settings, pages show none and go on', async ({ page }) => {
  await page.route(/\/api\/(announcements|edition)$/, (route) =>
    route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'There is nothing here.' } }),
  )
  const asked = page.waitForResponse('**/api/announcements')
  // As a server of before answers a topic that it does not know.
  await page.route(/\/api\/live\?.*(announcements|edition)/, (route) => route.fulfill({ status: 400, json: {} }))
  const followed = page.waitForRequest((request) => /\/api\/live\?topics=teams$/.test(request.url()))
  await page.goto('/registration/teams')
  await asked
  await followed
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banners(page)).toHaveCount(0)
})
