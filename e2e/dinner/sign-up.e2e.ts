import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { becky, card, introduce, plus, removes, test } from '../fixtures/sign-up-page.ts'
import type { Site } from '../fixtures/site.ts'
import { arriveSignedIn, expect, watch } from '../fixtures/test.ts'

const incomplete = 'Complete your information above to sign up for slots'

async function elsewhere(browser: Browser, site: Site, problems: string[]): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site.url })).newPage()
  await watch(page, problems)
  return page
}

function mailsTo(site: Site, address: string): string[] {
  const folder = join(site.dataDir, 'outbox')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.eml'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}`))
}

const linkIn = (mail: string): string =>
  /\/dinner\/signup#link=\S+/.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? ''

test('a volunteer is asked for the information once, and the device remembers', async ({ page, dinner }) => {
  await dinner.addSlot({ category: 'dishes', name: 'Yams', max_signups: 2 })
  await page.goto('/dinner/signup')
  await expect(page.getByText(incomplete)).toBeVisible()
  await expect(plus(card(page, 'Yams'))).toHaveCount(0)
  await introduce(page)
  await expect(page.getByText(incomplete)).toBeHidden()
  await expect(plus(card(page, 'Yams'))).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(becky.name)
  await expect(page.getByRole('combobox', { name: 'Captain' })).toHaveValue(/Robin Ridge/)
  await expect(plus(card(page, 'Yams'))).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill('becky@')
  await page.getByLabel('Email', { exact: true }).blur()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(plus(card(page, 'Yams'))).toHaveCount(0)
})

