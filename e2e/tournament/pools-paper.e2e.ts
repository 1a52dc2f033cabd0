import type { Page } from '@playwright/test'
import { readSheet } from '../fixtures/pools-page.ts'
import { arriveSignedIn, expect, td, demoTest as test } from '../fixtures/test.ts'

const admin = { username: 'admin', password: 'demo-admin' }

for (const who of [td, admin])
  test(`the ${who.username} prints the public pools beside the builder, without what the public may not see`, async ({
    page,
  }) => {
    await arriveSignedIn(page, who)
    await page.goto('/tournament/poolplay?division=comp')
    await expect(page.getByRole('button', { name: 'Add Pools' })).toBeVisible()
    const sheet = await readSheet(page)
    expect(sheet).toMatch(/Competitive.*Pool A.*A1.*Recreational.*Pool A.*A1/s)
    expect(sheet).not.toMatch(/555-|@|Number of pools|Unsaved/)
  })

const longName = 'Thanksgivingturkeyhuckerssociety'

/** The words that stand on two lines each, of those that are in sight, and how much wider the page is than its sheet. */
async function brokenOnPaper(page: Page): Promise<{ words: string[]; beyond: number }> {
  await page.emulateMedia({ media: 'print' })
  return page.evaluate(() => {
    const words: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const isHidden =
        (texts.currentNode.parentElement?.closest('span, label')?.getBoundingClientRect().width ?? 9) <= 1
      for (const { 0: word, index } of (texts.currentNode.textContent ?? '').matchAll(/[\p{L}\p{N}’]+/gu)) {
        const letters = document.createRange()
        letters.setStart(texts.currentNode, index)
        letters.setEnd(texts.currentNode, index + word.length)
        const lines = new Set(Array.from(letters.getClientRects(), ({ top }) => Math.round(top)))
        if (lines.size > 1 && !isHidden) words.push(word)
      }
    }
    return { words, beyond: document.documentElement.scrollWidth - innerWidth }
  })
}

test('paper breaks no word of the lists of teams and pools, also a very long one', async ({ page }) => {
  await page.route(/registered-teams|published/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/Gobble Gobble Huck/g, longName) })
  })
  await page.setViewportSize({ width: 700, height: 900 })
  const read = async (path: string) => {
    await page.emulateMedia({ media: null })
    await page.goto(path)
    await expect(page.getByText(longName).first()).toBeVisible()
    return brokenOnPaper(page)
  }
  expect(await read('/tournament/poolplay?division=comp')).toEqual({ words: [], beyond: 0 })
  await arriveSignedIn(page)
  expect(await read('/registration/teams')).toEqual({ words: [], beyond: 0 })
})

test('four pools stand in one row from 1600 px on, for visitors and in the builder', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  const rows = async () => {
    const pools = page.getByRole('region', { name: /^Pool [A-Z]$/ })
    await expect(pools).toHaveCount(4)
    return new Set(await pools.evaluateAll((all) => all.map((pool) => pool.getBoundingClientRect().top))).size
  }
  await page.goto('/tournament/poolplay?division=comp')
  expect(await rows()).toBe(1)
  await arriveSignedIn(page)
  await page.goto('/tournament/poolplay?division=comp')
  await expect(page.getByRole('button', { name: 'Add Pools' })).toBeVisible()
  expect(await rows()).toBe(1)
})
