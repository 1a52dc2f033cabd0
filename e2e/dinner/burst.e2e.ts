import type { Page } from '@playwright/test'
import { ask, fetchItems, freshDinner, openBoard, test } from '../fixtures/board-page.ts'
import { pauseClock } from '../fixtures/quiet-reads.ts'
import { elsewhere, expect } from '../fixtures/test.ts'

interface Slot {
  readonly id: string
  readonly name: string
  readonly max_signups: number
}

/** Counts by address what the page reads from now on. */
function countReads(page: Page): ReadonlyMap<string, number> {
  const reads = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/') || pathname === '/api/live') return
    reads.set(pathname, (reads.get(pathname) ?? 0) + 1)
  })
  return reads
}

test('a hundred changes in a burst are read at most five times by board, sign-up and audit', async ({
  browser,
  page: board,
  site,
  problems,
}) => {
  const who = await freshDinner(site)
  const [signUp, audit] = [await elsewhere(browser, site, problems), await elsewhere(browser, site, problems)]
  // The pages' own clocks, so that the time between two changes is the same on every machine.
  const pages = [board, signUp, audit]
  for (const page of pages) await page.clock.install()
  await openBoard(board, who)
  await signUp.goto('/dinner/signup')
  await audit.addInitScript(
    ([user, token]) => {
      localStorage.setItem('user', user)
      localStorage.setItem('authToken', token)
    },
    [JSON.stringify(who.user), who.token] as const,
  )
  await audit.goto('/audit')
  const newest = audit.getByRole('list', { name: 'What was done' }).getByRole('listitem').first()
  await expect(newest).toBeVisible()
  const [{ id = '', slot_name: name = '' } = {}] = await fetchItems(site, who.token)
  const slots: Slot[] = (await ask(site, who.token, 'GET /dinner-slots')).body['slots'] ?? []
  const slot = slots.find((one) => one.name === name)
  const offer = (max_signups = 0) => ask(site, who.token, `PUT /dinner-slots/${slot?.id}`, { max_signups })
  await expect(signUp.getByRole('region', { name, exact: true })).toBeVisible()

  for (const page of pages) await pauseClock(page)
  const reads = pages.map(countReads)
  const letPass = (milliseconds: number) => Promise.all(pages.map((page) => page.clock.runFor(milliseconds)))
  for (let change = 1; change <= 50; change++) {
    await ask(site, who.token, `PUT /dinner-management/items/${id}/position`, {
      zone: 'warming',
      position: change % 20,
    })
    await offer(50 + change)
    await letPass(100)
  }
  for (const page of pages) await page.clock.resume()
  await expect(board.locator('[data-drop="warming/10"]')).toContainText(name)
  await expect(signUp.getByRole('region', { name, exact: true })).toContainText('/100')
  await expect(newest).toContainText('100')
  for (const times of reads.flatMap((one) => [...one.values()])) expect(times).toBeLessThanOrEqual(5)

  await offer(slot?.max_signups)
  await freshDinner(site)
  for (const page of [signUp, audit]) await page.context().close()
})
