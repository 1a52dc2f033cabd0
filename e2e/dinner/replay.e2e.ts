import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { ask, fetchItems, freshDinner, logIn, openBoard, place, test, zone } from '../fixtures/board-page.ts'
import { expect } from '../fixtures/test.ts'

test('a dinner is replayed from one answer: by address, keys, buttons and at speed, and nothing can be touched there', async ({
  page,
  site,
}) => {
  const who = await freshDinner(site)
  const [{ id = '', person_name: name = '' } = {}] = await fetchItems(site, who.token)
  let position = ''
  const late = new Date(Date.now() - 5 * 60_000).toISOString()
  for (const to of [
    { zone: 'warming', position: 5 },
    { zone: 'buffet', position: 7 },
    { zone: 'holding', position: null, at: late },
  ]) {
    await ask(site, who.token, `PUT /dinner-management/items/${id}/position`, to)
    const now = encodeURIComponent(new Date().toISOString())
    position ||= String((await ask(site, who.token, `GET /dinner-management/replay?at=${now}`)).body['position'])
  }
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/dinner-management/') && asked.push(request.method()))
  await page.setViewportSize({ width: 360, height: 740 })
  await openBoard(page, who, `?at=${position}`)
  const slider = page.getByRole('slider', { name: 'Moment of the dinner' })
  const player = page.getByRole('region', { name: 'Replay' })
  await expect(page.getByText('Nothing can be moved here.')).toBeVisible()
  await expect(place(page, 'warming/5')).toContainText(name)
  await expect(player).toContainText(/moved .+ to Warming 6/)
  await expect(slider).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(place(page, 'buffet/7')).toContainText(name)
  await expect(player).not.toContainText('received')
  await page.getByRole('button', { name: 'Next event' }).click()
  await expect(zone(page, 'Holding')).toContainText(name)
  await expect(player).toContainText(/Happened \d+:\d\d .M( C[SD]T)?, received \d+:\d\d .M/)
  // The moment stands in the address, and the end of a dinner is its number alone.
  await expect(page).toHaveURL(/\?dinner=\d+$/)
  await page.getByRole('button', { name: 'Previous event' }).click()
  await expect(page).toHaveURL(/\?dinner=\d+&at=\d+$/)
  const entries = await page.evaluate(() => history.length)
  await page.reload()
  await expect(place(page, 'buffet/7')).toContainText(name)
  await page.getByRole('button', { name: 'Next event' }).click()
  await expect(zone(page, 'Holding')).toContainText(name)
  expect(await page.evaluate(() => history.length)).toBe(entries)
  await expect(page.locator('[data-dish], [data-place]')).toHaveCount(0)
  for (const control of ['Start Dinner', 'Finish Dinner', 'Reset Dinner', 'Undo last move', 'Save slots'])
    await expect(page.getByRole('button', { name: control })).toHaveCount(0)
  await expect(page.getByLabel(/slots$/)).toHaveCount(0)
  await expectAccessible(page)
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expectNoSidewaysScroll(page)
    const now = player.getByRole('link', { name: 'Now' })
    for (const control of [now, slider, ...(await player.getByRole('button').all())])
      await expect(control).toBeInViewport({ ratio: 1 })
  }

  await slider.press('Home')
  await expect(player).toContainText('Event 1 of')
  await page.getByRole('button', { name: '60×' }).click()
  await slider.press('Space')
  await expect(player).toContainText(/Event (\d+) of \1\D/)
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  // One read for each opening of the page.
  expect(asked).toEqual(['GET', 'GET'])

  await page.goto(`/audit?subject=signup-${id}`)
  const then = page.getByRole('link', { name: /^The board then: moved .+ to Buffet 8/ })
  await expect(then).toBeVisible()
  await expectNoSidewaysScroll(page)
  await then.click()
  await expect(place(page, 'buffet/7')).toContainText(name)

  await page.goto('/dinner/management?at=yesterday')
  await expect(page.getByText('This link leads to no moment of a dinner')).toBeVisible()
})

test('a helper comes from the board to its replay, and from anywhere in it back to now', async ({ page, site }) => {
  await freshDinner(site)
  await page.setViewportSize({ width: 360, height: 740 })
  await openBoard(page, await logIn(site, { username: 'helper', password: 'demo-helper' }))
  await page.getByRole('link', { name: 'Replay' }).click()
  await expect(page.getByText('Nothing can be moved here.')).toBeVisible()
  await page.getByRole('slider', { name: 'Moment of the dinner' }).press('Home')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('link', { name: 'Back to now' })).not.toBeInViewport()
  await page.getByRole('region', { name: 'Replay' }).getByRole('link', { name: 'Now', exact: true }).click()
  await expect(page).toHaveURL('/dinner/management')
  await expect(page.getByRole('slider')).toHaveCount(0)
  await expect(zone(page, 'Holding')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
