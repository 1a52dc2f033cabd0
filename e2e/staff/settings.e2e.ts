import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { type Site, startSite } from '../fixtures/site.ts'
import { arriveSignedIn, test as base, elsewhere, expect } from '../fixtures/test.ts'
import { knownPages } from '../shell/known-pages.ts'

/** A site of its own, whose edition these tests change. */
const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()
const saved = (page: Page) => expect(page.getByText('You have unsaved changes')).toBeHidden()
const previewed = (page: Page) => page.frameLocator('iframe[title="Preview of the site"]').first()

async function openSettings(page: Page): Promise<string> {
  const token = await arriveSignedIn(page)
  await page.goto('/settings')
  await expect(page.getByLabel('Name of the tournament')).toBeVisible()
  return token
}

/** Sets facts without the screen, as another device. Resolves to how to set what they were. */
async function set(page: Page, token: string, change: object): Promise<() => Promise<unknown>> {
  const send = async (data: object) => {
    const tag = (await page.request.get('/api/edition')).headers()['etag'] ?? ''
    const headers = { authorization: `Bearer ${token}`, 'if-match': tag }
    expect((await page.request.put('/api/edition', { headers, data })).status()).toBe(200)
  }
  const { edition } = await (await page.request.get('/api/edition')).json()
  await send(change)
  const before = Object.fromEntries(Object.keys(change).map((key) => [key, edition[key]]))
  return () => send(before)
}

async function visitHome(browser: Browser, site: Site, problems: string[]): Promise<Page> {
  const phone = await elsewhere(browser, site, problems)
  await phone.setViewportSize({ width: 360, height: 740 })
  await phone.goto('/')
  return phone
}

test('a director changes name and dates, sees them before they are saved, and an open phone follows', async ({
  page,
  browser,
  site,
  problems,
}) => {
  const phone = await visitHome(browser, site, problems)
  await expect(phone.getByText('Thirty-five teams, two divisions')).toBeVisible()
  const token = await openSettings(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page)
  await page.getByLabel('Name of the tournament').fill('Frostbite Classic')
  await page.getByLabel('First day').fill('2031-02-08')
  await page.getByLabel('Last day').fill('2031-02-09')
  await page.getByLabel('Spots in the field').fill('48')
  await expect(page.getByText('Saturday, February 8, 2031')).toBeVisible()
  await expect(previewed(page).getByText('Feb 8-9, 2031').first()).toBeVisible()
  await expect(previewed(page).getByText('Forty-eight teams')).toBeVisible()
  await expect(phone.getByText('Thirty-five teams')).toBeVisible()

  await save(page)
  await saved(page)
  await expect(phone.getByText('Forty-eight teams, two divisions')).toBeVisible()
  await expect(phone.getByText('Feb 8-9, 2031').first()).toBeVisible()
  await expect(phone).toHaveTitle('Frostbite Classic')
  await expect(page).toHaveTitle('Tournament Settings · Frostbite Classic')
  const html = await (await page.request.get('/')).text()
  expect(html).toContain('<title>Frostbite Classic</title>')
  expect(html).not.toContain('Thanksgiving Ultimate')

  await page.getByRole('link', { name: 'History and undo' }).click()
  await expect(page.getByText(/set the name to “Frostbite Classic”/).first()).toBeVisible()
  await set(page, token, {
    name: 'Thanksgiving Ultimate',
    first_day: '2025-11-22',
    last_day: '2025-11-23',
    capacity: 35,
  })
  await expect(phone.getByText('Thirty-five teams')).toBeVisible()
  await phone.context().close()
})

test('what the rules refuse is said at its field, and leaving asks first', async ({ page }) => {
  await openSettings(page)
  await page.getByLabel('Spots in the field').fill('201')
  await page.getByLabel('Name of the tournament').fill('')
  await save(page)
  await expect(page.getByText('Please enter the name of the tournament.')).toBeVisible()
  await expect(page.getByText('The capacity is a whole number from 1 to 200.')).toBeVisible()
  await expect(page.getByLabel('Name of the tournament')).toBeFocused()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByLabel('Name of the tournament')).toHaveValue('Thanksgiving Ultimate')
  await page.getByLabel('Last day').fill('2025-11-20')
  await save(page)
  await expect(page.getByText('The last day cannot be before the first day.').first()).toBeVisible()
  await page.getByRole('link', { name: 'History and undo' }).click()
  await expect(page.getByText('You have unsaved changes. Are you sure you want to leave?')).toBeVisible()
  await page.getByRole('button', { name: 'Leave', exact: false }).last().click()
  await expect(page).toHaveURL(/\/audit/)
})