test('a dish is brought twice by one person until it is full, and given back', async ({ page, dinner }) => {
  await dinner.addSlot({ category: 'dishes', name: 'Stuffing', max_signups: 2 })
  await page.goto('/dinner/signup')
  await introduce(page)
  const stuffing = card(page, 'Stuffing')
  await expect(stuffing).toContainText('0/2')
  await plus(stuffing).click()
  await expect(stuffing).toContainText('1/2')
  await expect(removes(stuffing)).toHaveCount(1)
  await expect(page.getByText('/16').first()).toContainText('1/16')
  await plus(stuffing).click()
  await expect(stuffing).toContainText('2/2')
  await expect(stuffing).toContainText('Full')
  await expect(plus(stuffing)).toHaveCount(0)
  await page.reload()
  await expect(removes(stuffing)).toHaveCount(2)
  await removes(stuffing).first().click()
  await expect(stuffing).toContainText('1/2')
  await expect(removes(stuffing)).toHaveCount(1)
  await expect(plus(stuffing)).toBeVisible()
  await expect(stuffing.getByRole('status')).toContainText('Your sign-up is removed. Someone else can take it now.')
  await stuffing.getByRole('button', { name: /^Undo/ }).click()
  await expect(stuffing).toContainText('2/2')
  await expect(removes(stuffing)).toHaveCount(2)
  await expect(stuffing.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await expect(stuffing.getByRole('heading', { name: 'Stuffing' })).toBeFocused()

  // Full slots are hidden on request, but not those of this device; the bar leads to the sections.
  const salsa = await dinner.addSlot({ category: 'dishes', name: 'Salsa', max_signups: 1 })
  await dinner.signUp(salsa)
  const slots = page.getByRole('navigation', { name: 'Slots' })
  await expect(card(page, 'Salsa')).toContainText('Full')
  await slots.getByRole('checkbox', { name: 'Open only' }).click()
  await expect(slots.getByRole('checkbox', { name: 'Open only' })).toBeChecked()
  await expect(card(page, 'Salsa')).toHaveCount(0)
  await expect(stuffing).toBeVisible()
  await slots.getByRole('link', { name: /^Serving/ }).click()
  await expect(page).toHaveURL('/dinner/signup?show=open#serving')
  await expect(page.getByRole('heading', { name: 'Serving', exact: true })).toBeInViewport()
  await page.emulateMedia({ media: 'print' })
  await expect(slots).toBeHidden()
  await expect(page.getByText('Only open slots and your own')).toBeVisible()
})

test('who serves steps down by the same plus', async ({ page, dinner }) => {
  await dinner.addSlot({ category: 'serving', name: 'Carving', time_slot: '18:00', max_signups: 2 })
  await page.goto('/dinner/signup')
  await introduce(page)
  const carving = card(page, 'Carving, 6:00 PM - 6:30 PM')
  await expect(plus(carving)).toHaveAttribute('aria-pressed', 'false')
  await plus(carving).click()
  await expect(carving).toContainText('1/2')
  await expect(removes(carving)).toHaveCount(1)
  await expect(plus(carving)).toHaveAttribute('aria-pressed', 'true')
  await plus(carving).click()
  await expect(carving).toContainText('0/2')
  await expect(removes(carving)).toHaveCount(0)
  await expect(plus(carving)).toHaveAttribute('aria-pressed', 'false')
})

test('a full slot is refused with a sentence, and the count is put right', async ({ page, dinner, context }) => {
  const slot = await dinner.addSlot({ category: 'dishes', name: 'Gravy', max_signups: 1 })
  await page.goto('/dinner/signup')
  await introduce(page)
  // This page hears of nothing, so that it presses a button that is out of date.
  await context.route('**/api/live**', (route) => route.abort())
  await page.reload()
  const gravy = card(page, 'Gravy')
  await expect(plus(gravy)).toBeVisible()
  await dinner.signUp(slot)
  await plus(gravy).click()
  await expect(gravy.getByRole('alert')).toContainText('This slot is full. Someone just took the last spot.')
  await expect(gravy).toContainText('1/1')
  await expect(removes(gravy)).toHaveCount(0)
})

test('an answer lost on the way is asked for again, leaves no sentence, and one dish is brought', async ({
  page,
  dinner,
  context,
}) => {
  await dinner.addSlot({ category: 'dishes', name: 'Corn', max_signups: 5 })
  await page.goto('/dinner/signup')
  await introduce(page)
  let lost = false
  await context.route('**/api/dinner-signup', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.continue()
    lost = true
    await route.fetch()
    await route.abort()
  })
  const corn = card(page, 'Corn')
  await plus(corn).click()
  await expect(removes(corn)).toHaveCount(1)
  await expect(corn).toContainText('1/5')
  await expect(corn.getByText('No response yet')).toHaveCount(0)
  await expect(corn.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('another browser sees the count live, and the link from the mail gives it the right to remove', async ({
  page,
  dinner,
  browser,
  site,
  problems,
}) => {
  await dinner.addSlot({ category: 'dishes', name: 'Beans', max_signups: 4 })
  const huck = { ...becky, name: 'Huck Finn', email: 'huck@example.org' }
  const other = await elsewhere(browser, site, problems)
  await other.goto('/dinner/signup')
  await expect(card(other, 'Beans')).toContainText('0/4')
  await page.goto('/dinner/signup')
  await introduce(page, huck)
  await plus(card(page, 'Beans')).click()
  await expect(removes(card(page, 'Beans'))).toHaveCount(1)
  await expect.poll(() => linkIn(mailsTo(site, huck.email)[0] ?? '')).not.toBe('')
  expect(mailsTo(site, huck.email)[0]).toContain('Content-Type: text/calendar')

  await expect(card(other, 'Beans')).toContainText('1/4')
  await expect(removes(card(other, 'Beans'))).toHaveCount(0)
  const away = { code: 'UNAVAILABLE', message: 'The database is away.', error: 'The database is away.' }
  await other.route('**/api/dinner-signup/claim', (route) => route.fulfill({ status: 503, json: away }), { times: 1 })
  const claims: string[] = []
  other.on('request', (request) => {
    if (request.url().endsWith('/api/dinner-signup/claim')) claims.push(request.method())
  })
  await other.goto(`${linkIn(mailsTo(site, huck.email)[0] ?? '').replace('#', '%23')}.`)
  const show = other.getByRole('button', { name: 'Show My Sign-ups' })
  await expect(show).toBeVisible()
  await expect(card(other, 'Beans')).toContainText('1/4')
  expect(claims).toEqual([])
  await show.click()
  await expect(other.getByText('You can manage your sign-ups on this device.')).toBeVisible()
  await expect(other).toHaveURL(/\/dinner\/signup$/)
  await expect(removes(card(other, 'Beans'))).toHaveCount(1)
  // The sign-ups come first, and what manages the link last.
  const heights = [
    other.getByText('Your sign-ups', { exact: true }),
    other.getByLabel('Name', { exact: true }),
    card(other, 'Beans'),
    other.getByRole('button', { name: 'Send me a new link, and end this one…' }),
  ].map(async (part) => (await part.boundingBox())?.y ?? 0)
  const tops = await Promise.all(heights)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  await other.getByRole('button', { name: 'Send me a new link, and end this one…' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'End This Link' }).click()
  await expect(other.getByText('Your old link no longer works.')).toBeVisible()
  await expect(removes(card(other, 'Beans'))).toHaveCount(0)
  await expect(removes(card(page, 'Beans'))).toHaveCount(1)
  const renewed = () => mailsTo(site, huck.email).find((mail) => mail.includes('Subject: A new link')) ?? ''
  await expect.poll(renewed).not.toBe('')
  await other.goto(linkIn(renewed()))
  await show.click()
  await removes(card(other, 'Beans')).click()
  await expect(card(other, 'Beans')).toContainText('0/4')
  await expect(card(page, 'Beans')).toContainText('0/4')
  await expect(removes(card(page, 'Beans'))).toHaveCount(0)
  await other.context().close()
})

test('a broken link is refused; it is sent again, and the answer does not tell whether an address is known', async ({
  page,
  dinner,
  site,
}) => {
  await dinner.addSlot({ category: 'dishes', name: 'Greens', max_signups: 4 })
  const joe = { ...becky, name: 'Joe Harper', email: 'joe@example.org' }
  await page.goto('/dinner/signup#link=not-a-seal')
  await page.getByRole('button', { name: 'Show My Sign-ups' }).click()
  await expect(page.getByText('This link is not complete. Please ask for a new one.')).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: 'Send me my link again' }).click()
  await expect(page.getByRole('dialog', { name: 'Send me my link again' })).toBeVisible()
  await page.keyboard.press('Escape')
  await introduce(page, joe)
  await plus(card(page, 'Greens')).click()
  await expect(removes(card(page, 'Greens'))).toHaveCount(1)
  for (const address of [joe.email, 'unknown@example.org']) {
    await page.getByRole('button', { name: 'Send me my link again' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Send me my link again' })
    await dialog.getByLabel('Email you signed up with').fill(address)
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    // This site has no mail server.
    await expect(dialog.getByText('We have your request, but cannot send the link.')).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await expect.poll(() => mailsTo(site, joe.email).length).toBe(2)
  expect(mailsTo(site, 'unknown@example.org')).toEqual([])
})

test('what cannot be loaded says so and is tried again', async ({ page, dinner, context }) => {
  await dinner.addSlot({ category: 'dishes', name: 'Salad' })
  await context.route(/api\/(dinner-slots|registered-teams)$/, (route) => route.abort())
  await page.goto('/dinner/signup')
  await expect(page.getByText('Failed to fetch data')).toBeVisible()
  await expect(page.getByPlaceholder('Couldn’t load teams')).toBeDisabled()
  await context.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Salad')).toBeVisible()
  await expect(page.getByPlaceholder('Choose your captain')).toBeEnabled()
})

test('the page breaks no accessibility rule, and fits the narrowest phone', async ({ page, dinner }) => {
  await dinner.addSlot({ category: 'dishes', name: 'Slaw', max_signups: 3, recipe_title: 'Slaw' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/dinner/signup')
  await introduce(page)
  await plus(card(page, 'Slaw')).click()
  await expect(removes(card(page, 'Slaw'))).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all captains' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  // What the list hides from screen readers does not exist for a search by role.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Captain', exact: true })).toBeFocused()
  await expectAccessible(page, { label: 'page with the list of captains' })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  await arriveSignedIn(page)
  await page.reload()
  await page.getByRole('button', { name: 'Add a dish' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, { label: 'dialog of a new slot' })
})
