import type { Browser, Locator, Page } from '@playwright/test'
import { desktop, phone } from '../fixtures/pools-page.ts'
import { type Site, startSite } from '../fixtures/site.ts'
import { arriveSignedIn, test as base, expect, watch } from '../fixtures/test.ts'
import { mailedToken, publishWeekend } from '../fixtures/weekend-site.ts'

/** A weekend of its own: its bracket and its delays stay. */
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
test.use(desktop)

const [ann, bob, cal, dee] = ['Basted Birds', 'Giblet Gang', 'Casserole Crew', 'Drumstick Dozen'] as const

test('a Saturday on three phones and a desktop, with rain, a dispute and a phone without a connection', async ({
  page,
  site,
  browser,
  problems,
}) => {
  test.setTimeout(240_000)
  const weekend = await publishWeekend(site, [ann, bob, cal, dee])
  const phones = {
    ann: await openTeam(browser, site, ann),
    bob: await openTeam(browser, site, bob),
    cal: await openTeam(browser, site, cal),
  }
  for (const each of Object.values(phones)) await watch(each, problems)
  await arriveSignedIn(page)

  // In the morning both captains enter what they saw.
  await enter(phones.ann, ann, { [ann]: 11, [bob]: 6 })
  await expect(gameAgainst(phones.bob, ann)).toContainText('One captain has entered this score: the other one.')
  await enter(phones.bob, bob, { [ann]: 11, [bob]: 6 })
  await expect(gameAgainst(phones.ann, bob)).toContainText('Final: both captains entered this score.')

  // One phone loses its connection, and its captain goes on.
  await phones.cal.context().setOffline(true)
  await enter(phones.cal, cal, { [cal]: 11, [dee]: 4 })
  await enter(phones.cal, cal, { [cal]: 9, [ann]: 11 })
  await expect(phones.cal.getByText('Not sent yet', { exact: true })).toHaveCount(2)

  // It rains: what has a result stays, all else begins later, and everyone is told.
  const played = await weekend.findGame(ann, bob)
  const waiting = await weekend.findGame(bob, cal)
  await page.goto('/schedule/edit')
  await page.getByRole('button', { name: 'Move games' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move games' })
  await dialog.getByLabel('From').fill('09:00')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('5 games move')).toBeVisible()
  await dialog.getByRole('button', { name: 'Move 5 games' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Announce it' }).click()
  await expect(page.getByLabel('Text')).toHaveValue(/games from 9:00 AM on begin 45 minutes later\.$/)
  await page.getByRole('button', { name: 'Publish' }).click()
  for (const each of [phones.ann, phones.bob])
    await expect(each.getByRole('region', { name: 'Announcements' })).toContainText('45 minutes later')
  expect((await weekend.findGame(ann, bob)).start).toBe(played.start)
  const later = (await weekend.findGame(bob, cal)).start
  expect(Date.parse(later) - Date.parse(waiting.start)).toBe(45 * 60_000)

  // Back online, the phone sends each score once, and shows the new times.
  await phones.cal.context().setOffline(false)
  await expect(phones.cal.getByText('Not sent yet', { exact: true })).toHaveCount(0, { timeout: 60_000 })
  for (const other of [dee, ann]) await expect.poll(async () => (await weekend.findGame(cal, other)).version).toBe(1)
  await expect(phones.cal.getByRole('region', { name: 'Announcements' })).toContainText('45 minutes later')

  // Another captain saw something else, and the director decides.
  await expect(gameAgainst(phones.ann, cal)).toContainText('One captain has entered this score: the other one.')
  await enter(phones.ann, ann, { [cal]: 10, [ann]: 11 })
  await expect(gameAgainst(phones.cal, ann)).toContainText('The entries differ.')
  await page.goto('/desk')
  await page.getByRole('link', { name: /Scores on which captains disagree/ }).click()
  const dispute = page.getByRole('region', { name: /^Captains entered different scores/ })
  await dispute.getByRole('button', { name: new RegExp(`^Take .*by ${ann}$`) }).click()
  await expect(dispute).toHaveCount(0)
  await expect(gameAgainst(phones.cal, ann)).toContainText('Final')

  // Each entry was sent once: of the disputed game there are three facts.
  expect((await weekend.findGame(cal, dee)).version).toBe(1)
  expect((await weekend.findGame(cal, ann)).version).toBe(3)

  // The rest of the day comes in on the scores page.
  await weekend.score(cal, dee, [11, 4])
  await weekend.score(bob, cal, [7, 11])
  await weekend.score(ann, dee, [11, 3])
  await weekend.score(bob, dee, [11, 9])
  await phones.bob.goto('/standings')
  await expect(phones.bob.getByRole('rowheader')).toHaveText([ann, cal, bob, dee].map((name) => new RegExp(`^${name}`)))

  // In the evening the bracket is made and posted, and everyone sees who plays whom on Sunday.
  await page.goto('/tournament/bracket?division=comp')
  await page.getByRole('button', { name: /^Make / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make bracket' }).click()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Post' }).click()
  await expect(page.getByText('Posted: everybody sees this bracket.')).toBeVisible()
  await expect(gameAgainst(phones.ann, dee).last()).toContainText('C1')
  await phones.bob.goto('/tournament/bracket')
  await expect(phones.bob.getByRole('heading', { name: 'Semifinals' })).toBeInViewport()
  for (const each of Object.values(phones)) await each.context().close()
})

async function openTeam(browser: Browser, site: Site, team: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site.url, ...phone })).newPage()
  await page.goto(`/my-team#${await mailedToken(site, team)}`)
  await expect(page.getByRole('list', { name: 'Games' })).toBeVisible({ timeout: 30_000 })
  return page
}

const gameAgainst = (page: Page, team: string): Locator =>
  page.getByRole('list', { name: 'Games' }).getByLabel(`Against ${team}`)

/** As the captain of a team, in the game of these two. */
async function enter(page: Page, own: string, points: Readonly<Record<string, number>>): Promise<void> {
  const opponent = Object.keys(points).find((team) => team !== own) ?? ''
  const game = gameAgainst(page, opponent)
  await game.getByRole('button', { name: /^(Enter|Change) score$/ }).click()
  for (const [team, score] of Object.entries(points)) await game.getByLabel(team, { exact: true }).fill(String(score))
  const send = game.getByRole('button', { name: /^Send \d+–\d+$/ })
  await send.click()
  await expect(send).toHaveCount(0)
}
