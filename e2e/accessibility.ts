import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

interface Rules {
  readonly type: 'tag' | 'rule'
  readonly values: string[]
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that a color scheme can break. */
const aboutColors = ['color-contrast', 'link-in-text-block']

/** What breaks an accessibility rule inside `part`, a line per rule. */
async function violations(page: Page, part: string, runOnly: Rules): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .include(part)
    // What passes is not described, and no second page is opened for the report: that takes two thirds of the time.
    .options({ resultTypes: ['violations'], runOnly })
    .setLegacyMode()
  const { violations: found } = await axe.analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
}

/**
 * Checks what is on the page, or inside `part` of it: by all rules in the light scheme, by those about colors in the
 * dark. Leaves the page in the dark scheme.
 */
export async function expectAccessible(page: Page, { part = 'html', label = page.url() } = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(await violations(page, part, { type: 'tag', values: standards }), `${label}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await violations(page, part, { type: 'rule', values: aboutColors }), `${label}, dark`).toEqual([])
}

/** Checks that nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page, label = page.url()): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), label).toBeLessThanOrEqual(0)
}
