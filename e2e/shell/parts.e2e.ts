import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { ListedPart } from '@ultimate/events/releases/api.ts'
import { type PartServer, servePart } from '../fixtures/part-server.ts'
import { type Site, startSite } from '../fixtures/site.ts'
import { test as base, expect, signIn, td, watch } from '../fixtures/test.ts'

/** As much of the federation runtime as is looked at. */
interface Federated {
  readonly __FEDERATION__: {
    readonly __INSTANCES__: readonly {
      readonly shareScopeMap: Record<string, Record<string, Record<string, { version: string; lib?: unknown }>>>
    }[]
  }
}

const kitVersion: string = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../shell/kit/package.json'), 'utf8'),
).version

interface Elsewhere {
  readonly part: PartServer
  readonly site: Site
}

/** A site whose tournament part comes from another origin. */
async function startElsewhere(pinOf: (part: PartServer) => string = () => ''): Promise<Elsewhere> {
  const part = await servePart('tournament')
  return { part, site: await startSite({ REMOTES: `tournament=${part.manifest}${pinOf(part)}` }) }
}

async function stopElsewhere({ part, site }: Elsewhere): Promise<void> {
  await site.stop()
  await part.remove()
}

/** One such site for all tests of a worker; each finds the part as it was built. */
const test = base.extend<{ part: PartServer; away: Page }, { elsewhere: Elsewhere; site: Site }>({
  elsewhere: [
    async ({}, use) => {
      const elsewhere = await startElsewhere()
      await use(elsewhere)
      await stopElsewhere(elsewhere)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  site: [async ({ elsewhere: { site } }, use) => use(site), { scope: 'worker' }],
  part: async ({ elsewhere: { part } }, use) => {
    await use(part)
    await part.reset()
  },
  away: async ({ browser, elsewhere }, use) => {
    const page = await openPage(browser, elsewhere)
    await use(page)
    await page.context().close()
  },
})

const openPage = async (browser: Browser, { site }: Elsewhere): Promise<Page> =>
  (await browser.newContext({ baseURL: site.url })).newPage()

const panel = (page: Page) => page.getByRole('main').getByRole('alert')
const teams = (page: Page) => page.getByRole('heading', { name: 'Registered Teams', level: 1 })

async function expectRestToWork(page: Page): Promise<void> {
  await page.goto('/dinner/info')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/dinner/i)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Learn More' })).toBeVisible()
}

test('a part may come from another origin', async ({ away: page }) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto('/registration/teams')
  await expect(teams(page)).toBeVisible()
  expect(problems).toEqual([])
})

