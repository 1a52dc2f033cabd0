import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { carousel, lookAtCarousel, openManager, position, sevenTitles, startWith } from '../fixtures/photos-page.ts'
import { expect, test } from '../fixtures/test.ts'

// The carousel glides, and plays by itself only for those who do not mind.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the carousel moves by buttons, keys and swipes, and loads only what is near', async ({ page, site }) => {
  await startWith(site, sevenTitles)
  await page.clock.install()
  await page.goto('/')
  await lookAtCarousel(page)
  const pictures = carousel(page).getByRole('img')
  await expect(position(page)).toHaveText('Photo 1 of 7: Pull')
  await expect(pictures).toHaveCount(5)
  await expect(carousel(page).getByAltText('Sky')).toHaveCount(0)
  await expect(carousel(page).locator('li').nth(3)).toBeHidden()
  await carousel(page).getByRole('button', { name: 'Next photo' }).click()
  await expect(position(page)).toHaveText('Photo 2 of 7: Huck')
  await expect(carousel(page).getByAltText('Sky')).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(position(page)).toHaveText('Photo 7 of 7: Trophy')
  await page.keyboard.press('Home')
  await expect(position(page)).toHaveText('Photo 1 of 7: Pull')
  await swipeLeft(page, carousel(page).getByAltText('Pull'))
  await expect(position(page)).toHaveText('Photo 2 of 7: Huck')

  // Nothing moves by itself unless the user asked for it, and then not while they point at it or have the focus in it.
  await page.clock.fastForward(60_000)
  await expect(position(page)).toHaveText('Photo 2 of 7: Huck')
  await carousel(page).getByRole('button', { name: 'Play slideshow' }).click()
  await page.clock.fastForward(4000)
  await expect(position(page)).toHaveText('Photo 3 of 7: Layout')
  await carousel(page).getByRole('button', { name: 'Next photo' }).focus()
  await page.clock.fastForward(60_000)
  await expect(position(page)).toHaveText('Photo 3 of 7: Layout')
  await carousel(page).getByRole('button', { name: 'Pause slideshow' }).focus()
  await carousel(page).getByAltText('Layout').hover()
  await page.clock.fastForward(60_000)
  await expect(position(page)).toHaveText('Photo 3 of 7: Layout')
  await page.mouse.move(0, 0)
  await page.clock.fastForward(4000)
  await expect(position(page)).toHaveText('Photo 4 of 7: Sky')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(carousel(page).getByRole('button', { name: /slideshow/ })).toHaveCount(0)
  await page.clock.fastForward(60_000)
  await expect(position(page)).toHaveText('Photo 4 of 7: Sky')
})

async function swipeLeft(page: Page, target: Locator): Promise<void> {
  // Waits until it glides no more.
  await target.hover()
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to swipe.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  // Further than half a photo: on a busy machine the last movement is too long ago to count as a flick.
  await page.mouse.move(x - box.width * 0.8, y, { steps: 8 })
  await page.mouse.up()
}

test('nothing jumps as the photos come, and neither they nor their manager break a rule of accessibility', async ({
  page,
  site,
}) => {
  test.slow()
  await startWith(site, sevenTitles)
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const released = Promise.withResolvers<void>()
  await page.route('**/api/photos', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await lookAtCarousel(page)
  await expect(carousel(page).getByText('Loading photos')).toBeAttached()
  released.resolve()
  await expect(position(page)).toHaveText('Photo 1 of 7: Pull')
  expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBeLessThan(0.02)
  await page.setViewportSize({ width: 1280, height: 800 })
  const manager = await openManager(page)
  await expectAccessible(page, { label: 'manager' })
  await manager.getByRole('button', { name: 'Close' }).click()
  await expectAccessible(page, { label: 'home page' })
})
