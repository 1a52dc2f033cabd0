import type { Browser, Page } from '@playwright/test'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { phone } from '../fixtures/pools-page.ts'
import type { Site } from '../fixtures/site.ts'
import { arriveSignedIn, expect, test, watch } from '../fixtures/test.ts'
import { askAsTd, clearWeekend, mailedToken, publishPool, setFields } from '../fixtures/weekend-site.ts'

/** Of each test their own: a team is invited once, and keeps its spirit sheets. */
let names: [string, string] = ['', '']

test.beforeEach(async ({ site }) => {
  const run = Date.now().toString(36)
  names = [`Gobblers ${run}`, `Stuffers ${run}`]
  const ask = await askAsTd(site)
  await publishPool(ask, names)
  await setFields(ask, ['Field 1'])
  await ask('POST', '/schedule/generate', {})
  await ask('POST', '/schedule/publish')
})
// Later tests on this site begin without pools and with their own teams.
test.afterEach(async ({ site }) => clearWeekend(await askAsTd(site), names))

test('two captains enter a score on their phones: different entries are a dispute, equal ones are final', async ({
  site,
  browser,
  problems,
}) => {
  const [one, other] = [await openTeam(browser, site, names[0]), await openTeam(browser, site, names[1])]
  for (const page of [one, other]) await watch(page, problems)
  await expect(one).toHaveURL(`${site.url}/my-team`)
  await expect(one.getByRole('region', { name: 'Next game' })).toContainText(names[1])
  await expect(one.getByRole('region', { name: 'Next game' })).toContainText('Field 1')
  await expectAccessible(one)
  await expectNoSidewaysScroll(one)

  await enter(one, { [names[0]]: 3, [names[1]]: 1 })
  await expect(one.getByText('One captain has entered this score: you.')).toBeVisible()
  await expect(other.getByText('One captain has entered this score: the other one.')).toBeVisible()
  await enter(other, { [names[0]]: 3, [names[1]]: 2 })
  await expect(other.getByText('The entries differ. You entered 2–3, the other captain 3–1.')).toHaveCount(0)
  await expect(other.getByText('The entries differ. You entered 2–3, the other captain 1–3.')).toBeVisible()
  await expect(one.getByText('The entries differ. You entered 3–1, the other captain 3–2.')).toBeVisible()
  await expectAccessible(one)
  await enter(one, { [names[0]]: 3, [names[1]]: 2 })
  for (const page of [one, other]) {
    await expect(page.getByText('Final: both captains entered this score.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change score' })).toHaveCount(0)
  }
  for (const page of [one, other]) await page.context().close()
})

