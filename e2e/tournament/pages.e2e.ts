import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures/test.ts'

const sections = ['Divisions', 'Schedule', 'Rules', 'Features', 'Fields'] as const
const nav = (page: Page) => page.getByRole('navigation', { name: 'On this page' })
const currentSection = (page: Page) => nav(page).locator('[aria-current="location"]')
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
const mapService = 'https://www.openstreetmap.org'

async function readText(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}

test('the info page says what the weekend is, to the number', async ({ page }) => {
  await page.goto('/tournament/info')
  for (const fact of [
    'For teams looking for high-level competition.',
    'For teams wanting competition and lots of fun.',
    '9:00 AM to 4:50 PM',
    '6:00 PM to 9:00 PM',
    'TBD after pools',
    '4/3 or 3/4',
    'to 11',
    'to 13',
    '10 minutes',
    '1 per half',
    'An on-site trainer',
    'Headquarters',
  ])
    await expect(page.locator('main').getByText(fact).first()).toBeVisible()
  for (const section of sections) await expect(page.getByRole('region', { name: section })).toBeVisible()
})

for (const section of ['Rules', 'Fields'] as const)
  test(`a link to #${section.toLowerCase()} leads there on the first load`, async ({ page }) => {
    await page.goto(`/tournament/info#${section.toLowerCase()}`)
    const region = page.getByRole('region', { name: section })
    await expect(region.getByRole('heading', { name: section })).toBeInViewport()
    await expect(region).toBeFocused()
    await expect(currentSection(page)).toHaveText(section)
  })

test('a page that is opened by its address starts where it should, wherever the one before was left', async ({
  page,
}) => {
  await page.goto('/tournament/info')
  await page.getByRole('region', { name: 'Fields' }).evaluate((element) => element.scrollIntoView())
  await expect(currentSection(page)).toHaveText('Fields')
  await page.goto('/registration/register')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await page.goto('/tournament/info#features')
  await expect(page.getByRole('heading', { name: 'Features' })).toBeInViewport()
  await expect(currentSection(page)).toHaveText('Features')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Features' })).toBeInViewport()
})

test('a link within the site leads to the section as well', async ({ page }) => {
  await page.goto('/tournament/bracket')
  await page.getByRole('link', { name: 'Weekend schedule' }).click()
  await expect(page.getByRole('heading', { name: 'Schedule' })).toBeInViewport()
  await expect(currentSection(page)).toHaveText('Schedule')
})

test('the sections are followed by keyboard, by link and by scrolling', async ({ page }) => {
  await page.goto('/tournament/info')
  await expect(currentSection(page)).toHaveText('Divisions')
  await nav(page).getByRole('link', { name: 'Divisions' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#rules$/)
  await expect(page.getByRole('region', { name: 'Rules' })).toBeFocused()
  await expect(currentSection(page)).toHaveText('Rules')
  await page.getByRole('region', { name: 'Features' }).evaluate((element) => element.scrollIntoView())
  await expect(currentSection(page)).toHaveText('Features')
  // Back and forward lead to the section of the address, not to where its page was left.
  await nav(page).getByRole('link', { name: 'Schedule' }).click()
  await expect(currentSection(page)).toHaveText('Schedule')
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  await expect(currentSection(page)).toHaveText('Fields')
  for (const [step, section] of [
    ['goBack', 'Rules'],
    ['goForward', 'Schedule'],
  ] as const) {
    await page[step]()
    await expect(page).toHaveURL(new RegExp(`#${section.toLowerCase()}$`))
    await expect(page.getByRole('region', { name: section })).toBeFocused()
    await expect(page.getByRole('heading', { name: section, exact: true })).toBeInViewport()
    await expect(currentSection(page)).toHaveText(section)
  }
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/tournament\/info$/)
})

test('on the narrowest phone the row of sections stays on top and scrolls by itself', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/tournament/info')
  const fields = nav(page).getByRole('link', { name: 'Fields' })
  await expect(fields).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(fields).not.toBeInViewport({ ratio: 1 })
  await page.getByRole('region', { name: 'Fields' }).evaluate((element) => element.scrollIntoView())
  await expect(currentSection(page)).toHaveText('Fields')
  await expect(fields).toBeInViewport({ ratio: 1 })
  expect(await nav(page).evaluate((element) => element.getBoundingClientRect().top)).toBe(0)
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  expect(await page.evaluate(() => window.scrollX)).toBe(0)
})

