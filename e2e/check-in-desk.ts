import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { type Site, startSite } from './site.ts'
import { test as base, expect } from './test.ts'

/** A dinner with dozens of dishes and servers, some of the dishes at the door already; seen on a phone. */
export const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await startSite({ SEED: 'demo' })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  viewport: { width: 360, height: 740 },
})

export const helper = { username: 'helper', password: 'demo-helper' }
export const dishes = '/dinner/checkin'
export const servers = '/dinner/server-checkin'

export const pending = (page: Page) => page.getByRole('region', { name: 'Pending' })
export const here = (page: Page) => page.getByRole('region', { name: 'Checked In' })
export const rows = (list: ReturnType<typeof pending>) => list.getByRole('listitem')
export const search = (page: Page) => page.getByRole('searchbox')
export const counter = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: label }) })
    .locator('dd')

/** What an element says. Not `innerText`: that is empty while a row of `content-visibility: auto` was not painted yet. */
export async function textOf(element: Locator): Promise<string> {
  await expect(element).not.toBeEmpty()
  return (await element.textContent()) ?? ''
}

export async function tokenOf(request: APIRequestContext, who: { username: string; password: string }) {
  return (await (await request.post('/api/auth/login', { data: who })).json()) as { token: string; user: unknown }
}

/** Opens the page as somebody who signed in before. */
export async function open(page: Page, path: string, { rowsShow = true, as = helper } = {}): Promise<void> {
  const { token, user } = await tokenOf(page.request, as)
  // Any page of the site that is no page of the shell: this is quicker, and asks for nothing as a visitor.
  await page.goto('/healthz')
  await page.evaluate(
    ([authToken, stored]) => {
      localStorage.setItem('authToken', authToken)
      localStorage.setItem('user', stored)
    },
    [token, JSON.stringify(user)] as const,
  )
  await page.goto(path)
  if (rowsShow) await expect(rows(pending(page)).first()).toBeVisible()
}

/** The pending row of the first person and dish, told apart from other dishes of that person. */
export async function firstRow(page: Page) {
  const who = rows(pending(page)).first().locator('[id^="who-"]')
  const id = (await who.getAttribute('id'))?.replace('who-', '') ?? ''
  return {
    id,
    person: await textOf(who.locator('bdi').first()),
    inPending: pending(page).locator(`#who-${id}`),
    inHere: rows(here(page)).filter({ has: page.locator(`#here-${id}`) }),
    checkIn: rows(pending(page)).first().getByRole('button', { name: 'Check In' }),
  }
}
