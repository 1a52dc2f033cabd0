import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from '../fixtures/site.ts'
import { expect } from '../fixtures/test.ts'

/** Runs in the page, with the token of a TD: a team that counts brings a dish. */
export async function addDish(token: string): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const post = async (path: string, body: object) => {
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const captain = { captainName: 'Robin Ridge', captainEmail: 'robin@example.org', captainPhone: '(256) 555-0142' }
  const bid = { teamName: 'Gravy Boats', location: 'Huntsville, AL', division: 'rec', ...captain }
  const { team } = await post('/api/register-team', bid)
  await post(`/api/teams/${team.id}/confirm-address`, {})
  const { slot } = await post('/api/dinner-slots', { name: 'Gravy', category: 'dishes', max_signups: 2 })
  const who = { personName: 'Becky', email: 'becky@example.org', captainId: team.id, slotId: slot.id }
  await post('/api/dinner-signup', who)
  await post('/api/dinner-signup', { ...who, personName: 'Sid', email: 'sid@example.org' })
}

/** Opens a page by the menus, as a visitor does who has no address to type. */
export async function choose(page: Page, menu: string, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: menu }).click()
  await page.locator('[data-menu-open]').getByRole('link', { name, exact: true }).click()
}

/** Files of a part that it is not mounted with, and that no page of it starts with, as its manifest lists them. */
export function findLaterFiles(part: string): string[] {
  const { exposes, pageFiles } = JSON.parse(readFileSync(join(root, 'dist', part, 'mf-manifest.json'), 'utf8'))
  const [{ assets }] = exposes
  const first = new Set(Object.values<{ files: string[] }>(pageFiles).flatMap(({ files }) => files))
  const later: string[] = [...assets.js.async, ...assets.css.async].filter((file) => !first.has(file))
  return later.map((file) => `/parts/${part}/${file}`)
}

/**
 * Lets files go missing as long as the connection is down. What a page fetches at rest is not counted: whether it is early enough
 * is a matter of luck.
 */
export async function withoutFiles(page: Page, isLater: (file: string) => boolean) {
  const connection = { isDown: true, lost: new Set<string>(), came: new Set<string>() }
  await page.route('**/parts/*/{js,css}/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const isAtRest = route.request().resourceType() === 'fetch'
    if (isLater(pathname) && !isAtRest) (connection.isDown ? connection.lost : connection.came).add(pathname)
    return isLater(pathname) && connection.isDown ? route.abort() : route.continue()
  })
  return connection
}

/** What tells about a missing file stands in the page, inside its frame; the router's own error page is nowhere. */
export async function expectNotice(page: Page, text: string | RegExp) {
  const notice = page.getByRole('alert').filter({ hasText: text })
  await expect(notice).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await expect(page.getByText('Unexpected Application Error')).toHaveCount(0)
  return notice
}

/** Presses Try again in a notice. The site also tries every 15 seconds, so the notice may be gone before the press. */
export async function pressTryAgain(notice: Locator): Promise<void> {
  const button = notice.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 2_000 })
  }).toPass()
}