test('of two directors at once, the second sees what the first changed and loses nothing', async ({ page }) => {
  const token = await openSettings(page)
  await page.getByLabel('City').fill('Boulder, Colorado')
  await page.getByLabel('Club', { exact: true }).fill('Mine')
  const putBack = await set(page, token, { ordinal: '35th', club: 'Theirs' })
  await save(page)
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else changed the settings' })
  await expect(notice).toContainText('Ordinal: Tournament Director set this to “35th”.')
  await expect(notice).toContainText('Club: Tournament Director set this to “Theirs”.')
  await expect(page.getByLabel('City')).toHaveValue('Boulder, Colorado')
  await expect(page.getByLabel('Club', { exact: true })).toHaveValue('Mine')
  await expect(page.getByLabel('Ordinal')).toHaveValue('35th')
  await expectAccessible(page)
  await save(page)
  await saved(page)
  const { edition } = await (await page.request.get('/api/edition')).json()
  expect(edition).toMatchObject({ city: 'Boulder, Colorado', club: 'Mine', ordinal: '35th' })
  await putBack()
  await set(page, token, { city: 'Huntsville, Alabama' })
})

test('on a phone the preview opens on its own, and a rule is added and removed by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openSettings(page)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(previewed(page).getByText('Thirty-five teams')).toBeAttached()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add a rule' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'About' }).last()).toBeFocused()
  await page.keyboard.type('Wind')
  await expect(page.getByText('You have unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the rule Wind' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add a rule' })).toBeFocused()
  await saved(page)
})

test('registration that is closed says since when, to visitors in the place of the form, and opens again live', async ({
  page,
  browser,
  site,
  problems,
}) => {
  const token = await openSettings(page)
  const visitor = await elsewhere(browser, site, problems)
  const putBack = await set(page, token, { registration: { opens: null, closes: '2025-10-01T17:00:00-05:00' } })
  await visitor.goto('/registration/register')
  await expect(visitor.getByText(/^Registration closed Oct 1, 2025, 5:00 PM/)).toBeVisible()
  await expect(visitor.getByLabel('Team name')).toHaveCount(0)
  await expectAccessible(visitor)
  await page.goto('/registration/register')
  await expect(page.getByText('Visitors cannot register a team now.')).toBeVisible()
  await expect(page.getByLabel('Team name')).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Open registration again' }).click()
  await expect(visitor.getByLabel('Team name')).toBeVisible()
  await visitor.getByLabel('Team name').fill('Huck Finns')
  await page.getByRole('button', { name: 'Close registration now' }).click()
  await expect(visitor.getByText(/^Registration closed /)).toBeVisible()
  await expect(visitor.getByLabel('Team name')).toHaveValue('Huck Finns')
  await putBack()
  await set(page, token, { registration: { opens: null, closes: null } })
  await visitor.context().close()
})

const another = {
  name: 'Frostbite Classic',
  ordinal: '7th',
  first_day: '2031-02-08',
  last_day: '2031-02-09',
  city: 'Boulder, Colorado',
  venue: { name: 'Foothills Fields', address: '1 Main Street, Boulder, CO 80301', bounds: [-105.3, 40, -105.2, 40.1] },
  club: 'Boulder Flyers',
  contact_email: 'hello@frostbite.example',
  merch_partner: { name: 'Discs & Co.', url: 'https://discs.example/' },
  capacity: 48,
  fee: '$410 a team',
  fee_deadline: '2031-01-15',
  fee_payment: 'Pay by card.',
  pool_play: { starts: '10:15', ends: '15:40' },
  dinner: { starts: '17:10', ends: '20:20', dishes_from: '16:05', dishes_until: '16:55', dishes_per_team: 9 },
  divisions: { comp: 'Fast.', rec: 'Slow.' },
  schedule: { pool_play: 'Plays.', dinner: 'Chili.', brackets: 'Brackets.' },
  game_rules: [{ what: 'Games', number: 'to 9', how: 'Nine points.' }],
  designs_year: 2031,
}
const factsOf2025 =
  /Thanksgiving Ultimate|28th|Nov(ember)? 2[23]|2025-11|Huntsville|Merrimack|Wallace|turkey@|merch\.ultimate|35 (teams|spots)|>35<|^35$|Thirty-five|4:50|6:00 PM|9:00 [AP]M|5:45 PM|high-level|lots of fun|to 11\b/m

