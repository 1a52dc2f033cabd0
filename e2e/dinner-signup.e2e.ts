import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Locator, Page } from '@playwright/test'
import type { Site } from './site.ts'
import { expect, signIn, td, test, watch } from './test.ts'

interface Slot {
  readonly id: string
  readonly name: string
  readonly current_signups: number
}
type SlotFields = Readonly<Record<string, string | number>>

const becky = { name: 'Becky Thatcher', email: 'becky@example.org', captain: 'Robin Ridge' }
const incomplete = 'Complete your information above to sign up for slots'

let token = ''
let teamId = ''

test.beforeAll(async ({ playwright, site }) => {
  const api = await playwright.request.newContext({ baseURL: site.url })
  const login = await api.post('/api/auth/login', { data: td })
  token = (await login.json()).token
  const answer = await api.post('/api/register-team', {
    data: {
      teamName: 'Gravy Train',
      location: 'Huntsville, AL',
      division: 'rec',
      captainName: becky.captain,
      captainEmail: 'robin@example.org',
      captainPhone: '(256) 555-0142',
    },
  })
  expect(answer.status()).toBe(201)
  teamId = (await answer.json()).team.id
  await api.dispose()
})

async function addSlot(page: Page, fields: SlotFields): Promise<Slot> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.post('/api/dinner-slots', { headers, data: fields })
  expect(answer.status()).toBe(201)
  return (await answer.json()).slot
}

/** Somebody else, without the browser of anybody here. */
async function signUpElsewhere(
  playwright: Parameters<Parameters<typeof test>[2]>[0]['playwright'],
  site: Site,
  slot: Slot,
) {
  const api = await playwright.request.newContext({ baseURL: site.url })
  const data = { personName: 'Tom Sawyer', email: 'tom@example.org', captainId: teamId, slotId: slot.id }
  const answer = await api.post('/api/dinner-signup', { data })
  expect(answer.status()).toBe(201)
  await api.dispose()
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const plus = (slot: Locator): Locator => slot.getByRole('button', { name: /^Sign up for / })
const removes = (slot: Locator): Locator => slot.getByRole('button', { name: /^Remove / })

async function introduce(page: Page, person = becky): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('combobox', { name: 'Captain' }).fill('gravy')
  await page.getByRole('option', { name: person.captain }).click()
}

async function elsewhere(browser: Browser, site: Site, problems: string[]): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site.url })).newPage()
  watch(page, problems)
  return page
}