test('a part that is down costs its own area only, and Retry brings it back', async ({ away: page, part }) => {
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

test('a part that never answers is given up', async ({ away: page, part }) => {
  part.hanging = true
  await page.clock.install()
  const asked = page.waitForRequest(part.manifest)
  await page.goto('/registration/teams')
  await asked
  await expect(page.getByRole('main').getByText('Registered Teams', { exact: true })).toBeVisible()
  await page.clock.fastForward(30_000)
  await expect(panel(page)).toBeVisible()
  await expectRestToWork(page)
})

test('a part that arrives after it was given up is shown without a press', async ({ away: page, part }) => {
  const held = Promise.withResolvers<void>()
  await page.route(part.manifest, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.clock.install()
  const asked = page.waitForRequest(part.manifest)
  await page.goto('/registration/teams')
  await asked
  await page.clock.fastForward(20_000)
  await expect(panel(page)).toBeVisible()
  held.resolve()
  await expect(teams(page)).toBeVisible()
})

/** Errors of the tournament part that pages have reported, as the TD sees them. */
async function countedErrors({ request }: Page): Promise<number> {
  const { token } = await (await request.post('/api/auth/login', { data: td })).json()
  const answer = await request.get('/api/parts', { headers: { authorization: `Bearer ${token}` } })
  const { parts } = (await answer.json()) as { parts: ListedPart[] }
  const { errors = [] } = parts.find(({ name }) => name === 'tournament') ?? {}
  return errors.reduce((sum, { count }) => sum + count, 0)
}

const expectErrorsCounted = (page: Page, count: number) => expect.poll(() => countedErrors(page)).toBe(count)

/** An entry whose mount draws the page of the teams by this component. React's own function is the shell's. */
const drawing = (component: string) =>
  mounting(`{ routes: [{ path: '/registration/teams', Component: ${component} }] }`)
const mounting = (mount: string) => `var tournament = { init: () => 0, get: () => Promise.resolve(() => (${mount})) }`
const button = `({ $$typeof: Symbol.for('react.transitional.element'), type: 'button', key: null, ref: null,
  props: { children: 'Carve', onClick: () => { throw new Error('burnt gravy') } } })`
const burn = `throw new Error('burnt gravy')`

type Built = (entry: string) => string

/** An entry as it would be had the part been built with this version of the kit and asked for this range of it. */
const builtWithKit = (version: string, range: string) => (entry: string) =>
  entry
    .replaceAll(`version:"${kitVersion}"`, `version:"${version}"`)
    .replaceAll(/(requiredVersion:)"\^1\.[^"]*"/g, (_, key: string) => `${key}"${range}"`)

const broken: readonly (readonly [what: string, part: string | Built | object, says: RegExp])[] = [
  ['throws while it loads', burn, /This area could not be shown/],
  [
    'throws while it mounts',
    `var tournament = { init: () => 0, get: () => { ${burn} } }`,
    /This area could not be shown/,
  ],
  ['throws while it is drawn', drawing(`() => { ${burn} }`), /Something in this area broke/],
  ['exposes something else', mounting('{ default: 1 }'), /please reload it/],
  ['has a page as its entry', '<!doctype html><title>Not found</title>', /This area could not be shown/],
  // Before what a site can read: of a description that it cannot, it shows what it read last.
  ['names another part', { name: 'dinner' }, /announced as those of another part/],
  ['runs on another contract', { contract: '^99' }, /please reload this page/],
  ['needs a newer kit', builtWithKit('1.99.0', '^1.99.0'), /does not fit.*please reload/],
]

/** A site that looked the part up amid the step before knows it for some seconds as it was then. */
const expectOnceKnown = (page: Page, isShown: () => Promise<void>) =>
  expect(async () => {
    await page.goto('/registration/teams')
    await isShown()
  }).toPass()

test('a part that breaks or does not fit costs its own area only, and says which and what to do', async ({
  away: page,
  part,
}) => {
  const before = await countedErrors(page)
  for (const [what, change, says] of broken)
    await test.step(what, async () => {
      if (typeof change === 'string') part.rebuild(() => change)
      else if (typeof change === 'function') part.rebuild(change as Built)
      else part.describe(change)
      await expectOnceKnown(page, () => expect(panel(page)).toContainText(says, { timeout: 5_000 }))
      await expect(page.getByRole('heading', { name: 'The tournament pages didn’t load' })).toBeVisible()
      await part.reset()
    })
  await expect.poll(() => countedErrors(page)).toBeGreaterThanOrEqual(before + broken.length)
  await expectRestToWork(page)
  await expectOnceKnown(page, () => expect(teams(page)).toBeVisible({ timeout: 5_000 }))
})

test('what a part throws in an event takes nothing away', async ({ away: page, part }) => {
  const thrown = page.waitForEvent('pageerror')
  part.rebuild(() => drawing(`() => ${button}`))
  const before = await countedErrors(page)
  await page.goto('/registration/teams')
  for (let times = 0; times < 2; times++) await page.getByRole('button', { name: 'Carve' }).click()
  expect((await thrown).message).toContain('burnt gravy')
  await expect(page.getByRole('button', { name: 'Carve' })).toBeVisible()
  await page.getByRole('link', { name: 'Thanksgiving Ultimate' }).first().click()
  await expect(page.getByRole('link', { name: 'Learn More' })).toBeVisible()
  await expectErrorsCounted(page, before + 1)
})

for (const [version, range] of [
  ['1.0.1', '^1.0.0'],
  ['9.2.0', '>=1'],
] as const)
  test(`a part that brings the kit ${version} along uses the shell's, and so do all others`, async ({
    away: page,
    part,
  }) => {
    const problems: string[] = []
    await watch(page, problems)
    part.rebuild(builtWithKit(version, range))
    const choose = async (menu: string, name: string) => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: menu }).click()
      return page.locator('[data-menu-open]').getByRole('link', { name })
    }
    // The part offers what it brings along before the shell needs what it loads late, for those who sign in.
    await page.goto('/tournament/info')
    await expect(page.getByRole('heading', { name: 'Tournament Info', level: 1 })).toBeVisible()
    await signIn(page)
    await (await choose('Registration', 'Registered Teams')).click()
    await expect(teams(page)).toBeVisible()
    await (await choose('Dinner', 'Dinner Check-In')).click()
    await expect(page.getByRole('heading', { name: 'Dinner Check-In', level: 1 })).toBeVisible()
    const used = await page.evaluate(() => {
      const [shell] = (globalThis as unknown as Federated).__FEDERATION__.__INSTANCES__
      const kit = Object.entries(shell?.shareScopeMap['default'] ?? {}).filter(([name]) => name.includes('/kit/'))
      return kit.flatMap(([, versions]) => Object.values(versions).filter(({ lib }) => lib))
    })
    expect(used.length).toBeGreaterThan(8)
    expect(used.filter((shared) => shared.version !== kitVersion)).toEqual([])
    expect(problems).toEqual([])
  })

test('an open tab says that a part was built anew, and shows it after a tap, with the shell untouched', async ({
  away: page,
  part,
}) => {
  await page.goto('/registration/teams')
  await expect(teams(page)).toBeVisible()
  const shell = await page.locator('script[src*="/parts/shell/"]').first().getAttribute('src')
  part.rebuild((entry) => `${entry}\n;document.documentElement.dataset.build = 'second';`)
  const word = page.getByText('A new version is ready.')
  await expect(async () => {
    // As when the network comes back.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(word).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-build', 'second')
  await expect(teams(page)).toBeVisible()
  await expect(word).toHaveCount(0)
  expect(await page.locator('script[src*="/parts/shell/"]').first().getAttribute('src')).toBe(shell)
})

test('an entry that is not the one the page vouches for is not run', async ({ away: page, part }) => {
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
    const { remotes } = JSON.parse((await settings.textContent()) ?? '')
    const { entry, integrity } = remotes.find(({ name }: { name: string }) => name === 'tournament')
    expect([entry, typeof integrity]).toEqual([expect.stringContaining(part.entry()), 'string'])
  }).toPass()
  await expect(panel(page)).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-hacked')
})

test('a pinned part runs as long as its entry and all that the entry loads are what was pinned', async ({
  browser,
}) => {
  const hack = (script: string) => `${script}\n;document.documentElement.dataset.hacked = 'yes';`
  const elsewhere = await startElsewhere((part) => `#${part.digest()}`)
  const page = await openPage(browser, elsewhere)
  try {
    await page.goto('/registration/teams')
    await expect(teams(page)).toBeVisible()
    const { part } = elsewhere
    for (const change of [() => part.tamper(/expose_mfe/, hack), () => part.rebuild(hack)]) {
      change()
      await page.goto('/registration/teams')
      await expect(panel(page)).toBeVisible()
      await expect(page.locator('html')).not.toHaveAttribute('data-hacked')
    }
  } finally {
    await page.context().close()
    await stopElsewhere(elsewhere)
  }
})
