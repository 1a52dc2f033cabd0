import AxeBuilder from '@axe-core/playwright'
import { arriveSignedIn, expect, test } from './test.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page of the staff breaks an accessibility rule or scrolls sideways (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await arriveSignedIn(page)
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['/access-controls', '/account', '/audit']) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      await expect(page.getByRole('status', { name: /loading/i })).toHaveCount(0)
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
  })
}