test('the weekend can be taken along as a calendar file', async ({ page }) => {
  await page.goto('/tournament/info#schedule')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Add to calendar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('thanksgiving-ultimate-2025.ics')
  const calendar = await readText(download)
  expect(calendar).toContain('DTSTART;TZID=America/Chicago:20251122T090000\r\n')
  expect(calendar).toContain('DTEND;TZID=America/Chicago:20251122T165000\r\n')
  expect(calendar).toContain('DTSTART;VALUE=DATE:20251123\r\n')
})

for (const path of ['/tournament/info#fields', '/dinner/info']) {
  test(`the map of ${path} is asked for only on a click, and is framed when it answers`, async ({ page }) => {
    const asked: string[] = []
    await page.route(`${mapService}/**`, (route) => {
      asked.push(route.request().resourceType())
      return route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Map</title><p>A map of streets</p>',
      })
    })
    await page.goto(path)
    await expect(page.getByRole('img', { name: /sketch of the Merrimack Soccer Complex/ })).toBeVisible()
    await expect(page.getByText('3390 Bob Wallace Ave SW, Huntsville, AL 35805')).toBeVisible()
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Show the live map' }).click()
    await expect(page.frameLocator('iframe').getByText('A map of streets')).toBeVisible()
    expect(asked).toEqual(['fetch', 'document'])
  })
}

test('where the map service is out of reach the drawing, the address and the link stay', async ({ page }) => {
  await page.route(`${mapService}/**`, (route) => route.abort('internetdisconnected'))
  await page.goto('/tournament/info')
  await page.getByRole('button', { name: 'Show the live map' }).click()
  await expect(page.getByText('Couldn’t load the map.')).toBeVisible()
  await expect(page.getByRole('img', { name: /sketch of the Merrimack Soccer Complex/ })).toBeVisible()
  const link = page.getByRole('link', { name: 'Open in maps (opens in a new tab)' })
  await expect(link).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\/search\?query=3390%20Bob/)
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/)
  await expect(page.getByRole('button', { name: 'Show the live map' })).toBeEnabled()
})

test('the bracket says when it will be there, and shows its three rounds, also on a narrow phone', async ({ page }) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/tournament/bracket')
    await expect(page.getByText('Brackets are posted at the conclusion of Saturday pool play.')).toBeVisible()
    await expect(page.getByText('Check back Saturday evening.')).toBeVisible()
    const drawing = page.getByRole('img', { name: /Round 1.*Semifinal.*Final/ })
    for (const round of ['Round 1', 'Semifinal', 'Final']) {
      const shown = drawing.getByText(round, { exact: true }).locator('visible=true')
      await expect(shown).toHaveCount(1)
      expect((await shown.boundingBox())?.height, `${round} at ${width}`).toBeGreaterThanOrEqual(14)
    }
    expect(await sideways(page)).toBeLessThanOrEqual(0)
  }
})

test('merch shows what is on the drawing board and leads to the partner, saying that it leaves', async ({ page }) => {
  await page.goto('/tournament/merch')
  for (const name of ['Disc 2025', 'Jersey 2025']) await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('Artwork pending')).toHaveCount(2)
  const banner = page.getByRole('region', { name: 'Our official merchandise partner' })
  const link = banner.getByRole('link', { name: 'Visit the shop (opens in a new tab)' })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/)
  await expect(link).toHaveAttribute('href', /^https:\/\//)
})

test('the TD takes the teams along as a file, which visitors are not offered, and the audit knows', async ({
  page,
}) => {
  const bid = { location: 'Florence, AL', division: 'rec', captainName: 'Becky Thatcher' }
  await page.request.post('/api/register-team', {
    data: { ...bid, teamName: '=Huck "Finns"', captainEmail: 'becky@example.org', captainPhone: '+1 256 555-0142' },
  })
  await page.goto('/registration/teams')
  await expect(page.getByRole('row', { name: /Huck/ }).first()).toBeVisible()
  const button = page.getByRole('button', { name: 'Export CSV' })
  await expect(button).toBeHidden()
  await signIn(page)
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toMatch(/^teams-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readText(download)
  expect(text.startsWith('\u{FEFF}"#","Team",')).toBe(true)
  expect(text).toContain(`"'=Huck ""Finns""","Recreational","Confirmed","No","Florence, AL","Becky Thatcher"`)
  expect(text).toContain(`"becky@example.org","'+1 256 555-0142"`)
  await page.getByLabel('Search teams').fill('no such team')
  const [none] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect((await readText(none)).trim().split('\r\n')).toHaveLength(1)
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const audit = await page.request.get('/api/audit?type=TeamsExported', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect((await audit.json()).events[0]).toMatchObject({
    actor: { kind: 'staff', role: 'TD' },
    data: { format: 'csv' },
  })
})
