import { checkInNow, dishes, here, open, pending, readToken, rows, test, unsent } from '../fixtures/check-in-page.ts'
import { expect, td } from '../fixtures/test.ts'
import { type Mood, unreliableConnection } from '../fixtures/unreliable-connection.ts'

test('a connection that cuts, stalls and lies loses nothing and does nothing twice, also where the tab is killed', async ({
  browser,
  site,
}) => {
  const from = new Date().toISOString()
  const connection = await unreliableConnection(site.url)
  const context = await browser.newContext({ baseURL: connection.url, viewport: { width: 360, height: 740 } })
  let page = await context.newPage()
  await open(page, dishes)
  const ids: string[] = []
  const moods: readonly Mood[] = ['captive', 'cut-after-request', 'cut-in-answer', 'silent']
  for (const mood of moods) {
    connection.mood = mood
    const row = await checkInNow(page)
    ids.push(row.id)
    await expect(row.inHere).toContainText(unsent)
  }
  const said = page.getByRole('status').getByText(/4 not sent yet, since \d/)
  await expect(said).toBeVisible()
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => scrollTo(0, 0))
    const [bar, title] = [
      await said.locator('..').boundingBox(),
      await page.getByRole('heading', { level: 1 }).boundingBox(),
    ]
    expect((bar?.y ?? 0) + (bar?.height ?? 0), 'it covers no title').toBeLessThanOrEqual(title?.y ?? 0)
  }
  await page.setViewportSize({ width: 360, height: 740 })

  // A tab that ends while it sends leaves everything behind for the next one.
  const second = await context.newPage()
  await second.goto(dishes)
  await expect(rows(here(second)).filter({ hasText: unsent })).toHaveCount(4)
  await page.close()
  page = second
  // Pressed while the connection is bad: once it is good, what waits is sent by itself and both buttons go.
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  connection.mood = 'good'
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.keyboard.press('Escape')
  await expect(rows(here(page)).filter({ hasText: unsent })).toHaveCount(0)
  expect(connection.arrived(), 'some came through more than once').toBeGreaterThan(ids.length)
  const { token } = await readToken(page.request, td)
  for (const id of ids) {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await page.request.get(`${site.url}/api/audit?stream=signup-${id}&type=CheckedIn&from=${from}`, {
      headers,
    })
    const { events } = (await answer.json()) as { events: { happened_at: string | null }[] }
    expect(events.filter(({ happened_at }) => happened_at !== null)).toHaveLength(1)
  }
  for (const id of ids) {
    const inHere = rows(here(page)).filter({ has: page.locator(`#here-${id}`) })
    await inHere.getByRole('button', { name: 'Undo' }).click()
    await expect(pending(page).locator(`#who-${id}`)).toHaveCount(1)
  }
  await expect.poll(() => page.evaluate(() => localStorage.getItem('outbox'))).toBeNull()
  await context.close()
  await connection.close()
})
