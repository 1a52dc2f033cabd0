import type { Locator } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import {
  ask,
  devices,
  dish,
  dishOn,
  dragByFinger,
  dragByMouse,
  finger,
  firstDish,
  freshDinner,
  itemsOf,
  middleOf,
  openBoard,
  pageOn,
  place,
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
    // On a phone the zones lie below each other: with few places each way is seen from its start to its end.
    await ask(site, who.token, 'PUT /dinner-management/layout', { warming_slots: 2, buffet_slots: 2 })
    const page = await pageOn(browser, site, device)
    await openBoard(page, who)
    const drag = device.hasTouch ? dragByFinger : dragByMouse
    const last = zone(page, 'Holding').locator('[data-dish]').last()
    const id = (await last.getAttribute('data-dish')) ?? ''
    for (const key of ['warming/1', 'buffet/0', 'buffet/1']) {
      await place(page, key).evaluate((one) => one.scrollIntoView({ block: 'center' }))
      await drag(page, dish(page, id), place(page, key))
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
    await tap(place(page, 'buffet/2').getByRole('button'))
    await expect(dishOn(page, 'buffet/2', id)).toBeVisible()
    await expect.poll(() => stands(site, who, id)).toBe('buffet/2')
    await tap(page.getByRole('button', { name: 'Undo last move' }))
    await expect(zone(page, 'Holding').locator(`[data-dish="${id}"]`)).toBeVisible()
    await expect.poll(() => stands(site, who, id)).toBe('holding/null')
    await expect(page.getByRole('button', { name: 'Undo last move' })).toBeDisabled()
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
    const free = page.locator('[data-place="warming/0"]')
    for (let step = 0; step < 12 && !(await free.evaluate((one) => one === document.activeElement)); step++)
      await page.keyboard.press(device.name === 'phone' ? 'ArrowDown' : 'ArrowRight')
    await expect(free).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dishOn(page, 'warming/0', id)).toBeFocused()
    await expect.poll(() => stands(site, who, id)).toBe('warming/0')
    await page.context().close()
  })

  test(`the board is usable on a ${device.name}, by day and by night`, async ({ browser, site }) => {
    const who = await freshDinner(site)
    const page = await pageOn(browser, site, device)
    await openBoard(page, who)
    await ask(site, who.token, 'POST /dinner-management/session/start')
    const [first] = await itemsOf(site, who.token)
    const to = { zone: 'buffet', position: 0 }
    await ask(site, who.token, `PUT /dinner-management/items/${first?.id}/position`, to)
    await expect(page.getByRole('button', { name: /^Done/ })).toBeVisible()
    await dish(page, await firstDish(page)).click()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(device.viewport.width)
    await page.context().close()
  })
}

test('a finger at the edge of a phone scrolls the board on, all the way from Holding to the buffet', async ({
  browser,
  site,
}) => {
  const who = await freshDinner(site)
  const page = await pageOn(browser, site, devices[0])
  await openBoard(page, who)
  const id = await firstDish(page)
  const touch = await finger(page)
  await touch('touchStart', [await middleOf(dish(page, id))])
  await expect(page.locator('[data-lifted]')).toHaveCount(1)
  const middle = { x: 100, y: 370 }
  const underMiddle = () =>
    page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('[data-drop]')?.getAttribute('data-drop'),
      middle,
    )
  await touch('touchMove', [{ x: 180, y: 600 }])
  await touch('touchMove', [{ x: 180, y: 735 }])
  await expect.poll(underMiddle, { intervals: [50] }).toMatch(/^buffet/)
  await touch('touchMove', [middle])
  await expect(page.locator('[data-over]')).toHaveAttribute('data-drop', /^buffet/)
  const key = (await page.locator('[data-over]').getAttribute('data-drop')) ?? ''
  await touch('touchEnd', [])
  await expect(dishOn(page, key, id)).toBeVisible()
  await expect.poll(() => stands(site, who, id)).toBe(key)
  await page.context().close()
})