test('spirit is hidden until both have given it, and zeros count; staff see which sheets are missing, and all see averages after the weekend', async ({
  page,
  site,
  browser,
  problems,
}) => {
  const [one, other] = [await openTeam(browser, site, names[0]), await openTeam(browser, site, names[1])]
  for (const page of [one, other]) await watch(page, problems)
  await enter(one, { [names[0]]: 3, [names[1]]: 1 })
  await arriveSignedIn(page)
  await page.goto('/scores')
  const spirit = page.getByRole('region', { name: 'Spirit' })
  await spirit.getByRole('heading', { name: 'Missing sheets (2)' }).click()
  for (const [team, opponent] of [names, names.toReversed()])
    await expect(
      spirit
        .getByRole('listitem')
        .filter({ hasText: `A-1 Comp against ${opponent}` })
        .first(),
    ).toContainText(`${team}`)
  await one.getByRole('button', { name: 'Score spirit' }).click()
  await one.getByRole('button', { name: 'Send spirit' }).click()
  await expect(one.getByText(/^Please answer: Rules Knowledge and Use, .+, Communication\.$/)).toBeVisible()
  await choose(one, 4)
  await expect(one.getByText('Total 20 of 20')).toBeVisible()
  await one.getByLabel('Comment').fill('Thanks for the cider!')
  await expectAccessible(one)
  await expectNoSidewaysScroll(one)
  await one.getByRole('button', { name: 'Send spirit' }).click()
  await expect(one.getByText('Spirit: you gave 20 of 20.')).toBeVisible()
  await expect(other.getByText('Thanks for the cider!')).toHaveCount(0)
  await expect(spirit.getByRole('heading', { name: 'Missing sheets (1)' })).toBeVisible()
  await spirit.getByRole('heading', { name: 'Given sheets (1)' }).click()
  await expect(spirit.getByText('Thanks for the cider!')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await other.getByRole('button', { name: 'Score spirit' }).click()
  await choose(other, 0)
  await other.getByRole('button', { name: 'Send spirit' }).click()
  await expect(other.getByText('gave you 20 of 20.')).toBeVisible()
  await expect(other.getByText('Thanks for the cider!')).toBeVisible()
  await expect(one.getByText('gave you 0 of 20.')).toBeVisible()
  await expect(spirit.getByText('Every team has given its sheets.')).toBeVisible()
  await one.goto('/standings')
  const averages = one.getByRole('table', { name: 'Spirit, Competitive' })
  await expect(averages.getByRole('rowheader')).toHaveText([names[1], names[0]].map((name) => `${name}1 sheet`))
  await expect(averages.getByRole('cell', { name: '20.00' })).toBeVisible()
  await expectAccessible(one)
  await expectNoSidewaysScroll(one)
  for (const page of [one, other]) await page.context().close()
})

test('a score that is entered without a connection is stored on the phone and sent once', async ({
  site,
  browser,
  problems,
}) => {
  const page = await openTeam(browser, site, names[0])
  await watch(page, problems)
  await expect(page.getByRole('button', { name: 'Enter score' })).toBeVisible()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/entry')) sent++
  })
  await page.context().setOffline(true)
  await enter(page, { [names[0]]: 2, [names[1]]: 1 })
  await expect(page.getByText('Not sent yet', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change score' })).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await expect(page.getByText('One captain has entered this score: you.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Not sent yet', { exact: true })).toHaveCount(0)
  const ask = await askAsTd(site)
  const { games } = await ask('GET', '/games')
  const game = games.find(({ home, away }) => [home.team?.name, away.team?.name].includes(names[0]))
  expect([game?.status, game?.version]).toEqual(['provisional', 1])
  expect(sent).toBeGreaterThan(0)

  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(/^Games as of \d/)).toBeVisible()
  await expect(page.getByText('One captain has entered this score: you.')).toBeVisible()
  await page.context().close()
})

test('the QR code of a score sheet asks for the link on a strange phone, and opens the game on a captain’s', async ({
  site,
  browser,
  problems,
}) => {
  const ask = await askAsTd(site)
  const { games } = await ask('GET', '/games')
  const { id } = games.find(({ home, away }) => [home.team?.name, away.team?.name].includes(names[0])) as Game
  const strange = await (await browser.newContext({ baseURL: site.url, ...phone })).newPage()
  await watch(strange, problems)
  await strange.goto(`/my-team?game=${id}`)
  await expect(strange.getByRole('heading', { name: 'Lost your link?' })).toBeVisible()
  await expectAccessible(strange)
  await strange.getByLabel('Captain email').fill('stranger@example.org')
  await strange.getByRole('button', { name: 'Send me the link' }).click()
  await expect(strange.getByRole('status').filter({ hasText: /link/ }).first()).toBeVisible()
  await strange.goto(`/my-team?game=${id}#${await mailedToken(site, names[0])}`)
  await expect(strange.getByRole('button', { name: 'Send 0–0' })).toBeVisible()
  await expect(strange).toHaveURL(`${site.url}/my-team?game=${id}`)
  await strange.context().close()
})

/** Presses “+” so often for each team, from what stands there, and sends. */
async function enter(page: Page, points: Readonly<Record<string, number>>): Promise<void> {
  await page.getByRole('button', { name: /^(Enter|Change) score$/ }).click()
  for (const [team, wanted] of Object.entries(points)) {
    const field = page.getByLabel(team, { exact: true })
    for (let now = Number(await field.inputValue()); now < wanted; now++)
      await page.getByRole('button', { name: `One more for ${team}` }).click()
    for (let now = Number(await field.inputValue()); now > wanted; now--)
      await page.getByRole('button', { name: `One less for ${team}` }).click()
    await expect(field).toHaveValue(String(wanted))
  }
  const send = page.getByRole('button', { name: /^Send \d+–\d+$/ })
  await send.click()
  await expect(send).toHaveCount(0)
}

async function choose(page: Page, score: number): Promise<void> {
  for (const radio of await page.getByRole('radio', { name: new RegExp(`^${score} `) }).all()) await radio.check()
}

async function openTeam(browser: Browser, site: Site, name: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site.url, ...phone })).newPage()
  await page.goto(`/my-team#${await mailedToken(site, name)}`)
  await expect(page.getByRole('list', { name: 'Games' })).toBeVisible({ timeout: 30_000 })
  return page
}

/** From the mail that the captain got when the schedule was published. */
