import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import sharp from 'sharp'
import { dishes, firstRow, here, open, rows, search, test } from '../fixtures/check-in-page.ts'
import { expect } from '../fixtures/test.ts'

const docs = resolve(import.meta.dirname, '../../docs')
const text = readFileSync(resolve(docs, 'at-the-door.md'), 'utf8')
/** What the page for volunteers says that they see. */
const promised = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words.replaceAll(/\s+/g, ' '))

/** Made anew by `--update-snapshots=all`: they are for people, and not compared. */
async function picture(page: Page, { config }: TestInfo, name: string): Promise<void> {
  if (config.updateSnapshots !== 'all') return
  const file = resolve(docs, 'at-the-door', `${name}.webp`)
  await sharp(await page.screenshot())
    .webp({ quality: 75 })
    .toFile(file)
}

test('a volunteer finds in their first minute what the page for them says', async ({ page }, info) => {
  const seen = new Set(['word in bold'])
  const see = async (...all: string[]) => {
    for (const words of all) {
      const found = page.getByText(words, { exact: true }).or(page.getByLabel(words, { exact: true }))
      await expect(found.filter({ visible: true }).first(), words).toBeVisible()
      seen.add(words)
    }
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await see('Login')
  await open(page, dishes)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await see('Dinner Check-In', 'Server Check-In')
  await page.keyboard.press('Escape')

  const row = await firstRow(page)
  await see('Search by person, dish or team')
  await search(page).fill(row.person.slice(0, 4))
  await expect(row.inPending).toBeVisible()
  await see('Check In')
  await picture(page, info, 'search')

  await row.checkIn.click()
  await expect(row.inHere).toHaveCount(1)
  await see('Checked In', 'Undo')
  await picture(page, info, 'checked-in')
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  await expect(row.inHere).toHaveCount(0)

  await page.context().setOffline(true)
  await row.checkIn.click()
  await see('Not sent yet')
  await picture(page, info, 'not-sent')
  await page.context().setOffline(false)
  await expect(rows(here(page)).getByText('Not sent yet')).toHaveCount(0)
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  await search(page).fill('')
  await see('Walk-in')
  expect(promised.filter((words) => !seen.has(words))).toEqual([])
})
