import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptReleases, releasesToKeep, unpackRelease } from '../../scripts/skew/releases.ts'
import { root, type Site, startSite } from '../fixtures/site.ts'
import { test as base, elsewhere, expect } from '../fixtures/test.ts'
import { bringDish, filesOf, fillBid, moveDish, openCheckIn, previewing, sendBid, tdAt } from './walk.ts'

/** The last releases of the site, oldest first, each unpacked into a folder in which it runs. */
const test = base.extend<object, { past: readonly string[] }>({
  past: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'releases-'))
      const folders = keptReleases().map((_, at) => join(folder, String(at)))
      await Promise.all(keptReleases().map((file, at) => unpackRelease(file, join(folder, String(at)))))
      await use(folders)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test('parts of the last two releases work on the shell and the backend of today', async ({
  browser,
  site,
  past,
  problems,
}) => {
  const td = await tdAt(site)
  await td.addDish('Yams')
  for (const [at, code] of past.entries()) {
    const version = `0.0.${at}`
    for (const name of ['tournament', 'dinner']) expect((await td.release(name, code, version)).status, name).toBe(201)
    const page = await previewing([browser, site, problems], td, { tournament: version, dinner: version })
    await fillBid(page, `Gravy Train ${at}`, `Robin Ridge ${at}`)
    expect(await filesOf(page, 'tournament')).toContainEqual(expect.stringContaining(`/${version}/`))
    await sendBid(page)
    await bringDish(page, 'Yams', `Robin Ridge ${at}`)
    const { checkIn, arrived } = await openCheckIn(page, `Robin Ridge ${at}`)
    await checkIn.click()
    await expect(arrived).toBeVisible()
    await moveDish(page, td, `Robin Ridge ${at}`, at)
    expect(await filesOf(page, 'dinner')).toContainEqual(expect.stringContaining(`/${version}/`))
    await page.context().close()
  }
})

test('parts of today work on the last shell and backend or are refused, and tabs outlive two releases', async ({
  browser,
  past,
  problems,
}) => {
  const [beforeLast = '', last = ''] = past
  const site: Site = await startSite({}, beforeLast)
  try {
    const td = await tdAt(site)
    await td.addDish('Yams')
    const oldTab = await elsewhere(browser, site, problems)
    await fillBid(oldTab, 'Slow Typists', 'Riley Slow')

    // What is sent while the site is away, as between the end of one release and the start of the next, is sent later.
    const version = '0.1.0-today'
    expect((await td.release('tournament', root, version)).status).toBe(201)
    await site.restart({}, last)
    expect((await td.release('dinner', root, version)).status).toBe(201)
    const page = await previewing([browser, site, problems], td, { tournament: version, dinner: version })
    await fillBid(page, 'Gravy Train', 'Robin Ridge')
    expect(await filesOf(page, 'tournament')).toContainEqual(expect.stringContaining(`/${version}/`))
    await sendBid(page)
    await bringDish(page, 'Yams', 'Robin Ridge')
    const { checkIn, arrived } = await openCheckIn(page, 'Robin Ridge')
    await site.end()
    await checkIn.click()
    await expect(arrived).toBeVisible()
    await site.restart({}, root)
    await moveDish(page, td, 'Robin Ridge', 1)

    await sendBid(oldTab)
    const { teams } = (await td.get('registered-teams')) as { teams: { team_name: string }[] }
    expect(teams.map((team) => team.team_name)).toEqual(['Gravy Train', 'Slow Typists'])
  } finally {
    await site.stop()
  }
})

test('the releases that are kept are the last two, and small', () => {
  expect(keptReleases()).toHaveLength(releasesToKeep)
  for (const file of keptReleases()) expect(statSync(file).size).toBeLessThan(1_500_000)
})
