import type { Browser, Page } from '@playwright/test'
import { mailServer } from '@ultimate/backend/platform/mail/test-mail-server.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { expectThanks } from '../fixtures/register-page.ts'
import { type Site, startSite } from '../fixtures/site.ts'
import { arriveSignedIn, test as base, expect } from '../fixtures/test.ts'

type MailServer = Awaited<ReturnType<typeof mailServer>>

/** A site that sends its mails to a server of its own, and so asks captains to confirm their addresses. */
const test = base.extend<object, { post: MailServer; site: Site }>({
  post: [
    async ({}, use) => {
      const post = await mailServer()
      await use(post)
      await post.close()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ post }, use) => {
      const site = await startSite({ SMTP_URL: post.url })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

async function onPhone(browser: Browser, site: Site): Promise<Page> {
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }
  return (await browser.newContext({ baseURL: site.url, ...phone })).newPage()
}

async function register(page: Page, team: string, email: string): Promise<void> {
  await page.goto('/registration/register')
  await page.getByLabel('Team name').fill(team)
  await page.getByLabel('Location').fill('Huntsville, AL')
  await page.getByText('Competitive', { exact: false }).first().click()
  await page.getByLabel('Captain name', { exact: true }).fill('Robin Ridge')
  await page.getByLabel('Captain email', { exact: true }).fill(email)
  await page.getByLabel('Captain phone', { exact: true }).fill('(256) 555-0142')
  await page.getByRole('button', { name: 'Register' }).click()
}

const mailsTo = (post: MailServer, address: string): string[] =>
  post.received
    .filter(({ to }) => to.includes(address))
    .map(({ content }) => content.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))

/** The path of the link in the newest mail, as soon as there are so many. */
async function linkMailedTo(post: MailServer, address: string, mails = 1): Promise<string> {
  await expect.poll(() => mailsTo(post, address).length).toBe(mails)
  return /\/registration\/confirm#token=[\w.-]+/.exec(mailsTo(post, address).at(-1) ?? '')?.[0] ?? ''
}

const row = (page: Page, team: string) => page.getByRole('row', { name: team })

test('a bid counts once the captain has opened the link in the mail', async ({ page, browser, site, post }) => {
  const email = 'robin@example.org'
  await page.goto('/registration/teams')
  await expect(page.getByText('Someone has to be first.')).toBeVisible()

  const phone = await onPhone(browser, site)
  await expectThanks(phone, () => register(phone, 'Gravy Train', email))
  const receipt = phone.getByRole('status').filter({ hasText: 'counts once' })
  await expect(receipt).toContainText(email)
  await expect(receipt).toContainText('within 48 hours')
  const link = await linkMailedTo(post, email)
  await page.reload()
  await expect(page.getByText('Someone has to be first.')).toBeVisible()

  const away = { code: 'UNAVAILABLE', message: 'The database is away.', error: 'The database is away.' }
  await phone.route('**/api/confirm-address', (route) => route.fulfill({ status: 503, json: away }), { times: 1 })
  await phone.goto(link)
  const confirm = phone.getByRole('button', { name: 'Confirm My Address' })
  await confirm.click()
  await expect(phone.getByText('Your address could not be confirmed right now.')).toBeVisible()
  await phone.getByRole('button', { name: 'Try again' }).click()
  await expect(phone.getByText('Thanks! Your address is confirmed.')).toBeVisible()
  await expect(phone.getByText(/Confirmed \(#\d+ of 35\)/)).toBeVisible()
  await expect(phone).toHaveURL(/\/registration\/confirm$/)
  await expect(row(page, 'Gravy Train')).toContainText('Confirmed')

  await phone.goto('/')
  await phone.goto(link)
  await confirm.click()
  await expect(phone.getByText('Thanks! Your address is confirmed.')).toBeVisible()
  await phone.context().close()
})

test('the organizers see a bid that does not count, and confirm it by hand', async ({ page, browser, site }) => {
  await expectThanks(page, () => register(page, 'Silent Turkeys', 'lost@example.org'))
  const staff = await (await browser.newContext({ baseURL: site.url })).newPage()
  await arriveSignedIn(staff)
  await staff.goto('/registration/teams')
  await expect(row(staff, 'Silent Turkeys')).toContainText('Not counted')
  await page.goto('/registration/teams')
  await expect(page.getByRole('heading', { name: 'Registered Teams' })).toBeVisible()
  await expect(row(page, 'Silent Turkeys')).toHaveCount(0)
  await row(staff, 'Silent Turkeys')
    .getByRole('button', { name: /^Confirm address/ })
    .click()
  await expect(row(page, 'Silent Turkeys')).toContainText('Confirmed')
  await expect(row(staff, 'Silent Turkeys')).not.toContainText('Not counted')
  await staff.context().close()
})

test('a broken link leads to a new one, and the answer does not tell whether an address is known', async ({
  page,
  post,
}) => {
  const email = 'late@example.org'
  await register(page, 'Late Bloomers', email)
  await linkMailedTo(post, email)
  await page.goto('/registration/confirm%23token=x.')
  await expect(page.getByText('This link is not complete. Please ask for a new one.')).toBeVisible()
  const send = page.getByRole('button', { name: 'Send me a new link' })
  await page.getByLabel('Captain email').fill('late')
  await send.click()
  await expect(page.getByText('Valid email required.')).toBeVisible()
  for (const address of ['unknown@example.org', email]) {
    await page.getByLabel('Captain email').fill(address)
    await send.click()
    await expect(page.getByText('If that address has a bid, we’ve emailed the links.')).toBeVisible()
  }
  const posts: string[] = []
  const referers: string[] = []
  page.on('request', (request) => {
    referers.push(request.headers()['referer'] ?? '')
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  await page.goto(`${(await linkMailedTo(post, email, 2)).replace('#', '%23')}&utm_source=news`)
  const confirm = page.getByRole('button', { name: 'Confirm My Address' })
  await expect(confirm).toBeVisible()
  const about = page.getByRole('paragraph').filter({ hasText: 'named this address as its captain’s.' })
  await expect(about).toContainText('Late Bloomers (Competitive)')
  expect(posts).not.toContain('/api/confirm-address')
  expect(referers.join()).not.toContain('token')
  await confirm.click()
  await expect(confirm).toHaveCount(0)
  await expect(page.getByText('Late Bloomers')).toBeVisible()
  // By the press, and not as the page came.
  expect(posts.filter((path) => path === '/api/confirm-address')).toHaveLength(1)
  expect(mailsTo(post, 'unknown@example.org')).toEqual([])
})

test('a quick captain is not refused, and a trap that a browser filled in lets the next try pass', async ({ page }) => {
  const sent: { filledMs: number; website: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/register-team')) sent.push(request.postDataJSON().form)
  })
  await page.goto('/registration/register')
  const trap = page.locator('input[name="website"]')
  await expect(trap).not.toBeInViewport()
  await trap.evaluate((input: HTMLInputElement) => {
    input.value = 'https://becky.example'
  })
  await expectThanks(page, () => register(page, 'Quick Hands', 'quick@example.org'))
  await page.locator('input[name="website"]').evaluate((input: HTMLInputElement) => {
    input.value = 'https://becky.example'
  })
  await page.getByLabel('Team name').fill('Full Hands')
  await page.getByLabel('Location').fill('Huntsville, AL')
  await page.getByText('Competitive', { exact: false }).first().click()
  await page.getByLabel('Captain name', { exact: true }).fill('Robin Ridge')
  await page.getByLabel('Captain email', { exact: true }).fill('full@example.org')
  await page.getByLabel('Captain phone', { exact: true }).fill('(256) 555-0142')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Could not submit right now.', { exact: false })).toBeVisible()
  await expectThanks(page, () => page.getByRole('button', { name: 'Register' }).click())
  expect(sent.map(({ website }) => website)).toEqual(['', 'https://becky.example', ''])
  expect(sent.every(({ filledMs }) => filledMs >= 2000)).toBe(true)
})

test('page and list break no accessibility rule, and fit the narrowest phone', async ({ page }) => {
  const check = async () => {
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expectThanks(page, () => register(page, 'Uncounted', 'uncounted@example.org'))
  await check()
  await page.goto('/registration/confirm#token=x')
  await expect(page.getByText('This link is not complete.', { exact: false })).toBeVisible()
  await check()
  await arriveSignedIn(page)
  await page.goto('/registration/teams')
  await expect(row(page, 'Uncounted')).toContainText('Not counted')
  await check()
})