test('no page, title, preview or calendar file names a fact of another year', async ({
  page,
  browser,
  site,
  problems,
}) => {
  test.slow()
  const token = await openSettings(page)
  const putBack = await set(page, token, another)
  const visitor = await elsewhere(browser, site, problems)
  // What is printed names its moment.
  await visitor.clock.setFixedTime('2031-02-01T03:07:00Z')
  for (const { path, admission } of knownPages.filter((one) => one.admission === 'everyone')) {
    expect(admission).toBe('everyone')
    expect(
      (await (await visitor.request.get(path)).text())
        .replaceAll(/<(svg|style).*?<\/\1>/gs, '')
        .match(factsOf2025)?.[0],
      `${path} as it is sent`,
    ).toBeUndefined()
    await visitor.goto(path)
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    await visitor.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const shown = await visitor.evaluate(() => `${document.title} ${document.body.innerText}`)
    expect(shown.match(factsOf2025)?.[0], path).toBeUndefined()
    await visitor.emulateMedia({ media: 'print' })
    expect((await visitor.locator('body').innerText()).match(factsOf2025)?.[0], `${path} on paper`).toBeUndefined()
    await visitor.emulateMedia({ media: null })
  }
  for (const path of ['/tournament/info', '/dinner/info']) {
    await visitor.goto(path)
    const [file] = await Promise.all([
      visitor.waitForEvent('download'),
      visitor.getByRole('button', { name: 'Add to calendar' }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain('Frostbite Classic')
    expect(`${file.suggestedFilename()} ${text}`.match(factsOf2025)?.[0], `the calendar of ${path}`).toBeUndefined()
  }
  expect(await (await visitor.request.get('/manifest.webmanifest')).json()).toMatchObject({ name: 'Frostbite Classic' })
  await putBack()
  await visitor.context().close()
})

test.describe('the identity of the club', () => {
  const readColor = (page: Page, selector: string) => page.locator(selector).first().evaluate(backgroundOf)

  test('colors and logo are seen before they are saved, and an open phone follows in both schemes', async ({
    page,
    browser,
    site,
    problems,
  }) => {
    const phone = await visitHome(browser, site, problems)
    // The site's own pine.
    const own = 'rgb(20, 58, 46)'
    await expect.poll(() => readColor(phone, 'header')).toBe(own)
    const token = await openSettings(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel('Primary color', { exact: false }).first().fill('#002855')
    const warning = page.getByRole('status').filter({ hasText: 'Hard to make out in the dark scheme' })
    await expect(warning).toContainText('its contrast is 1.12:1, and 3:1 is needed. There, #0065d7 is shown.')
    await expectAccessible(page)
    await page.getByLabel('Accent color', { exact: false }).first().fill('#eaaa00')
    await page.getByRole('button', { name: 'Use #af7f00' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Use #af7f00' })).toBeHidden()
    await expect(page.getByLabel('Accent color', { exact: false }).first()).toHaveValue('#af7f00')
    await expect(page.getByLabel('Accent color', { exact: false }).first()).toBeFocused()

    await page.getByLabel('Picture of the logo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture at all'),
    })
    await expect(page.getByText('Please choose a PNG, JPEG or WebP picture.')).toBeVisible()
    await expect(page.getByLabel('Primary color', { exact: false }).first()).toHaveValue('#002855')
    await page.getByLabel('Picture of the logo').setInputFiles('shell/kit/art/static/icon-192.png')
    await expect(page.getByRole('img', { name: 'Logo of Thanksgiving Ultimate' })).toBeVisible()
    await expect(page.getByText('Please choose a PNG, JPEG or WebP picture.')).toBeHidden()
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(previewed(page).getByRole('img', { name: 'Thanksgiving Ultimate' })).toBeVisible()
    await expect.poll(() => previewed(page).locator('header').first().evaluate(backgroundOf)).toBe('rgb(0, 40, 85)')
    expect(await readColor(phone, 'header')).toBe(own)

    await save(page)
    await saved(page)
    const logo = phone.getByRole('banner').getByRole('img', { name: 'Thanksgiving Ultimate' })
    await expect(logo).toBeVisible()
    await expect.poll(() => readColor(phone, 'header')).toBe('rgb(0, 40, 85)')
    await expect(phone.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#002855')
    await phone.emulateMedia({ colorScheme: 'dark' })
    await phone.reload()
    await expect(logo).toBeVisible()
    await expect.poll(() => readColor(phone, 'header')).toBe('rgb(0, 27, 57)')
    for (const path of ['/tournament/info', '/dinner/signup', '/registration/register', '/']) {
      await phone.goto(path)
      await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(phone)
    }
    await page.getByRole('button', { name: 'Remove the logo' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
    await save(page)
    await saved(page)
    await expect(logo).toBeHidden()
    await set(page, token, { colors: { primary: null, accent: null } })
    await phone.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => readColor(phone, 'header')).toBe(own)
    await phone.context().close()
  })

  test('stands in the page without scripts', async ({ page, browser, site }) => {
    const token = await openSettings(page)
    const picture = await readFile('shell/kit/art/static/icon-192.png')
    const upload = await page.request.post('/api/edition/logo', {
      headers: { authorization: `Bearer ${token}` },
      multipart: { logo: { name: 'logo.png', mimeType: 'image/png', buffer: picture } },
    })
    const { logo } = await upload.json()
    const putBack = await set(page, token, { colors: { primary: '#002855', accent: null }, logo })
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
    const still = await context.newPage()
    await still.goto('/')
    await expect(still.getByRole('banner').getByRole('img', { name: 'Thanksgiving Ultimate' })).toBeVisible()
    expect(await readColor(still, 'header')).toBe('rgb(0, 40, 85)')
    await context.close()
    await putBack()
  })
})

const backgroundOf = (element: Element): string => getComputedStyle(element).backgroundColor
