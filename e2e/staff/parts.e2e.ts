import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { buildPart } from '../../scripts/build.ts'
import { runParts } from '../../scripts/parts.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { watchReads } from '../fixtures/quiet-reads.ts'
import { type Site, startSite } from '../fixtures/site.ts'
import { arriveSignedIn, test as base, elsewhere, expect, td } from '../fixtures/test.ts'

const root = resolve(import.meta.dirname, '../..')

/** A site of its own, because what is added to a site stays there. */
const test = base.extend<{ folder: string }, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'parts-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
})

/** The built dinner, as its team would release it next. */
function nextDinner(folder: string): string {
  cpSync(join(root, 'dist/dinner'), folder, { recursive: true, filter: (file) => !/\.(map|br|gz)$/.test(file) })
  const file = join(folder, 'mf-manifest.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: '9.0.0' }))
  return folder
}

const section = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

/** Presses a button of a part, and says yes to what it asks. */
async function change(page: Page, button: string, answer: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: answer }).click()
  await expect(dialog).toBeHidden()
}

/** Opens a page of the dinner that works, and tells from which version it came. */
async function openDinner(page: Page): Promise<string> {
  await page.goto('/dinner/info')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Schedule' })).toBeVisible()
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => /\/parts\/dinner\/(\d[^/]*)?/.exec(name)),
  )
  return loaded.find((found) => found)?.[1] ?? 'as built'
}

test('a part is added to a running site, one that came with it is replaced, and taken back, by the TD', async ({
  page,
  browser,
  site,
  folder,
  problems,
}) => {
  const { token } = await (await page.request.post('/api/auth/login', { data: td })).json()
  const run = (line: string) => runParts(line.split(' '), { SITE_URL: site.url, RELEASE_TOKEN: token })
  await Promise.all([
    buildPart('hello', 'e2e/fixtures/hello', join(folder, 'hello')),
    run('add hello'),
    run(`release dinner ${nextDinner(join(folder, 'dinner'))}`),
  ])
  await arriveSignedIn(page)
  const reads = await watchReads(page)
  await page.goto('/parts')
  await expect(section(page, 'hello')).toContainText('Nothing is live yet')
  await reads.hearLive()
  expect(reads.twice()).toEqual([])
  await run(`release hello ${join(folder, 'hello')}`)
  await change(page, 'Make live hello 1.0.0', 'Make live')
  await expect(section(page, 'hello')).toContainText(/Live since .*, by Tournament Director\./)
  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: 'X-ray' }).click()
  const answers = page.getByRole('region', { name: 'X-ray' })
  await expect(answers).toContainText('releases /api/parts')
  const outlines = page.locator('[data-xray] [data-outline]')
  await expect(outlines.filter({ hasText: 'staff 0.1.0' }).first()).toBeVisible()
  await expect(outlines.filter({ hasText: /^shell \w{10}$/ }).first()).toBeVisible()
  await expectAccessible(page, { part: '[aria-label="X-ray"]' })
  await page.keyboard.press('Alt+Shift+X')
  await expect(answers).toBeHidden()
  await page.getByRole('button', { name: 'Preview dinner 9.0.0' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Preview of dinner 9.0.0')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, { part: '[aria-label="Preview"]' })
  await preview.getByRole('button', { name: 'Leave the preview' }).click()
  await expect(preview).toBeHidden()
  await change(page, 'Make live dinner 9.0.0', 'Make live')
  await expect(section(page, 'dinner')).toContainText('Before: 0.1.0')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, { part: 'main' })

  const visitor = await elsewhere(browser, site, problems)
  expect(await openDinner(visitor)).toBe('9.0.0')
  await change(page, 'Roll back dinner', 'Roll back')
  await expect(section(page, 'dinner').getByRole('button', { name: 'Roll back dinner' })).toBeHidden()
  await expect(section(page, 'dinner').getByRole('heading', { name: 'dinner' })).toBeFocused()
  expect(await openDinner(visitor)).toBe('as built')
  await visitor.goto('/hello')
  await expect(visitor.getByText('Please log in to say hello.')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Greetings' })).toHaveCount(0)
  await visitor.context().close()

  await page.goto('/')
  await page.getByRole('button', { name: 'Greetings' }).click()
  await page.getByRole('link', { name: 'Hello' }).click()
  await expect(page.getByRole('heading', { name: 'Hello', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Hello, Tournament Director.')
})
