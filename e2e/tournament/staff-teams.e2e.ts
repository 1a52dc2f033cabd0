import type { Page, Route } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { pauseClock } from '../fixtures/quiet-reads.ts'
import { openTeams, row, rows, search, test } from '../fixtures/teams-page.ts'
import { arriveSignedIn, expect } from '../fixtures/test.ts'

test('a change shows once the server has accepted it; meanwhile that team’s controls are closed', async ({ page }) => {
  await arriveSignedIn(page, { username: 'admin', password: 'demo-admin' })
  await openTeams(page)
  const team = row(page, 'Kudzu Kids')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/teams/*', async (route) => {
    await held.promise
    await route.continue()
  })
  await team.getByRole('combobox').focus()
  await team.getByRole('combobox').selectOption('waitlist')
  await expect(team.getByRole('combobox')).toBeDisabled()
  await expect(team.getByRole('combobox')).toBeFocused()
  await expect(team.getByRole('checkbox')).toBeDisabled()
  await expect(team.getByRole('combobox')).toHaveValue('confirmed')
  await expect(row(page, 'Moon Pie Marks').getByRole('combobox')).toBeEnabled()
  held.resolve()
  await expect(team.getByRole('combobox')).toHaveValue('waitlist')
  await expect(team.getByRole('button')).toHaveText('By hand')
  await expect(team.getByRole('combobox')).toBeEnabled()
  await expect(team.getByRole('combobox')).toBeFocused()
  await page.unrouteAll()

  // It is taken back where it is said to be done, by keyboard as well.
  await expect(
    page.getByText('Kudzu Kids is on the waitlist. This site sends no email: please tell the captain.'),
  ).toBeVisible()
  // A toast that has the focus stays.
  await page.keyboard.press('F6')
  await expectAccessible(page, { part: '[aria-live="polite"]:has(button)', label: 'An open toast' })
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText('Undone.', { exact: true })).toBeVisible()
  await expect(team.getByRole('combobox')).toHaveValue('confirmed')

  // A decision leads back to the order of bids, where there is one.
  await expect(team.getByRole('option')).toHaveText(['Confirmed', 'Waitlist'])
  await team.getByRole('combobox').selectOption('waitlist')
  await expect(team.getByRole('button')).toHaveText('By hand')
  await team.getByRole('combobox').selectOption('By order')
  await expect(team.getByRole('button')).toHaveText('By order')
  await expect(team.getByRole('combobox')).toHaveValue('confirmed')
  await expect(page.getByText(/Kudzu Kids is confirmed by order of registration again\./)).toBeVisible()

  // One that fails leaves everything as it was, and says why.
  const other = row(page, 'Moon Pie Marks')
  const refuse = (route: Route) =>
    route.fulfill({ status: 409, json: { code: 'X', message: 'The oven is on fire.', error: 'The oven is on fire.' } })
  await page.route('**/api/teams/*', refuse)
  await other.getByRole('checkbox').click()
  await expect(other.getByRole('alert')).toHaveText('The oven is on fire.')
  await expect(other.getByRole('checkbox')).not.toBeChecked()
  await page.unroute('**/api/teams/*', refuse)
  await page.route('**/api/teams/*', (route) => route.abort())
  await other.getByRole('checkbox').click()
  await expect(other.getByRole('alert')).toHaveText('Failed to update team')
})

test('a change under way outlasts the coming of the tools that take teams out and back', async ({ page }) => {
  const tools = Promise.withResolvers<void>()
  await page.route('**/js/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('No team selected')) await tools.promise
    await route.fulfill({ response })
  })
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/teams/*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await arriveSignedIn(page, { username: 'admin', password: 'demo-admin' })
  await openTeams(page)
  await expect(page.getByRole('button', { name: 'Select teams' })).toBeHidden()
  const paid = row(page, 'Kudzu Kids').getByRole('checkbox')
  await paid.click()
  await expect(paid).toBeDisabled()
  tools.resolve()
  await expect(page.getByRole('button', { name: 'Select teams' })).toBeVisible()
  await expect(paid).toBeDisabled()
  answer.resolve()
  await expect(paid).toBeChecked()
  await expect(paid).toBeFocused()
  // Files that come later may still be on their way.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('without a connection a change says that it waits, and is taken back or sent later; fifty are read a few times', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await arriveSignedIn(page)
  await openTeams(page)
  const team = row(page, 'Moon Pie Marks')
  const paid = team.getByRole('checkbox')
  const waits = team.getByText('Paid: Will be sent when you’re back online')
  await context.setOffline(true)
  await paid.click()
  await expect(waits).toBeVisible()
  await expect(paid).toBeDisabled()
  await team.getByRole('button', { name: 'Cancel' }).click()
  await expect(waits).toBeHidden()
  await expect(paid).toBeFocused()
  await paid.click()
  await search(page).fill('huck finns')
  await expect(rows(page)).toHaveCount(1)
  await search(page).fill('')
  await expect(waits).toBeVisible()
  await context.setOffline(false)
  await expect(paid).toBeChecked()
  await expect(waits).toBeHidden()

  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('authToken'))}`
  const { teams } = await (await page.request.get('/api/registered-teams')).json()
  const { id } = teams.find(({ team_name }: { team_name: string }) => team_name === 'Moon Pie Marks')
  const reads: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && reads.push(request.url()))
  await pauseClock(page)
  for (let change = 1; change <= 50; change++) {
    await page.request.put(`/api/teams/${id}`, {
      headers: { authorization },
      data: change === 50 ? { status: 'waitlist' } : { paid: change % 2 === 0 },
    })
    await page.clock.runFor(100)
  }
  await page.clock.resume()
  await expect(team.getByRole('combobox')).toHaveValue('waitlist')
  await expect(paid).not.toBeChecked()
  expect(reads.length).toBeLessThanOrEqual(5)
})

test('paper shows the teams, the filter by its name, and nothing that can only be pressed', async ({ page }) => {
  await arriveSignedIn(page)
  await openTeams(page)
  await expect(page.getByRole('combobox').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(rows(page)).toHaveCount(40)
  for (const gone of [
    search(page),
    page.getByRole('combobox').first(),
    page.getByRole('link', { name: 'Register a Team' }),
    page.getByRole('button', { name: 'Export CSV' }),
    page.getByRole('button', { name: 'Select teams' }),
    page.getByText('Removed teams'),
    page.getByRole('navigation').first(),
  ]) {
    await expect(gone).toBeHidden()
  }
  await expect(page.getByText(/^As of /)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('name')
  await page.getByRole('radio', { name: /Recreational/ }).click()
  await expect(rows(page)).toHaveCount(21)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Recreational: 21 of 40 teams, by name')).toBeVisible()
})

/** Words that a line break has torn apart, where none is as long as its line. */
const tornWords = (page: Page) =>
  page.getByRole('rowheader').evaluateAll((names) =>
    names.flatMap((name) => {
      const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT)
      const torn: string[] = []
      for (let text = walker.nextNode(); text; text = walker.nextNode())
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (range.getClientRects().length > 1) torn.push(word)
        }
      return torn
    }),
  )

