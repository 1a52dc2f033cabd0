import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { archived, filesOfBuild } from '../../scripts/archive.ts'
import { expectThanks } from '../fixtures/register-page.ts'
import { card, introduce, plus, removes } from '../fixtures/sign-up-page.ts'
import type { Site } from '../fixtures/site.ts'
import { arriveSignedIn, elsewhere, td, watch } from '../fixtures/test.ts'

const bid = { location: 'Huntsville, AL', captainEmail: 'robin@example.org', captainPhone: '(256) 555-0142' }

/** What the TD does at a site, whichever release it runs. */
export async function tdAt(site: Site) {
  const json = { 'content-type': 'application/json' }
  const login = await fetch(`${site.url}/api/auth/login`, { method: 'POST', headers: json, body: JSON.stringify(td) })
  const { token } = (await login.json()) as { token: string }
  const authorization = `Bearer ${token}`
  const ask = async (method: string, path: string, body?: object) => {
    const content = body instanceof FormData ? body : JSON.stringify(body)
    const headers = { authorization, ...(body && !(body instanceof FormData) && json) }
    const answer = await fetch(`${site.url}/api/${path}`, { method, headers, ...(body && { body: content }) })
    return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
  }
  return {
    authorization,
    get: async (path: string) => (await ask('GET', path)).body,
    addDish: (name: string) => ask('POST', 'dinner-slots', { category: 'dishes', name, max_signups: 20 }),
    addTeam: (teamName: string, captainName: string) =>
      ask('POST', 'register-team', { ...bid, division: 'rec', teamName, captainName }),
    /**
     * Releases the part that is built in `dist/<name>` of this folder, under another version and with these changes: from
     * a copy, because other sites serve what is built there.
     */
    async release(name: string, code: string, version: string, changes: object = {}) {
      const built = mkdtempSync(join(tmpdir(), `${name}-`))
      const form = new FormData()
      form.set('version', version)
      try {
        cpSync(join(code, 'dist', name), built, { recursive: true })
        const manifest = join(built, 'mf-manifest.json')
        writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), ...changes, version }))
        const files = filesOfBuild(built).filter((file) => !/\.(map|br|gz)$/.test(file))
        form.set('archive', new Blob([new Uint8Array(await archived(built, files))]), `${name}.tar.gz`)
      } finally {
        rmSync(built, { recursive: true, force: true })
      }
      return ask('POST', `parts/${name}/releases`, form)
    },
  }
}

export type TournamentDirector = Awaited<ReturnType<typeof tdAt>>

/** A page of another browser, which shows this version of a part. */
export async function previewing(
  [browser, site, problems]: readonly [Browser, Site, string[]],
  { authorization }: TournamentDirector,
  [name, version]: readonly [string, string],
): Promise<Page> {
  const page = await elsewhere(browser, site, problems)
  const answer = await page.request.post(`/api/parts/${name}/preview`, {
    headers: { authorization },
    data: { version },
  })
  expect(answer.status(), await answer.text()).toBe(204)
  return page
}

/** The page has loaded nothing of the part but from this release. */
export async function expectReleaseOf(page: Page, name: string, version: string): Promise<void> {
  const files = await page.evaluate((folder) => {
    const paths = performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)
    return paths.filter((path) => path.startsWith(folder))
  }, `/parts/${name}/`)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !file.startsWith(`/parts/${name}/${version}/`))).toEqual([])
}

export async function fillBid(page: Page, team: string, captain: string): Promise<void> {
  await page.goto('/registration/register')
  await page.getByLabel('Team name').fill(team)
  await page.getByLabel('Location').fill(bid.location)
  await page.getByText('Competitive', { exact: false }).first().click()
  await page.getByLabel('Captain name', { exact: true }).fill(captain)
  await page.getByLabel('Captain email', { exact: true }).fill(bid.captainEmail)
  await page.getByLabel('Captain phone', { exact: true }).fill(bid.captainPhone)
}

export async function sendBid(page: Page): Promise<void> {
  await expectThanks(page, () => page.getByRole('button', { name: 'Register' }).click())
}

export async function bringDish(page: Page, dish: string, captain: string): Promise<void> {
  await page.goto('/dinner/signup')
  await introduce(page, { name: `Becky of ${captain}`, email: 'becky@example.org', captain })
  await plus(card(page, dish)).first().click()
  await expect(removes(card(page, dish))).toHaveCount(1)
}

/** A page of another browser, which keeps a copy of the site. */
export async function withWorker(browser: Browser, site: Site, problems: string[]): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site.url, serviceWorkers: 'allow' })).newPage()
  await watch(page, problems)
  return page
}

/** The releases of which this browser has a whole copy with the page for check-ins. */
export const completeReleases = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const wanted = ['/complete', '/dinner/checkin', '/parts/dinner/mf-manifest.json']
    const names = await caches.keys()
    const isWhole = async (name: string) => {
      const cache = await caches.open(name)
      return (await Promise.all(wanted.map((path) => cache.match(path)))).every((found) => found !== undefined)
    }
    const whole = await Promise.all(names.map(isWhole))
    return names.filter((_, at) => whole[at])
  })

/** Opens check-in as the TD, with the row of the person who signed up to this captain. */
export async function openCheckIn(page: Page, captain: string, { isSignedIn = false } = {}) {
  if (!isSignedIn) await arriveSignedIn(page)
  await page.goto('/dinner/checkin')
  const rowIn = (region: string) =>
    page
      .getByRole('region', { name: region })
      .getByRole('listitem')
      .filter({ hasText: `Becky of ${captain}` })
  await expect(rowIn('Pending')).toBeVisible()
  return { checkIn: rowIn('Pending').getByRole('button', { name: 'Check In' }), arrived: rowIn('Checked In') }
}

/** Creates a login in Access Controls. */
export async function createLogin(page: Page, by: TournamentDirector, username: string): Promise<void> {
  await page.goto('/access-controls')
  await page.getByRole('button', { name: 'Create Login' }).click()
  const form = page.getByRole('dialog', { name: 'Create Login' })
  await form.getByLabel('Username').fill(username)
  await form.getByLabel('Email').fill(`${username}@example.org`)
  await form.getByLabel('Role').selectOption('Helper')
  await form.getByRole('button', { name: 'Create Login' }).click()
  const names = async () =>
    ((await by.get('auth/users')) as { users: { username: string }[] }).users.map((user) => user.username)
  await expect.poll(names).toContain(username)
}

interface Item {
  readonly id: string
  readonly person_name: string
  readonly management_zone: string
  readonly management_position: number | null
}

/** Carries the dish of the person who signed up to this captain to a place of Warming, by two taps. */
export async function moveDish(page: Page, by: TournamentDirector, captain: string, place: number): Promise<void> {
  const standing = async () => {
    const { items } = (await by.get('dinner-management/items')) as { items: Item[] }
    return items.find((item) => item.person_name === `Becky of ${captain}`)
  }
  await expect.poll(standing).toBeDefined()
  await page.goto('/dinner/management')
  await page.locator(`[data-dish="${(await standing())?.id}"]`).click()
  await page.locator(`[data-drop="warming/${place}"]`).click()
  await expect.poll(standing).toMatchObject({ management_zone: 'warming', management_position: place })
}
