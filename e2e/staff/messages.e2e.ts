import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { startSite } from '../fixtures/site.ts'
import { arriveSignedIn, elsewhere, expect, test } from '../fixtures/test.ts'

/** A site whose emails wait for a minute, as they do for visitors. */
const patientTest = test.extend<object, { site: Awaited<ReturnType<typeof startSite>> }>({
  site: [
    async ({}, use) => {
      const site = await startSite({ MAIL_QUIET_SECONDS: '60' })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

const written = (page: Page) => page.getByRole('region', { name: 'Written' }).getByRole('listitem')
const dialog = (page: Page) => page.getByRole('alertdialog')

/** Two teams that can be written to, and the page open. Returns what takes the teams out again. */
async function openMessages(page: Page): Promise<() => Promise<unknown>> {
  const headers = { authorization: `Bearer ${await arriveSignedIn(page)}` }
  const bid = { location: 'Florence, AL', division: 'rec', captainName: 'Becky', captainPhone: '256-555-0142' }
  const ids: string[] = []
  for (const [teamName, captainEmail] of Object.entries({ Hucks: 'huck@example.org', Toms: 'tom@example.org' })) {
    const answer = await page.request.post('/api/register-team', { headers, data: { ...bid, teamName, captainEmail } })
    ids.push((await answer.json()).team.id)
  }
  await page.goto('/messages')
  return () => page.request.post('/api/teams/remove', { headers, data: { ids, reason: 'The test is over' } })
}

async function write(page: Page, subject: string): Promise<void> {
  await page.getByRole('checkbox', { name: 'Captains of confirmed teams (2)' }).check()
  await page.getByLabel('Subject').fill(subject)
  await page.getByRole('textbox', { name: 'Text' }).fill('Score sheets are on <b>paper</b>.')
  await page.getByRole('button', { name: 'Preview' }).click()
}

patientTest('a message is shown before, waits for a minute, and can be cancelled', async ({ page }) => {
  const end = await openMessages(page)
  await expect(page.getByText('Nothing is written yet')).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  for (const mistake of ['Please choose who gets it', 'Please enter a subject', 'Please enter a text'])
    await expect(page.getByText(mistake)).toBeVisible()

  await write(page, 'Bring a pen')
  await expect(dialog(page)).toContainText('Send to 2 people?')
  await expect(dialog(page)).toContainText('Score sheets are on <b>paper</b>.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Keep Editing' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Bring a pen')
  await page.getByRole('button', { name: 'Preview' }).click()
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await expect(written(page)).toContainText(/Goes to 2 people in \d+ s\./)
  await expect(page.getByLabel('Subject')).toHaveValue('')
  await expectAccessible(page)

  await written(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing is written yet')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 640 })
  await expectNoSidewaysScroll(page)
  await end()
})

test('a message is sent, and its link ends messages and lets them come again', async ({
  page,
  browser,
  site,
  problems,
}) => {
  const end = await openMessages(page)
  await write(page, 'On its way')
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await expect(written(page).filter({ hasText: 'On its way' }).first()).toContainText('2 of 2 sent.')

  const captain = await elsewhere(browser, site, problems)
  await captain.goto(await linkMailedTo('huck@example.org', join(site.dataDir, 'outbox')))
  await captain.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(captain.getByRole('status').filter({ hasText: 'You get no more messages.' })).toBeVisible()
  await expectAccessible(captain)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Captains of confirmed teams (2)' })).toBeVisible()
  await write(page, 'Without the Hucks')
  await expect(dialog(page)).toContainText('Send to 1 person?')
  await dialog(page).getByRole('button', { name: 'Keep Editing' }).click()

  await captain.getByRole('button', { name: 'Get messages again' }).click()
  await expect(captain.getByText('You get messages again.')).toBeVisible()
  await captain.context().close()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog(page)).toContainText('Send to 2 people?')
  await dialog(page).getByRole('button', { name: 'Keep Editing' }).click()
  for (const field of ['Subject', 'Text']) await page.getByRole('textbox', { name: field }).fill('')
  await page.getByRole('checkbox', { name: 'Captains of confirmed teams (2)' }).uncheck()
  await end()
})

/** The path of the link in the newest message to this address. */
async function linkMailedTo(address: string, outbox: string): Promise<string> {
  const names = (await readdir(outbox)).filter((name) => name.startsWith('message-'))
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  const mail = mails
    .map((text) => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
    .find((text) => text.includes(address))
  return /\/unsubscribe#token=[\w.-]+/.exec(mail ?? '')?.[0] ?? ''
}

test('a link that is not complete says so, and opening a good one changes nothing', async ({ page }) => {
  await page.goto('/unsubscribe')
  await expect(page.getByText('This link is not complete.')).toBeVisible()
  await page.goto('/unsubscribe#token=abc.def')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This link is not complete.' })).toBeVisible()
})
