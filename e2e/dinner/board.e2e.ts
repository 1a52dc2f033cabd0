import type { Locator } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import {
  ask,
  devices,
  dish,
  dishOn,
  dragByFinger,
  dragByMouse,
  fetchItems,
  findMiddle,
  findTab,
  finger,
  firstDish,
  freshDinner,
  openBoard,
  pageOn,
  place,
  showZone,
  stands,
  test,
  zone,
} from '../fixtures/board-page.ts'
import { expect } from '../fixtures/test.ts'

// What is dragged glides, as most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

for (const device of devices) {
  test(`a dish is dragged from Holding to Warming, to the buffet and to its next place on a ${device.name}`, async ({
    browser,
    site,
  }) => {
    const who = await freshDinner(site)
    // With few places each way is seen from its start to its end. A phone shows one zone, and others by their tabs.
    await ask(site, who.token, 'PUT /dinner-management/layout', { warming_slots: 2, buffet_slots: 2 })
    const page = await pageOn(browser, site, device)
    await openBoard(page, who)
    const drag = device.hasTouch ? dragByFinger : dragByMouse
    const last = zone(page, 'Holding').locator('[data-dish]').last()
    const id = (await last.getAttribute('data-dish')) ?? ''
    const isPhone = device.name === 'phone'
    for (const [key, tab] of [['warming/1', 'Warming'], ['buffet/0', 'Buffet'], ['buffet/1']] as const) {
      await drag(page, dish(page, id), place(page, key), isPhone && tab ? findTab(page, tab) : undefined)
      await expect(dishOn(page, key, id)).toBeVisible()
      await expect.poll(() => stands(site, who, id)).toBe(key)
    }
    await page.context().close()
  })

  test(`a dish moves by two taps on a ${device.name}, and back`, async ({ browser, site }) => {
    const who = await freshDinner(site)
    const page = await pageOn(browser, site, device)
    await openBoard(page, who)
    const id = await firstDish(page)
    const tap = (locator: Locator) => (device.hasTouch ? locator.tap() : locator.click())
    await tap(dish(page, id))
    await expect(dish(page, id)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('is in your hand')).toBeVisible()
    await showZone(page, 'Buffet')
    await tap(place(page, 'buffet/2').getByRole('button'))
    await expect(dishOn(page, 'buffet/2', id)).toBeVisible()
    await expect.poll(() => stands(site, who, id)).toBe('buffet/2')
    await tap(page.getByRole('button', { name: 'Undo last move' }))
    await expect(zone(page, 'Holding').locator(`[data-dish="${id}"]`)).toBeVisible()
    await expect.poll(() => stands(site, who, id)).toBe('holding/null')
    await expect(page.getByRole('button', { name: 'Undo last move' })).toBeDisabled()
    if (device.name === 'desktop') {
      // Several steps, also after a reload, and where the connection is back only then.
      for (const key of ['warming/3', 'buffet/2']) {
        if (key === 'buffet/2') await page.route('**/position', (route) => route.abort())
        await tap(dish(page, id))
        await tap(place(page, key).getByRole('button'))
        if (key === 'warming/3') await expect.poll(() => stands(site, who, id)).toBe(key)
      }
      await expect(dishOn(page, 'buffet/2', id)).toContainText('Not sent yet')
      await page.unroute('**/position')
      await page.reload()
      await expect.poll(() => stands(site, who, id)).toBe('buffet/2')
      for (const was of ['warming/3', 'holding/null']) {
        await tap(page.getByRole('button', { name: 'Undo last move' }))
        await expect.poll(() => stands(site, who, id)).toBe(was)
      }
    }
    await page.context().close()
  })

  test(`a dish moves by keyboard on a ${device.name}`, async ({ browser, site }) => {
    const who = await freshDinner(site)
    const page = await pageOn(browser, site, device)
    await openBoard(page, who)
    const id = await firstDish(page)
    await dish(page, id).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
    await expect(page.getByText('is in your hand')).toBeHidden()
    await expect(dish(page, id)).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByText('is in your hand')).toBeHidden()
    await page.keyboard.press('Space')
    if (device.name === 'phone') {
      await findTab(page, 'Warming').press('Enter')
      for (const key of ['Tab', 'Tab', 'Tab', 'ArrowDown']) await page.keyboard.press(key)
    } else await page.keyboard.press('ArrowRight')
    const free = page.locator('[data-place^="warming/"]:focus')
    const key = (await free.getAttribute('data-place')) ?? ''
    await page.keyboard.press('Enter')
    await expect(dishOn(page, key, id)).toBeFocused()
    await expect.poll(() => stands(site, who, id)).toBe(key)
    await page.context().close()
  })

  test(`the board is usable on a ${device.name}, by day and by night`, async ({ browser, site }) => {
    const who = await freshDinner(site)
    const page = await pageOn(browser, site, device)
    await openBoard(page, who)
    await ask(site, who.token, 'POST /dinner-management/session/start')
    const [first] = await fetchItems(site, who.token)
    const to = { zone: 'buffet', position: 0 }
    await ask(site, who.token, `PUT /dinner-management/items/${first?.id}/position`, to)
    await showZone(page, 'Buffet')
    await expect(page.getByRole('button', { name: /^Done/ })).toBeVisible()
    await showZone(page, 'Holding')
    await dish(page, await firstDish(page)).click()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(device.viewport.width)
    await page.context().close()
  })
}

test('a finger carries a dish over a tab of a phone, and at the edge on to the last places', async ({
  browser,
  site,
}) => {
  const who = await freshDinner(site)
  const page = await pageOn(browser, site, devices[0])
  await openBoard(page, who)
  const id = await firstDish(page)
  const touch = await finger(page)
  await touch('touchStart', [await findMiddle(dish(page, id))])
  await expect(page.locator('[data-lifted]')).toHaveCount(1)
  const tab = await findMiddle(findTab(page, 'Buffet'))
  for (const x of [180, tab.x]) await touch('touchMove', [{ ...tab, x }])
  await expect(zone(page, 'Buffet')).toBeVisible()
  await touch('touchMove', [{ x: 180, y: 600 }])
  await touch('touchMove', [{ x: 180, y: 735 }])
  const last = place(page, 'buffet/15')
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(async () => {
    await touch('touchMove', [await findMiddle(last)])
    await expect(page.locator('[data-over]')).toHaveAttribute('data-drop', 'buffet/15', { timeout: 500 })
  }).toPass()
  await touch('touchEnd', [])
  await expect(dishOn(page, 'buffet/15', id)).toBeVisible()
  await expect.poll(() => stands(site, who, id)).toBe('buffet/15')
  await page.context().close()
})

test('the slow reply to a move changes nothing that others have done since', async ({ page, site }) => {
  const who = await freshDinner(site)
  const move = (id: string, zone: string, position: number) =>
    ask(site, who.token, `PUT /dinner-management/items/${id}/position`, { zone, position })
  await openBoard(page, who)
  const [own = '', other = ''] = (await fetchItems(site, who.token)).map(({ id }) => id)
  const late = Promise.withResolvers<void>()
  await page.route('**/items/*/position', async (route) => {
    const response = await route.fetch()
    await late.promise
    await route.fulfill({ response })
  })
  await dish(page, own).click()
  await place(page, 'warming/0').getByRole('button').click()
  await expect.poll(() => stands(site, who, own)).toBe('warming/0')
  await move(own, 'buffet', 2)
  await move(other, 'warming', 1)
  await expect(dishOn(page, 'warming/1', other), 'the board is read with both moves').toBeVisible()
  late.resolve()
  await expect(dishOn(page, 'buffet/2', own)).toBeVisible()
})
