import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { type Site, startSite } from '../fixtures/site.ts'
import { arriveSignedIn, test as base, elsewhere, expect } from '../fixtures/test.ts'

/** A site of its own for each test: what is sent once cannot be sent again. */
const test = base.extend<{ own: Site }>({
  own: async ({}, use) => {
    const site = await startSite()
    await use(site)
    await site.stop()
  },
})

const dayMs = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

interface Desk {
  readonly page: Page
  readonly headers: Readonly<Record<string, string>>
}

/** A TD at a site whose dinner is in thirty days, with one volunteer and one unpaid captain, unless it is empty. */
async function openDesk(browser: Browser, own: Site, problems: string[], isEmpty = false): Promise<Desk> {
  const page = await elsewhere(browser, own, problems)
  const headers = { authorization: `Bearer ${await arriveSignedIn(page)}` }
  const post = async (path: string, data: object) =>
    (await page.request.post(`${own.url}/api/${path}`, { headers, data })).json()
  const tag = (await page.request.get(`${own.url}/api/edition`)).headers()['etag'] ?? ''
  const facts = { first_day: dayIn(30), last_day: dayIn(31), fee: '$300 per team', fee_deadline: dayIn(20) }
  const put = { headers: { ...headers, 'if-match': tag }, data: facts }
  expect((await page.request.put(`${own.url}/api/edition`, put)).status()).toBe(200)
  if (!isEmpty) {
    const captain = { captainName: 'Becky', captainPhone: '256-555-0142', captainEmail: 'huck@example.org' }
    const bid = { teamName: 'Hucks', location: 'Florence, AL', division: 'rec', ...captain }
    const { team } = await post('register-team', bid)
    const { slot } = await post('dinner-slots', { name: 'Pumpkin pie', category: 'dishes', max_signups: 9 })
    const signup = { personName: 'Joe', email: 'joe@example.org', captainId: team.id, slotId: slot.id }
    expect((await post('dinner-signup', signup)).signup.id).toBeTruthy()
  }
  await page.goto('/messages')
  return { page, headers }
}

const reminders = (page: Page) => page.getByRole('region', { name: 'Reminders' })
const item = (page: Page, name: string) => reminders(page).getByRole('listitem').filter({ hasText: name })
const button = (page: Page, label: string, name: string) =>
  reminders(page).getByRole('button', { name: `${label}: ${name}` })
const onTheDay = 'Volunteers, on the day'
const before = 'Volunteers, before the dinner'

test('a director sees a reminder, pauses it, adds a line, takes that back, and sends it', async ({
  browser,
  own,
  problems,
}) => {
  const { page } = await openDesk(browser, own, problems)
  await expect(item(page, onTheDay)).toContainText(/9:00 AM( C[DS]T)?, to 1 person\./)
  await button(page, 'Show Email', onTheDay).click()
  await expect(page.getByRole('region', { name: 'The email' })).toContainText('Pumpkin pie')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await button(page, 'Edit', onTheDay).click()
  await page.getByLabel('Sent at').fill('2025-11-20T09:00')
  await page.getByLabel('Extra line').fill('Bring a <b>spoon</b>.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This time has passed. Please choose a later one.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Sent at').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(item(page, onTheDay)).toContainText('Bring a <b>spoon</b>.')
  await expect(item(page, onTheDay)).toContainText('9:00 AM')

  await button(page, 'Pause', onTheDay).press('Enter')
  await expect(item(page, onTheDay)).toContainText('Paused')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(item(page, onTheDay)).toContainText('Planned')

  await button(page, 'Send Now', onTheDay).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Send to 1 person now?')
  await expect(question).toContainText('This cannot be undone')
  await expect(question.getByRole('region', { name: 'The email' })).toContainText('Bring a <b>spoon</b>.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Send Now' }).click()
  await expect(item(page, onTheDay)).toContainText('1 of 1 sent.')
  await expect(button(page, 'Send Now', onTheDay)).toBeHidden()
  await page.setViewportSize({ width: 360, height: 640 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('a reminder is sent automatically when its time comes, and open pages show it', async ({
  browser,
  own,
  problems,
}) => {
  const { page, headers } = await openDesk(browser, own, problems)
  await expect(item(page, before)).toContainText('Planned')
  // Tried again where the time has passed before the request arrives.
  await expect(async () => {
    const data = { at: new Date(Date.now() + 1_500).toISOString() }
    expect((await page.request.put(`${own.url}/api/reminders/volunteers-before`, { headers, data })).status()).toBe(200)
  }).toPass()
  await expect(item(page, before)).toContainText('1 of 1 sent.', { timeout: 45_000 })
  const outbox = join(own.dataDir, 'outbox')
  const sent = (await readdir(outbox)).filter((name) => name.startsWith('reminder-'))
  expect(sent).toHaveLength(1)
  expect(await readFile(join(outbox, sent[0] ?? ''), 'utf8')).toContain('To: joe@example.org')
})

test('without anyone to remind, and without a connection, it says so', async ({ browser, own, problems }) => {
  const { page } = await openDesk(browser, own, problems, true)
  await expect(item(page, before)).toContainText('No one would get it now.')
  await expect(button(page, 'Send Now', before)).toBeHidden()
  await page.context().setOffline(true)
  await button(page, 'Pause', before).click()
  await expect(item(page, before)).toContainText('Will be sent when you’re back online')
  await page.context().setOffline(false)
  await expect(item(page, before)).toContainText('Paused')
})
