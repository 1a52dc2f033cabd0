import type { Role } from '@ultimate/events/language/roles.ts'
import { pages, turnedAway } from '../shell/src/navigation/pages.ts'
import { helper, test } from './check-in-desk.ts'
import { arriveSignedIn, expect, td } from './test.ts'

const staff: Record<Role, { username: string; password: string }> = {
  helper,
  admin: { username: 'admin', password: 'demo-admin' },
  TD: td,
}

for (const role of [null, ...(Object.keys(staff) as Role[])]) {
  test(`no page violates its policy for ${role ?? 'the public'}`, async ({ page, problems }) => {
    if (role) await arriveSignedIn(page, staff[role])
    for (const { path } of Object.values(pages).filter((one) => turnedAway(one, role) === null)) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      await expect(page.getByRole('status', { name: /loading/i })).toHaveCount(0)
      expect(problems, path).toEqual([])
    }
  })
}

test('neither the description of the interface nor the site turns text into code', async ({ page, problems }) => {
  for (const [path, allowed] of [
    ['/api/docs', 'none'],
    ['/', 'shell'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('h1').first()).toBeVisible()
    expect(problems).toEqual([])
    const refused = await page.evaluate(() => {
      const script = document.createElement('script')
      const attempts = {
        markup: () => (document.createElement('div').innerHTML = '<b>text</b>'),
        address: () => (script.src = 'https://elsewhere.example/x.js'),
        otherPolicy: () => (window as unknown as { trustedTypes: TrustedTypes }).trustedTypes.createPolicy('other', {}),
      }
      type TrustedTypes = { createPolicy(name: string, rules: object): unknown }
      return Object.entries(attempts).flatMap(([name, attempt]) => {
        try {
          attempt()
          return []
        } catch {
          return [name]
        }
      })
    })
    expect(refused, `${path}, where ${allowed} may`).toEqual(['markup', 'address', 'otherPolicy'])
    problems.length = 0
  }
})