test('the list of the TD: filters and order in the address, a head that stays, the focus in the list, a warning', async ({
  page,
}) => {
  const select = (name: string) => page.getByRole('combobox', { name, exact: true })
  await arriveSignedIn(page)
  await openTeams(page)
  await page.evaluate(() => window.scrollTo(0, 1200))
  const head = page.getByRole('columnheader', { name: 'Decided' })
  await expect.poll(async () => Math.round((await head.boundingBox())?.y ?? -1)).toBe(0)
  await select('Decided').selectOption('by-hand')
  await expect(row(page, 'Huck Finns').getByRole('button')).toHaveText('By hand')
  await expect(row(page, 'Scoober Trooper')).toHaveCount(0)
  await select('Decided').selectOption('all')
  await select('Paid').selectOption('no')
  await select('Sort').selectOption('name')
  await expect(page).toHaveURL(/\?paid=no&sort=name$/)
  await page.reload()
  await expect(rows(page).first()).toContainText('Bayou Backhand')

  // A row that no longer matches hands the focus on.
  const paid = (team: string) => row(page, team).getByRole('checkbox')
  await paid('Cast Iron Cutters').focus()
  await page.keyboard.press('Space')
  await expect(row(page, 'Cast Iron Cutters')).toHaveCount(0)
  await expect(paid('Cornbread Contested')).toBeFocused()
  await select('Paid').selectOption('all')
  await paid('Cast Iron Cutters').click()
  await expect(paid('Cast Iron Cutters')).not.toBeChecked()

  const status = row(page, 'Last Call Layout').getByRole('combobox')
  // Another test of this site may have made them wait.
  const { teams } = await (await page.request.get('/api/registered-teams')).json()
  const waiting = teams.slice(0, 35).filter((team: { status: string }) => team.status === 'waitlist')
  for (const { team_name } of waiting) await row(page, team_name).getByRole('combobox').selectOption('confirmed')
  const stands = page.getByRole('status').filter({ hasText: 'confirmed of 35' })
  await status.selectOption('confirmed')
  await expect(stands).toHaveText(/^3[6-9] confirmed of 35: \d more than there are spots\.$/)
  await status.selectOption('waitlist')
  await expect(status).toHaveValue('waitlist')
})

test('the TD’s list fits small screens: the first name in sight, forty cards on nine screens, no word torn', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await arriveSignedIn(page)
  // More are confirmed than there are places, and one has not confirmed the address.
  const list = '**/api/registered-teams'
  await page.route(list, async (route) => {
    const response = await route.fetch()
    const { teams } = (await response.json()) as { teams: object[] }
    const noticed = teams.map((team, index) => ({ ...team, status: 'confirmed', email_confirmed: index < 39 }))
    await route.fulfill({ response, json: { teams: noticed } })
  })
  await openTeams(page)
  const select = page.getByRole('button', { name: 'Select teams' })
  await expect(select).toBeVisible()
  await expect(page.getByText('39 confirmed of 35: 4 more than there are spots.')).toBeVisible()
  await expect(page.getByText('1 bid does not count until')).toBeVisible()
  const name = await rows(page).first().getByRole('rowheader').boundingBox()
  expect((name?.y ?? 740) + (name?.height ?? 0)).toBeLessThanOrEqual(740)
  await page.unroute(list)
  await page.reload()
  await expect(select).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Paid', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Paid', exact: true }).selectOption('no')
  await expect(page.getByRole('button', { name: 'Filters (1 set)' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Paid', exact: true }).selectOption('all')
  await expect(rows(page)).toHaveCount(40)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6500)
  for (const width of [320, 360, 768, 960, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await tornWords(page), `${width} px`).toEqual([])
    await expectNoSidewaysScroll(page, `${width} px`)
  }
})
