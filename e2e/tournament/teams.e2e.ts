import { openTeams, row, rows, search, test } from '../fixtures/teams-page.ts'
import { arriveSignedIn, expect } from '../fixtures/test.ts'

test('the search looks at team, location and captain, in upper and lower case, and stands in the address', async ({
  page,
}) => {
  await openTeams(page)
  await expect(rows(page)).toHaveCount(40)
  for (const [text, found] of [
    ['huck FINNS', 'Huck Finns'],
    ['chattanooga', 'Scoober Trooper'],
    ['BECKY', 'Huck Finns'],
  ] as const) {
    await search(page).fill(text)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(found)
  }
  await expect(page).toHaveURL(/\?q=BECKY$/)
  await page.reload()
  await expect(search(page)).toHaveValue('BECKY')
  await expect(rows(page)).toHaveCount(1)
  // No letter is lost when the user types faster than the address can follow.
  await search(page).fill('')
  await search(page).pressSequentially('gravy boat captains')
  await expect(search(page)).toHaveValue('gravy boat captains')
  await expect(page).toHaveURL(/q=gravy\+boat\+captains$/)
})

test('the divisions carry their counts, narrow the list, and keep every team’s number', async ({ page }) => {
  await openTeams(page)
  for (const name of [/^All\s*40$/, /^Competitive\s*19$/, /^Recreational\s*21$/]) {
    await expect(page.getByRole('radio', { name })).toBeVisible()
  }
  // Not `check`, which looks at the button at once: it follows the address.
  await page.getByRole('radio', { name: /Recreational/ }).click()
  await expect(page.getByRole('radio', { name: /Recreational/ })).toBeChecked()
  await expect(rows(page)).toHaveCount(21)
  await expect(page).toHaveURL(/\?division=rec$/)
  await expect(row(page, 'Huck Finns').getByRole('cell').first()).toHaveText('38')
})

test('a search that finds nothing says so and offers all teams again', async ({ page }) => {
  await page.goto('/registration/teams?q=unknown&division=comp')
  await expect(page.getByText('No teams found for your search/filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all teams' }).click()
  await expect(rows(page)).toHaveCount(40)
  await expect(search(page)).toHaveValue('')
  await expect(search(page)).toBeFocused()
  // The line at the last place stands where the teams beside it are left out, too.
  const line = page.getByRole('row', { name: 'Waitlist', exact: true })
  await expect(line).toBeVisible()
  await search(page).fill('last call layout')
  await expect(rows(page)).toHaveCount(1)
  await expect(line).toBeVisible()
})

test('a tap, a key or the mouse tells a team’s position', async ({ browser, site }) => {
  const context = await browser.newContext({
    baseURL: site.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  await openTeams(page)
  const whole = await rows(page).first().boundingBox()
  expect((whole?.y ?? 740) + (whole?.height ?? 0), 'the end of the first row').toBeLessThanOrEqual(740)
  const tip = page.getByRole('tooltip')
  await row(page, 'Scoober Trooper').getByRole('button').tap()
  await expect(tip).toHaveText('Position 5 of 35')
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()
  await row(page, 'Last Call Layout').getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(tip).toHaveText('Waitlist position 5')
  await page.keyboard.press('Escape')
  await row(page, 'Huck Finns').getByRole('button').hover()
  await expect(tip).toHaveText('Set by the TD (bid #38)')
  await context.close()
})

test('only TD and admin get the dropdown, the checkbox, and what takes teams out and back', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const expectNoTools = async () => {
    await expect(page.getByRole('combobox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Select teams' })).toHaveCount(0)
    await expect(page.getByText('Removed teams')).toHaveCount(0)
  }
  await openTeams(page)
  await expectNoTools()
  await arriveSignedIn(page, { username: 'helper', password: 'demo-helper' })
  await openTeams(page)
  await expect(page.getByRole('button', { name: 'Login' })).toBeHidden()
  await expectNoTools()
  expect(asked.filter((path) => path.startsWith('/api/teams/'))).toEqual([])
  await arriveSignedIn(page, { username: 'admin', password: 'demo-admin' })
  await openTeams(page)
  await expect(page.getByRole('button', { name: 'Select teams' })).toBeVisible()
})

test('a list that cannot be loaded says why, and comes on the next try, also where it is empty', async ({ page }) => {
  const list = '**/api/registered-teams'
  const again = page.getByRole('button', { name: 'Try again' })
  await page.route(list, (route) => route.abort())
  await page.goto('/registration/teams')
  await expect(page.getByText('Failed to load teams')).toBeVisible()
  const closed = { code: 'X', message: 'The kitchen is closed.', error: 'The kitchen is closed.' }
  await page.route(list, (route) => route.fulfill({ status: 409, json: closed }))
  await again.click()
  await expect(page.getByText('The kitchen is closed.')).toBeVisible()
  await page.route(list, (route) => route.fulfill({ json: { teams: [] } }))
  await again.click()
  await expect(page.getByRole('heading', { name: 'No teams found', exact: true })).toBeVisible()
  await page.unrouteAll()
  await page.reload()
  await expect(rows(page)).toHaveCount(40)
})
