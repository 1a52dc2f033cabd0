import { ask } from '../fixtures/board-page.ts'
import { arriveSignedIn, expect } from '../fixtures/test.ts'
import { kudzuKids, staffPages } from './pages.ts'
import { open, test, visit } from './visit.ts'

// They come last and change nothing, so that every worker takes the next one.
test.describe.configure({ mode: 'parallel' })

for (const one of staffPages)
  test(`${one.path} looks as it should to the TD`, async ({ page, site }) => {
    const token = await arriveSignedIn(page)
    // The first time in an hour that someone opens a team is an event itself.
    await ask(site, token, `GET /teams/${kudzuKids}`)
    await visit(page, one)
  })

test('on a desktop an address of thirty characters, a name and what can be done stand on a line each', async ({
  page,
}) => {
  const email = 'henrietta.long@team.example.org'
  await arriveSignedIn(page)
  await page.route('**/api/auth/users', async (route) => {
    const { users } = await (await route.fetch()).json()
    await route.fulfill({ json: { users: [...users, { ...users[1], id: 'another', username: 'henrietta', email }] } })
  })
  await open(page, '/access-controls')
  for (const width of [1152, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const address = await page.locator('bdi', { hasText: email }).evaluate(spanOfLetters)
    expect(address, `${width} px`).toBeLessThan(30)
    const name = await page.getByRole('rowheader', { name: '(you)' }).evaluate(spanOfLetters)
    // With the username below.
    expect(name, `${width} px`).toBeLessThan(60)
    const buttons = page.getByRole('row', { name: email }).getByRole('button')
    const tops = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top))
    expect(new Set(tops).size, `${width} px`).toBe(1)
  }
})

/** Runs in the page: from where the first line of letters in an element begins to where the last one ends. */
function spanOfLetters(element: Element): number {
  const letters = document.createRange()
  letters.selectNodeContents(element)
  return letters.getBoundingClientRect().height
}

test('both heads of the desk and their rules stand side by side, and Mark as seen begins where the lines begin', async ({
  page,
}) => {
  await arriveSignedIn(page)
  await open(page, '/desk')
  const heads = page.getByRole('heading', { level: 2 })
  await expect(heads).toHaveCount(2)
  const [waits, since] = await heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().bottom))
  expect(waits).toBe(since)
  const sign = await page.getByRole('button', { name: 'Mark as seen' }).locator('svg').boundingBox()
  expect((sign?.x ?? 0) - ((await heads.last().boundingBox())?.x ?? 0)).toBeLessThanOrEqual(3)
})

test('the page of a phone scrolls also from the list of the builder', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await arriveSignedIn(page)
  await open(page, '/tournament/poolplay')
  const team = page
    .getByRole('region', { name: /^Teams/ })
    .getByRole('listitem')
    .first()
  await team.hover()
  const before = await page.evaluate(() => scrollY)
  for (let turns = 0; turns < 12; turns++) await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 400)
})
