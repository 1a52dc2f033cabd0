import {
  ask,
  dish,
  dishOn,
  fetchItems,
  freshDinner,
  logIn,
  openBoard,
  place,
  stands,
  test,
  zone,
} from '../fixtures/board-page.ts'
import { expect } from '../fixtures/test.ts'

/** Runs the dinner like the TD, and sees none of the links to the audit. */
const admin = { username: 'admin', password: 'demo-admin' }

test('an evening: start, move, done, finish, leftovers, reset', async ({ page, site }) => {
  await freshDinner(site)
  const who = await logIn(site, admin)
  await openBoard(page, who)
  await expect(page.getByLabel('Warming slots')).toHaveValue('24')
  await expect(page.getByLabel('Buffet slots')).toHaveValue('16')
  const [one = '', other = ''] = (await fetchItems(site, who.token)).map(({ id }) => id)
  for (const [id, key] of [
    [one, 'buffet/0'],
    [other, 'buffet/1'],
  ] as const) {
    await dish(page, id).click()
    await place(page, key).getByRole('button').click()
    await expect(dishOn(page, key, id)).toBeVisible()
    // A move that arrives after the start would stand in the way of its undo.
    await expect.poll(() => stands(site, who, id)).toBe(key)
  }
  await expect(page.getByRole('button', { name: /^Done/ })).toHaveCount(0)
  const question = page.getByRole('alertdialog')
  const start = async () => {
    await page.getByRole('button', { name: 'Start Dinner' }).click()
    await expect(question).toContainText('Are you sure you want to start dinner?')
    await question.getByRole('button', { name: 'Start Dinner' }).click()
    await expect(page.getByText('Dinner In Progress')).toBeVisible()
  }
  await start()
  // It was too early.
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Dinner has not started')).toBeVisible()
  await start()
  await expect(page.getByLabel('Warming slots')).toBeHidden()
  await expect(place(page, 'buffet/0').locator('[data-clock]')).not.toHaveAttribute('data-clock', '0')

  // Wet hands: the wrong tray's Done is taken back, and its dish stands where it stood.
  await place(page, 'buffet/1').getByRole('button', { name: /^Done/ }).click()
  await expect(dish(page, other)).toHaveCount(0)
  await expect(place(page, 'buffet/1').getByRole('button'), 'the place keeps the focus of its dish').toBeFocused()
  await page.getByRole('button', { name: 'Undo last move' }).click()
  await expect(dishOn(page, 'buffet/1', other)).toBeFocused()
  await expect.poll(() => stands(site, who, other)).toBe('buffet/1')

  await place(page, 'buffet/0').getByRole('button', { name: /^Done/ }).click()
  await expect(dish(page, one)).toHaveCount(0)
  const finished = page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'Finished Items' }) })
  await finished.getByRole('heading', { name: 'Finished Items' }).click()
  await expect(finished.getByRole('listitem')).toHaveCount(1)
  await finished.getByRole('button', { name: /^Put back .* on Buffet 1$/ }).click()
  await expect(dishOn(page, 'buffet/0', one)).toBeFocused()
  await expect(finished.getByRole('listitem')).toHaveCount(0)
  await expect.poll(() => stands(site, who, one)).toBe('buffet/0')
  await place(page, 'buffet/0').getByRole('button', { name: /^Done/ }).click()
  await expect(finished.getByRole('listitem')).toHaveCount(1)
  await expect.poll(async () => (await fetchItems(site, who.token)).map(({ id }) => id)).not.toContain(one)

  await page.getByRole('button', { name: 'Finish Dinner' }).click()
  await expect(question).toContainText(
    'Are you sure you want to finish dinner? This will stop all buffet timers and mark remaining dishes as leftovers.',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('Dinner In Progress')).toBeVisible()
  await page.getByRole('button', { name: 'Finish Dinner' }).click()
  await question.getByRole('button', { name: 'Finish Dinner' }).click()
  await expect(page.getByText('Dinner Completed')).toBeVisible()
  // It was a mistake.
  await page.getByRole('button', { name: 'Resume Dinner' }).click()
  await expect(page.getByText('Dinner In Progress')).toBeVisible()
  await expect(dishOn(page, 'buffet/1', other)).toBeVisible()
  await page.getByRole('button', { name: 'Finish Dinner' }).click()
  await question.getByRole('button', { name: 'Finish Dinner' }).click()
  const leftovers = page.getByRole('region', { name: 'Leftover Items' })
  await expect(leftovers.getByText('Last in Buffet')).toHaveCount(1)
  await expect(leftovers.getByText('Last in Holding').first()).toBeVisible()
  const lines = await leftovers.getByRole('listitem').first().locator('bdi').all()
  const [name, person] = await Promise.all(lines.map((line) => line.boundingBox()))
  expect(person?.y, 'who brought it stands below its name').toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0))
  await expect(question).toBeHidden()

  await page.getByRole('button', { name: 'Reset Dinner' }).click()
  await expect(question).toContainText(
    'Are you sure you want to reset dinner? This will allow you to start a new dinner session.',
  )
  await question.getByRole('button', { name: 'Reset Dinner' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Start Dinner' })).toBeVisible()
  await expect(zone(page, 'Holding').locator(`[data-dish="${one}"]`)).toBeVisible()

  await page.getByRole('link', { name: 'Replay' }).click()
  const dinners = page.getByLabel('Dinner', { exact: true })
  const earlier = await dinners.locator('option').nth(1).getAttribute('value')
  await dinners.selectOption(earlier)
  await expect(page.getByText('Dinner Completed')).toBeVisible()
  await expect(page.getByText('Last in Buffet')).toHaveCount(1)
  await expect(page.locator('[data-dish], [data-place]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to now' }).click()
  await expect(page.getByRole('button', { name: 'Start Dinner' })).toBeVisible()
})

