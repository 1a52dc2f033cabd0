import { explainDenial } from '../../shell/src/navigation/admission.ts'
import { helper, test } from '../fixtures/check-in-page.ts'
import { arriveSignedIn, expect } from '../fixtures/test.ts'
import { type CheckedPage, knownPages } from './known-pages.ts'

const isShownTo = (page: CheckedPage, role: 'helper' | null) => explainDenial(page, role) === null

// The pages of visitors and of the TD are opened, with the same eye on them, where their pictures are taken.
test('no page that a helper has signed in for violates its policy', async ({ page, problems }) => {
  await arriveSignedIn(page, helper)
  const own = knownPages.filter((one) => isShownTo(one, 'helper') && !isShownTo(one, null))
  expect(own.length).toBeGreaterThan(2)
  for (const { path } of own) {
    await page.goto(path)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(problems, path).toEqual([])
  }
})

test('what checks input, a fifth of what a page would load, comes where something is entered', async ({ page }) => {
  const checking = new Set<string>()
  page.on('request', (asked) => /\/js\/zod\./.test(asked.url()) && checking.add(new URL(page.url()).pathname))
  for (const path of ['/', '/registration/teams', '/tournament/poolplay', '/registration/register']) {
    await page.goto(path)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  }
  await expect.poll(() => [...checking]).toEqual(['/registration/register'])
})

for (const path of ['/', '/api/docs'])
  test(`nothing at ${path} turns a text into code, and no style applies but the page's own`, async ({
    browser,
    site,
  }) => {
    // A page of its own, because what is provoked here is a problem everywhere else.
    const page = await browser.newPage({ baseURL: site.url })
    await page.goto(path)
    await expect(page.locator('h1').first()).toBeVisible()
    const { own, blocking } = await page.evaluate(() => ({
      own: [...document.styleSheets].filter(({ href, cssRules }) => href === null && cssRules.length > 0).length,
      blocking: (performance.getEntriesByType('resource') as { name: string; renderBlockingStatus?: string }[])
        .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')
        .map(({ name }) => name),
    }))
    expect({ own, blocking }, 'the page is styled by itself, and its first paint waits for no file').toEqual({
      own: 1,
      blocking: [],
    })
    const outcomes = await page.evaluate(() => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): void }
      }
      const attempts = {
        markup: () => Object.assign(document.createElement('div'), { innerHTML: '<b>text</b>' }),
        address: () => Object.assign(document.createElement('script'), { src: 'https://elsewhere.example/x.js' }),
        policy: () => trustedTypes.createPolicy('other', {}),
        style: () => {
          const style = Object.assign(document.createElement('style'), { textContent: ':root { --other: here }' })
          document.head.append(style)
          const applied = getComputedStyle(document.documentElement).getPropertyValue('--other')
          if (applied !== 'here') throw new Error('It does not apply.')
        },
      }
      return Object.entries(attempts).map(([name, attempt]) => {
        try {
          attempt()
          return `${name} went through`
        } catch {
          return `${name} refused`
        }
      })
    })
    expect(outcomes).toEqual(['markup refused', 'address refused', 'policy refused', 'style refused'])
    await page.close()
  })