function mailsTo(site: Site, address: string): string[] {
  const folder = join(site.dataDir, 'outbox')
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}`))
}

const linkIn = (mail: string): string =>
  /\/dinner\/signup#link=\S+/.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? ''

test('a volunteer is asked for the information once, and the device remembers', async ({ page }) => {
  await addSlot(page, { category: 'dishes', name: 'Yams', max_signups: 2 })
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

test('a dish is brought twice by one person until it is full, and given back', async ({ page }) => {
  await addSlot(page, { category: 'dishes', name: 'Stuffing', max_signups: 2 })
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
})

test('who serves steps down by the same plus', async ({ page }) => {
  await addSlot(page, { category: 'serving', name: 'Carving', time_slot: '18:00', max_signups: 2 })
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

test('a full slot is refused with a sentence, and the count is put right', async ({
  page,
  context,
  playwright,
  site,
}) => {
  const slot = await addSlot(page, { category: 'dishes', name: 'Gravy', max_signups: 1 })
  await page.goto('/dinner/signup')
  await introduce(page)
  // This page hears of nothing, so that it presses a button that is out of date.
  await context.route('**/api/live**', (route) => route.abort())
  await page.reload()
  const gravy = card(page, 'Gravy')
  await expect(plus(gravy)).toBeVisible()
  await signUpElsewhere(playwright, site, slot)
  await plus(gravy).click()
  await expect(gravy.getByRole('alert')).toContainText('This slot is full. Somebody was a moment faster.')
  await expect(gravy).toContainText('1/1')
  await expect(removes(gravy)).toHaveCount(0)
})

test('an answer lost on the way is tried again, and one dish is brought', async ({ page, context }) => {
  await addSlot(page, { category: 'dishes', name: 'Corn', max_signups: 5 })
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
  await corn.getByRole('button', { name: 'Try again' }).click()
  await expect(corn.getByRole('alert')).toHaveCount(0)
  await expect(corn).toContainText('1/5')
  await expect(removes(corn)).toHaveCount(1)
})

test('another browser sees the count live', async ({ page, browser, site, problems }) => {
  await addSlot(page, { category: 'dishes', name: 'Rolls', max_signups: 4 })
  const other = await elsewhere(browser, site, problems)
  await other.goto('/dinner/signup')
  await expect(card(other, 'Rolls')).toContainText('0/4')
  await page.goto('/dinner/signup')
  await introduce(page)
  await plus(card(page, 'Rolls')).click()
  await expect(card(other, 'Rolls')).toContainText('1/4')
  await expect(removes(card(other, 'Rolls'))).toHaveCount(0)
  await other.context().close()
})

test('the link from the mail gives another browser the right to remove', async ({ page, browser, site, problems }) => {
  await addSlot(page, { category: 'dishes', name: 'Beans', max_signups: 4 })
  const huck = { ...becky, name: 'Huck Finn', email: 'huck@example.org' }
  await page.goto('/dinner/signup')
  await introduce(page, huck)
  await plus(card(page, 'Beans')).click()
  await expect(removes(card(page, 'Beans'))).toHaveCount(1)
  await expect.poll(() => linkIn(mailsTo(site, huck.email)[0] ?? '')).not.toBe('')

  const other = await elsewhere(browser, site, problems)
  await other.goto('/dinner/signup')
  await expect(card(other, 'Beans')).toContainText('1/4')
  await expect(removes(card(other, 'Beans'))).toHaveCount(0)
  await other.goto(linkIn(mailsTo(site, huck.email)[0] ?? ''))
  await expect(other.getByText('This device may now show and remove your sign-ups.')).toBeVisible()
  await expect(other).toHaveURL(/\/dinner\/signup$/)
  await removes(card(other, 'Beans')).click()
  await expect(card(other, 'Beans')).toContainText('0/4')
  await expect(card(page, 'Beans')).toContainText('0/4')
  await expect(removes(card(page, 'Beans'))).toHaveCount(0)
  await other.context().close()
})

test('the link is sent again, and nobody is told whether an address is known', async ({ page, site }) => {
  await addSlot(page, { category: 'dishes', name: 'Greens', max_signups: 4 })
  const joe = { ...becky, name: 'Joe Harper', email: 'joe@example.org' }
  await page.goto('/dinner/signup')
  await introduce(page, joe)
  await plus(card(page, 'Greens')).click()
  await expect(removes(card(page, 'Greens'))).toHaveCount(1)
  for (const address of [joe.email, 'nobody@example.org']) {
    await page.getByRole('button', { name: 'Send me my link again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send me my link again' })
    await dialog.getByLabel('Email you signed up with').fill(address)
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(dialog.getByText('If somebody signed up with this address, a mail is on its way.')).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await expect.poll(() => mailsTo(site, joe.email).length).toBe(2)
  expect(mailsTo(site, 'nobody@example.org')).toEqual([])
})

test('a broken link is refused with a sentence and a way on', async ({ page }) => {
  await page.goto('/dinner/signup#link=not-a-seal')
  await expect(page.getByText('This link is not complete. Please ask for a new one.')).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: 'Send me my link again' }).click()
  await expect(page.getByRole('dialog', { name: 'Send me my link again' })).toBeVisible()
})

test('a recipe opens over the page', async ({ page }) => {
  await addSlot(page, {
    category: 'dishes',
    name: 'Pie',
    recipe_title: 'Pie of pies',
    recipe_ingredients: 'Flour\nButter',
    recipe_instructions: 'Bake it.',
  })
  await page.goto('/dinner/signup')
  await card(page, 'Pie').getByRole('button', { name: 'Recipe: Pie' }).click()
  const recipe = page.getByRole('dialog', { name: 'Pie of pies' })
  await expect(recipe.getByRole('listitem')).toHaveText(['Flour', 'Butter', 'Bake it.'])
  await page.keyboard.press('Escape')
  await expect(recipe).toBeHidden()
})

test('the TD creates, copies, edits and deletes slots, and makes a row of serving times', async ({ page }) => {
  await page.goto('/dinner/signup')
  await expect(page.getByRole('button', { name: 'Add a dish' })).toHaveCount(0)
  await signIn(page)
  await page.getByRole('button', { name: 'Add a dish' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Add slot' }).click()
  await expect(form.getByText('Name is required.')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill('Turkey')
  await form.getByLabel('Max signups').fill('0')
  await form.getByRole('button', { name: 'Add slot' }).click()
  await expect(form.getByText('Please give a whole number, at least 1.')).toBeVisible()
  await form.getByLabel('Max signups').fill('3')
  await form.getByLabel('Recipe title').fill('The bird')
  await form.getByRole('button', { name: 'Add slot' }).click()
  await expect(card(page, 'Turkey')).toContainText('0/3')

  await page.getByRole('button', { name: 'Copy this slot: Turkey' }).click()
  await form.getByLabel('Name').fill('Ham')
  await form.getByRole('button', { name: 'Add slot' }).click()
  await expect(card(page, 'Ham')).toContainText('0/3')

  await page.getByRole('button', { name: 'Edit Ham' }).click()
  await form.getByLabel('Max signups').fill('5')
  await form.getByRole('button', { name: 'Save slot' }).click()
  await expect(card(page, 'Ham')).toContainText('0/5')

  await page.getByRole('button', { name: 'Delete Ham' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete this slot? This will also remove all signups for this slot.',
  )
  await question.getByRole('button', { name: 'Delete slot' }).click()
  await expect(card(page, 'Ham')).toHaveCount(0)
  await expect(card(page, 'Turkey')).toBeVisible()

  await page.getByRole('button', { name: 'Add a row of serving times' }).click()
  await form.getByLabel('Name').fill('Drinks')
  await form.getByLabel('First time').fill('19:00')
  await form.getByLabel('How many half hours').fill('3')
  await expect(form.getByRole('listitem')).toHaveText(['7:00 PM - 7:30 PM', '7:30 PM - 8:00 PM', '8:00 PM - 8:30 PM'])
  await form.getByRole('button', { name: 'Add serving times' }).click()
  await expect(page.getByRole('region', { name: /^Drinks, / })).toHaveCount(3)
})

test('what cannot be loaded says so and is tried again', async ({ page, context }) => {
  await addSlot(page, { category: 'dishes', name: 'Salad' })
  await context.route('**/api/dinner-slots', (route) => route.abort())
  await page.goto('/dinner/signup')
  await expect(page.getByText('Failed to fetch data')).toBeVisible()
  await context.unroute('**/api/dinner-slots')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Salad')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page breaks no accessibility rule in the ${colorScheme} scheme, and fits the narrowest phone`, async ({
    page,
  }) => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const violations = async (part = 'html') =>
      (await new AxeBuilder({ page }).include(part).withTags(tags).analyze()).violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
    await addSlot(page, { category: 'dishes', name: `Slaw ${colorScheme}`, max_signups: 3, recipe_title: 'Slaw' })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/dinner/signup')
    await introduce(page)
    await plus(card(page, `Slaw ${colorScheme}`)).click()
    await expect(removes(card(page, `Slaw ${colorScheme}`))).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: 'Show all captains' }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    // While the list is open, its maker hides the rest of the page from those who listen.
    expect(await violations('[role="listbox"]')).toEqual([])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.reload()
    await signIn(page)
    await page.getByRole('button', { name: 'Add a dish' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await violations()).toEqual([])
  })
}
