import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { arriveSignedIn, expect, test } from '../fixtures/test.ts'

test('no page of the staff breaks an accessibility rule, or scrolls sideways on the narrowest phone', async ({
  page,
}) => {
  await arriveSignedIn(page)
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/access-controls', '/account', '/audit']) {
    await page.goto(path)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.getByRole('status', { name: /loading/i })).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})
