import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { expectThanks } from '../fixtures/register-page.ts'
import { arriveSignedIn, expect, td, test } from '../fixtures/test.ts'

const captain = { name: 'Robin Ridge', email: 'robin@example.org', phone: '(256) 555-0142' }

async function fillBid(page: Page, teamName: string, email = captain.email): Promise<void> {
  await page.getByLabel('Team name').fill(teamName)
  await page.getByLabel('Location').fill('Huntsville, AL')
  await page.getByText('Competitive', { exact: false }).first().click()
  await page.getByLabel('Captain name', { exact: true }).fill(captain.name)
  await page.getByLabel('Captain email', { exact: true }).fill(email)
  await page.getByLabel('Captain phone', { exact: true }).fill(captain.phone)
}

const row = (page: Page, teamName: string) =>
  page.getByRole('row', { name: teamName }).or(page.getByRole('listitem').filter({ hasText: teamName }))

test('a captain registers, the TD confirms, every open list follows, the audit names who did what', async ({
  page,
  browser,
  site,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Register Your Team' }).first().click()
  await fillBid(page, 'Gravy Train')
  await expectThanks(page, () => page.getByRole('button', { name: 'Register' }).click())

  await page.goto('/registration/teams')
  await expect(row(page, 'Gravy Train')).toContainText('Confirmed')

  const staff = await (await browser.newContext({ baseURL: site.url })).newPage()
  await arriveSignedIn(staff)
  await staff.goto('/registration/teams')
  await row(staff, 'Gravy Train').getByRole('combobox').selectOption('waitlist')
  await expect(row(page, 'Gravy Train')).toContainText('Waitlist')
  await row(staff, 'Gravy Train').getByRole('checkbox').click()
  await expect(row(staff, 'Gravy Train').getByRole('checkbox')).toBeChecked()
  await staff.reload()
  await expect(row(staff, 'Gravy Train').getByRole('checkbox')).toBeChecked()

  const token = await staff.evaluate(() => localStorage.getItem('authToken'))
  const answer = await staff.request.get('/api/audit', { headers: { authorization: `Bearer ${token}` } })
  const { events } = await answer.json()
  const history = events.map((event: { type: string; actor: { kind: string } }) => [event.type, event.actor.kind])
  expect(history).toEqual(
    expect.arrayContaining([
      ['TeamMarkedPaid', 'staff'],
      ['TeamWaitlisted', 'staff'],
      ['TeamRegistered', 'visitor'],
    ]),
  )
  await staff.context().close()
})

test('the captain hears where the bid stands, and corrects and withdraws it by the link in the mail', async ({
  page,
  site,
}) => {
  const email = 'mail.order@example.org'
  await page.goto('/registration/register')
  await expect(page.getByText(/^\d+ spots left\.$/)).toBeVisible()
  // This site writes mails to files, so no page of it promises one.
  const address = page.getByLabel('Captain email', { exact: true })
  await expect(address).toHaveAccessibleDescription('So we can reach you about your bid.')
  await fillBid(page, 'Mail Order Turkeys', email)
  await page.getByRole('button', { name: 'Register' }).click()
  const receipt = page.getByRole('status').filter({ hasText: 'bid' }).first()
  await expect(receipt).toContainText(/Confirmed \(#\d+ of 35\)/)
  // The club has set no fee.
  await expect(page.locator('main')).not.toContainText('$')
  await expect(receipt).toContainText('This site sends no email at the moment. Email turkey@ultimate.example')
  await expect(page.locator('main')).not.toContainText(/we’ve emailed|you get an email/i)

  const mails = () => {
    const folder = join(site.dataDir, 'outbox')
    const names = readdirSync(folder).filter((file) => file.endsWith('.eml'))
    return names.map((file) => readFileSync(join(folder, file), 'utf8'))
  }
  const mine = () => mails().filter((mail) => mail.includes(`To: ${email}`))
  await expect.poll(() => mine().length).toBe(1)
  const mail = (mine()[0] ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  for (const typed of ['Mail Order Turkeys', captain.name, captain.phone]) expect(mail).not.toContain(typed)
  for (const part of [/Confirmed \(#\d+ of 35\)/, /Questions\? Write to turkey@ultimate\.example/])
    expect(mail).toMatch(part)

  await page.goto(/\/registration\/bid#token=[\w.-]+/.exec(mail)?.[0] ?? '')
  await expect(page.getByText(/^Confirmed \(#\d+ of 35\)$/)).toBeVisible()
  await expect(page.getByText('Not paid yet.')).toBeVisible()
  await page.getByLabel('Team name').fill(' ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Team name is required.')).toBeVisible()
  await expect(page.getByLabel('Team name')).toBeFocused()
  await page.getByLabel('Team name').fill('Mail Order Ducks')
  await page.getByRole('link', { name: 'Thanksgiving Ultimate' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on Page' }).click()
  await expect(page.getByLabel('Team name')).toHaveValue('Mail Order Ducks')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Send me a new link, and end this one…' }).click()
  await expectAccessible(page, { part: '[role="alertdialog"]', label: 'question before a link is ended' })
  await page.getByRole('alertdialog').getByRole('button', { name: 'End This Link' }).click()
  await expect(page.locator(':focus')).toContainText('Your old link no longer works.')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(
    'This link was replaced. Please use the newer one, or ask for it again.',
  )
  const renewed = () => mine().find((sent) => sent.includes('Subject: A new link to your bid')) ?? ''
  await expect.poll(renewed).not.toBe('')
  const next = renewed()
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
  await page.goto(/\/registration\/bid#token=[\w.-]+/.exec(next)?.[0] ?? '')
  await expect(page.getByLabel('Team name')).toHaveValue('Mail Order Ducks')
  const names = async () => {
    const { teams } = await (await page.request.get('/api/registered-teams')).json()
    return teams.map((team: { team_name: string }) => team.team_name)
  }
  expect(await names()).toContain('Mail Order Ducks')
  await page.getByRole('button', { name: 'Withdraw this bid…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  const out = page.getByText('This bid is withdrawn.')
  await expect(out).toBeVisible()
  expect(await names()).not.toContain('Mail Order Ducks')
  await expect(page.locator(':focus')).toContainText('This bid is withdrawn.')
  await page.reload()
  await expect(out).toBeVisible()
  await page.getByRole('button', { name: 'Forget me…' }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ask to Be Forgotten' }).click()
  await expect(page.getByText('We have your request to be forgotten.')).toBeVisible()
  const { token } = await (await page.request.post('/api/auth/login', { data: td })).json()
  const headers = { authorization: `Bearer ${token}` }
  await page.request.post('/api/people/forget', { headers, data: { email } })
  expect(mine().map((last) => /^Subject: (.+)$/m.exec(last)?.[1]?.trim())).toEqual(['Your data has been deleted'])
})

test('a form says what is missing or wrong, under the fields, and moves to the first; the focus follows the alternate contact', async ({
  page,
}) => {
  await page.goto('/registration/register')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Please fix the errors and submit again.')).toBeVisible()
  for (const sentence of [
    'Team name is required.',
    'Location is required.',
    'Please choose a division.',
    'Captain name is required.',
    'Valid email required.',
    'Valid phone required.',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await expect(page.getByLabel('Team name')).toBeFocused()

  // The alternate contact opens, is checked, and is cleared when it is removed.
  await page.getByRole('button', { name: 'Add alternate contact' }).click()
  await expect(page.getByLabel('Alternate name')).toBeFocused()
  await page.getByLabel(/alternate.*email/i).fill('unknown')
  await page.getByLabel(/alternate.*phone/i).fill('12')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Alternate email looks invalid.')).toBeVisible()
  await expect(page.getByText('Alternate phone looks invalid.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove alternate contact' }).click()
  await expect(page.getByRole('button', { name: 'Add alternate contact' })).toBeFocused()
  await page.getByRole('button', { name: 'Add alternate contact' }).click()
  await expect(page.getByLabel(/alternate.*email/i)).toHaveValue('')
})

test('a draft survives a reload, and a failed submit loses nothing', async ({ page, context }) => {
  await page.goto('/registration/register')
  await fillBid(page, 'Draft Pick')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Draft Pick')
  await page.reload()
  await expect(page.getByLabel('Team name')).toHaveValue('Draft Pick')
  const held = Promise.withResolvers<void>()
  await context.route('**/api/register-team', async (route) => {
    await held.promise
    await route.abort()
  })
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('button', { name: 'Submitting…' })).toBeDisabled()
  held.resolve()
  await expect(page.getByText('Could not submit right now. Please try again or contact the organizers.')).toBeVisible()
  await expect(page.getByLabel('Team name')).toHaveValue('Draft Pick')
  await context.unroute('**/api/register-team')
  // Every page says so at the next visit, and sends it at a press.
  await page.goto('/registration/teams')
  const unsent = page.getByText('Your bid for Draft Pick was not sent.')
  await expect(unsent).toBeVisible()
  await expectThanks(page, () => page.getByRole('button', { name: 'Send it now' }).click())
  await expect(page.getByLabel('Team name')).toHaveValue('')
  await page.goto('/registration/teams')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(unsent).toHaveCount(0)
})

test('an answer lost on the way and a second try register the team once', async ({ page, context, request }) => {
  await page.goto('/registration/register')
  await fillBid(page, 'Once Only')
  let lost = false
  await context.route('**/api/register-team', async (route) => {
    if (lost) return route.continue()
    lost = true
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Could not submit right now.', { exact: false })).toBeVisible()
  await expectThanks(page, () => page.getByRole('button', { name: 'Register' }).click())
  const { teams } = await (await request.get('/api/registered-teams')).json()
  expect(teams.filter((team: { team_name: string }) => team.team_name === 'Once Only')).toHaveLength(1)
})