test('two people, one place: the second sees it and gets the dish back', async ({ browser, page, site }) => {
  const who = await freshDinner(site)
  await openBoard(page, who)
  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  await openBoard(other, await logIn(site, admin))
  const [mine = '', theirs = ''] = (await fetchItems(site, who.token)).map(({ id }) => id)

  // This page does not hear of the other's move before it has made its own.
  await page.route('**/api/live*', (route) => route.abort())
  await page.reload()
  await expect(dish(page, mine)).toBeVisible()
  await dish(other, theirs).click()
  await place(other, 'buffet/5').getByRole('button').click()
  await expect.poll(() => stands(site, who, theirs)).toBe('buffet/5')

  await dish(page, mine).click()
  await place(page, 'buffet/5').getByRole('button').click()
  await expect(page.getByText('is still in Holding. Another dish is in this slot.')).toBeVisible()
  const shown = page.getByText(/ was moved to Buffet 6 by .+ at \d+:\d\d\s[AP]M( C[SD]T)?\./)
  await expect(shown).toBeVisible()
  // It would be refused again.
  await expect(dishOn(page, 'buffet/5', theirs)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use mine' })).toHaveCount(0)
  // Once the notice has gone, the dish still says it, and what can be done, when it is taken in the hand.
  await page.reload()
  await expect(dish(page, mine)).toContainText('Refused')
  await dish(page, mine).click()
  await expect(shown).toBeVisible()
  await page.getByRole('button', { name: 'Use theirs' }).click()
  await expect(dish(page, mine)).not.toContainText('Refused')
  await expect(dish(page, mine)).toBeFocused()
  await expect(zone(page, 'Holding').locator(`[data-dish="${mine}"]`)).toBeVisible()
  await expect(dishOn(page, 'buffet/5', theirs)).toBeVisible()
  await other.context().close()
})

test('a tablet shows every place; what another user does is outlined with the name, and moves nothing else', async ({
  page,
  site,
}) => {
  const who = await freshDinner(site)
  const other = await logIn(site, admin)
  await page.setViewportSize({ width: 800, height: 1280 })
  await openBoard(page, who)
  const [first = '', second = ''] = (await fetchItems(site, who.token)).map(({ id }) => id)
  const inSight = [place(page, 'warming/23'), place(page, 'buffet/15'), zone(page, 'Holding').getByRole('heading')]
  for (const one of inSight) await expect(one).toBeInViewport({ ratio: 1 })
  // Start leaves the dishes where they are on a phone as well.
  await page.setViewportSize({ width: 320, height: 640 })
  const onPhone = await dish(page, first).boundingBox()
  await ask(site, other.token, 'POST /dinner-management/session/start')
  await expect(page.getByText('Dinner In Progress')).toBeVisible()
  expect(await dish(page, first).boundingBox()).toEqual(onPhone)
  await freshDinner(site)
  await expect(page.getByText('Dinner has not started')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const one of inSight) await expect(one).toBeInViewport({ ratio: 1 })
  const reads: string[] = []
  page.on('request', (request) => request.url().includes('/api/dinner-management/') && reads.push(request.url()))
  await dish(page, second).hover()
  const before = await dish(page, second).boundingBox()
  const to = { zone: 'warming', position: 4 }
  await ask(site, other.token, `PUT /dinner-management/items/${first}/position`, to)
  await expect(dishOn(page, 'warming/4', first)).toBeVisible()
  await expect(place(page, 'warming/4').getByText((other.user as { full_name: string }).full_name)).toBeVisible()
  expect(await dish(page, second).boundingBox()).toEqual(before)
  await ask(site, other.token, 'POST /dinner-management/session/start')
  await expect(page.getByText('Dinner In Progress')).toBeVisible()
  expect(await dish(page, second).boundingBox(), 'after Start').toEqual(before)
  // In the hand of this one, moved by the other.
  await dish(page, second).click()
  await expect(page.getByText('is in your hand')).toBeVisible()
  await dish(page, first).hover()
  const under = await dish(page, first).boundingBox()
  await ask(site, other.token, `PUT /dinner-management/items/${second}/position`, { ...to, position: 5 })
  await expect(page.getByText(/has moved .*: it is on Warming 6 now\. It is no longer in your hand\./)).toBeVisible()
  await expect(page.locator('[data-possible]')).toHaveCount(0)
  expect(await dish(page, first).boundingBox(), 'after a move and a notice').toEqual(under)
  expect([...new Set(reads)], 'all lists of the board are of one moment').toEqual([
    `${site.url}/api/dinner-management/board`,
  ])
  await expect(page.locator('[data-news]')).toHaveCount(0)
})

test('a dish that comes back from the buffet tells how long it stood there', async ({ page, site }) => {
  const who = await freshDinner(site)
  const [{ id = '' } = {}] = await fetchItems(site, who.token)
  const move = (zone: string, position: number | null) =>
    ask(site, who.token, `PUT /dinner-management/items/${id}/position`, { zone, position })
  await move('buffet', 0)
  await ask(site, who.token, 'POST /dinner-management/session/start')
  await openBoard(page, who)
  const clock = place(page, 'buffet/0').locator('[data-clock]')
  await expect.poll(async () => Number(await clock.getAttribute('data-clock'))).toBeGreaterThan(1)
  await dish(page, id).click()
  await place(page, 'warming/0').getByRole('button').click()
  await expect(dishOn(page, 'warming/0', id).locator('[data-stood]')).toContainText(/^Buffet \d:\d\d:\d\d/)
})

test('the clock is right on a device whose own is an hour wrong, also after a reload', async ({ browser, site }) => {
  const who = await freshDinner(site)
  const [first] = await fetchItems(site, who.token)
  const to = { zone: 'buffet', position: 0 }
  await ask(site, who.token, `PUT /dinner-management/items/${first?.id}/position`, to)
  await ask(site, who.token, 'POST /dinner-management/session/start')
  const page = await (await browser.newContext({ baseURL: site.url })).newPage()
  await page.clock.install({ time: new Date(Date.now() + 3_600_000) })
  await openBoard(page, who)
  const clock = place(page, 'buffet/0').locator('[data-clock]')
  for (const _ of ['first', 'after a reload']) {
    const seconds = Number(await clock.getAttribute('data-clock'))
    expect(seconds).toBeLessThan(600)
    await expect.poll(async () => Number(await clock.getAttribute('data-clock'))).toBeGreaterThan(seconds)
    await page.reload()
    await expect(clock).toBeVisible()
  }
  // Another answer of the server would put the clock right again.
  await page.context().setOffline(true)
  await page.clock.fastForward('02:00:00')
  await expect(place(page, 'buffet/0')).toContainText('over 2 h')
  await page.clock.fastForward('02:00:00')
  await expect(place(page, 'buffet/0')).toContainText('over 4 h: take it off')
  await page.context().close()
})

test('the counts of slots can be changed before dinner, from 1 to 50', async ({ page, site }) => {
  await openBoard(page, await freshDinner(site))
  const warming = page.getByLabel('Warming slots')
  for (const wrong of ['0', '51']) {
    await warming.fill(wrong)
    await warming.press('Enter')
    await expect(page.getByText('Please use 1 to 50.')).toBeVisible()
  }
  await warming.fill('6')
  await page.getByRole('button', { name: 'Save slots' }).click()
  await expect(zone(page, 'Warming')).toContainText('0 of 6')
  await expect(warming, 'the button is gone').toBeFocused()
  await expect(place(page, 'warming/6')).toHaveCount(0)
})

test('a board that cannot be loaded says so, and comes on the next try', async ({ page, site }) => {
  const { user, token } = await freshDinner(site)
  await page.route('**/api/dinner-management/board', (route) => route.abort())
  await page.addInitScript(
    ([storedUser, storedToken]) => {
      localStorage.setItem('user', storedUser)
      localStorage.setItem('authToken', storedToken)
    },
    [JSON.stringify(user), token] as const,
  )
  await page.goto('/dinner/management')
  await expect(page.getByText('Failed to load items')).toBeVisible()
  await page.unroute('**/api/dinner-management/board')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(zone(page, 'Holding')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a helper sees the board, and none of its controls', async ({ page, site }) => {
  const { user, token } = await logIn(site, { username: 'helper', password: 'demo-helper' })
  await page.addInitScript(
    ([storedUser, storedToken]) => {
      localStorage.setItem('user', storedUser)
      localStorage.setItem('authToken', storedToken)
    },
    [JSON.stringify(user), token] as const,
  )
  await page.goto('/dinner/management')
  await expect(zone(page, 'Holding').locator('[data-card]').first()).toBeVisible()
  await expect(page.locator('[data-dish], [data-place]')).toHaveCount(0)
  for (const control of ['Start Dinner', 'Finish Dinner', 'Reset Dinner', 'Undo last move', 'Save slots'])
    await expect(page.getByRole('button', { name: control })).toHaveCount(0)
  await zone(page, 'Holding').getByRole('searchbox').fill('no such dish')
  await expect(page.getByText('No dish of Holding matches.')).toBeVisible()
  await expect(page.getByText('Only what matches')).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Only what matches “no such dish”')).toBeVisible()
})
