import { sheetOf } from '../fixtures/pools-page.ts'
import { arriveSignedIn, expect, td, demoTest as test } from '../fixtures/test.ts'

const admin = { username: 'admin', password: 'demo-admin' }

for (const who of [td, admin])
  test(`the ${who.username} prints the public pools beside the builder, without what the public may not see`, async ({
    page,
  }) => {
    await arriveSignedIn(page, who)
    await page.goto('/tournament/poolplay?division=comp')
    await expect(page.getByRole('button', { name: 'Add Pools' })).toBeVisible()
    const sheet = await sheetOf(page)
    expect(sheet).toMatch(/Competitive.*Pool A.*A1.*Recreational.*Pool A.*A1/s)
    expect(sheet).not.toMatch(/555-|@|Number of pools|Unsaved/)
  })
