import type { Browser, Page } from '@playwright/test'
import { type PartServer, servePart } from '../fixtures/part-server.ts'
import { startSite } from '../fixtures/site.ts'
import { expect, test } from '../fixtures/test.ts'

/** A site whose tournament part comes from another origin, and a page on it. */
async function withPartElsewhere(
  browser: Browser,
  walk: (page: Page, part: PartServer) => Promise<void>,
  pinOf: (part: PartServer) => string = () => '',
) {
  const part = await servePart('tournament')
  const site = await startSite({ REMOTES: `tournament=${part.manifest}${pinOf(part)}` })
  const context = await browser.newContext({ baseURL: site.url })
  try {
    await walk(await context.newPage(), part)
  } finally {
    await context.close()
    await site.stop()
    await part.remove()
  }
}

const panel = (page: Page) => page.getByRole('main').getByRole('alert')
const teams = (page: Page) => page.getByRole('heading', { name: 'Registered Teams', level: 1 })

async function expectRestToWork(page: Page): Promise<void> {
  await page.goto('/dinner/info')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/dinner/i)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Learn More' })).toBeVisible()
}

test('a part may come from another origin', async ({ browser }) => {
  await withPartElsewhere(browser, async (page) => {
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await page.goto('/registration/teams')
    await expect(teams(page)).toBeVisible()
    expect(problems).toEqual([])
  })
})

test('a part that is down costs its own area only, and Retry brings it back', async ({ browser }) => {
  await withPartElsewhere(browser, async (page, part) => {
    await part.stop()
    await page.goto('/registration/teams')
    await expect(panel(page)).toBeVisible()
    await expectRestToWork(page)
    await page.goto('/registration/teams')
    await expect(panel(page)).toBeVisible()
    await part.start()
    await panel(page).getByRole('button').click()
    await expect(teams(page)).toBeVisible()
  })
})

test('a part that never answers is given up', async ({ browser }) => {
  await withPartElsewhere(browser, async (page, part) => {
    part.hanging = true
    await page.goto('/registration/teams')
    await expect(panel(page)).toBeVisible({ timeout: 20_000 })
    await expectRestToWork(page)
  })
})

test('a part that throws while it loads costs its own area only', async ({ browser }) => {
  await withPartElsewhere(browser, async (page, part) => {
    part.rebuild(() => 'throw new Error("burnt gravy")')
    await page.goto('/registration/teams')
    await expect(panel(page)).toBeVisible()
    await expectRestToWork(page)
  })
})

test('a part of another contract says that it does not fit', async ({ browser }) => {
  await withPartElsewhere(browser, async (page, part) => {
    const mount = '{ init: () => 0, get: () => Promise.resolve(() => ({ contract: 99, routes: [] })) }'
    part.rebuild(() => `var tournament = ${mount}`)
    await page.goto('/registration/teams')
    await expect(panel(page)).toContainText('does not fit')
    await expectRestToWork(page)
  })
})

test('another build of a part shows after a reload, with the shell untouched', async ({ browser }) => {
  await withPartElsewhere(browser, async (page, part) => {
    await page.goto('/registration/teams')
    await expect(teams(page)).toBeVisible()
    const shell = await page.locator('script[src*="/parts/shell/"]').first().getAttribute('src')
    part.rebuild((entry) => `${entry}\n;document.documentElement.dataset.build = 'second';`)
    await expect(async () => {
      await page.reload()
      await expect(teams(page)).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-build', 'second', { timeout: 500 })
    }).toPass()
    expect(await page.locator('script[src*="/parts/shell/"]').first().getAttribute('src')).toBe(shell)
  })
})

test('an entry that is not the one the page vouches for is not run', async ({ browser }) => {
  await withPartElsewhere(browser, async (page) => {
    await page.route('**/js/remoteEntry.*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: 'document.documentElement.dataset.hacked = "yes"',
      }),
    )
    // A page vouches for what the backend could look at in time; for a part that was slow just then it cannot.
    const settings = page.locator('script[type="application/json"]')
    await expect(async () => {
      await page.goto('/registration/teams')
      expect(await settings.textContent()).toMatch(/"name":"tournament"[^}]*"integrity":"sha384-/)
    }).toPass()
    await expect(panel(page)).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-hacked')
  })
})

test('a pinned part runs as long as its entry and all that the entry loads are what was pinned', async ({
  browser,
}) => {
  const hack = (script: string) => `${script}\n;document.documentElement.dataset.hacked = 'yes';`
  await withPartElsewhere(
    browser,
    async (page, part) => {
      await page.goto('/registration/teams')
      await expect(teams(page)).toBeVisible()
      for (const change of [() => part.tamper(/expose_mfe/, hack), () => part.rebuild(hack)]) {
        change()
        await page.goto('/registration/teams')
        await expect(panel(page)).toBeVisible()
        await expect(page.locator('html')).not.toHaveAttribute('data-hacked')
      }
    },
    (part) => `#${part.digest()}`,
  )
})
