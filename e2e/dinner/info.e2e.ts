import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures/test.ts'

test('the dinner page says when, what and where, and leads to the sign-up', async ({ page }) => {
  await page.goto('/dinner/info')
  for (const fact of ['6:00 PM - 9:00 PM', 'Turkey, ham and sides', 'The Turkey Shoot', 'Merchandise and discs'])
    await expect(page.getByText(fact)).toBeVisible()
  await expect(page.getByText(/^3390 Bob Wallace Ave SW/)).toBeVisible()
  await page.getByRole('link', { name: 'Sign up to help' }).click()
  await expect(page).toHaveURL('/dinner/signup')
})

test('the dinner can be taken along as a calendar file', async ({ page }) => {
  await page.goto('/dinner/info')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Add to calendar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('thanksgiving-dinner-2025.ics')
  const calendar = await readFile(await download.path(), 'utf8')
  expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(calendar).toContain('DTSTART;TZID=America/Chicago:20251122T180000\r\n')
  expect(calendar).toContain('DTEND;TZID=America/Chicago:20251122T210000\r\n')
})
