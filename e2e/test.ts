import { test as base, expect, type Page } from '@playwright/test'
import { type Site, startSite, td } from './site.ts'

interface PageProblems {
  /** Errors and refused content the page reported so far. Every test expects none at its end. */
  readonly problems: string[]
}

/** Tests with a site of the worker's own, and with every console error and CSP violation counted as a failure. */
export const test = base.extend<PageProblems, { site: Site }>({
  site: [
    // Playwright reads a fixture's dependencies from this pattern, so it must be one, even an empty one.
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  problems: [
    async ({ page }, use) => {
      const problems: string[] = []
      await watch(page, problems)
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Collects what goes wrong inside a page, violations of its policy first of all; a refused request (4xx) that a test
 * provokes is not a problem.
 */
export async function watch(page: Page, problems: string[]): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile }) =>
      console.error(`Policy violation: ${effectiveDirective} ${blockedURI} ${sample} (${sourceFile})`),
    )
  })
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    const expected = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !expected) problems.push(`${page.url()}: ${message.text()}`)
  })
}

/** Signs in through the popover, as a person does on a desk. */
export async function signIn(page: Page, who: { username: string; password: string } = td): Promise<void> {
  await page.getByRole('button', { name: 'Login' }).click()
  const popover = page.getByRole('dialog', { name: 'Admin Login' })
  await popover.getByLabel('Username').fill(who.username)
  await popover.getByLabel('Password', { exact: true }).fill(who.password)
  await popover.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeHidden()
}

/** Makes the page somebody's who signed in before, from its next load on: where signing in is not what is tested. */
export async function arriveSignedIn(page: Page, who: { username: string; password: string } = td): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: who })
  const { token, user } = (await answer.json()) as { token: string; user: unknown }
  await page.addInitScript(
    ([authToken, stored]) => {
      localStorage.setItem('authToken', authToken)
      localStorage.setItem('user', stored)
    },
    [token, JSON.stringify(user)] as const,
  )
}

export { expect, td }
