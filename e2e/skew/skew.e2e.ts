import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { releasesToKeep, storedReleases, unpackRelease } from '../../scripts/skew.ts'
import { root, type Site, startSite } from '../fixtures/site.ts'
import { arriveSignedIn, test as base, elsewhere, expect } from '../fixtures/test.ts'
import {
  bringDish,
  completeReleases,
  createLogin,
  expectReleaseOf,
  fillBid,
  moveDish,
  openCheckIn,
  previewing,
  sendBid,
  tdAt,
  withWorker,
} from './walk.ts'

/** The last releases of the site, oldest first, each unpacked into a folder in which it runs. */
const test = base.extend<object, { past: readonly string[] }>({
  past: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'releases-'))
      const folders = storedReleases().map((_, at) => join(folder, String(at)))
      await Promise.all(storedReleases().map((file, at) => unpackRelease(file, join(folder, String(at)))))
      await use(folders)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // Earlier releases lose the focus, and cannot be mended.
  lostFocus: async ({}, use) => use([]),
})

// Parts and workers fetch what they always fetch.
test.use({ savesData: false })

test('parts of the last two releases work on the shell and the backend of today', async ({
  browser,
  site,
  past,
  problems,
}) => {
  const td = await tdAt(site)
  await td.addDish('Yams')
  const place = [browser, site, problems] as const
  const walk = async (code: string, at: number) => {
    const version = `0.0.${at}`
    const captain = `Robin Ridge ${at}`
    await td.addTeam(`Gravy Boat ${at}`, captain)
    await Promise.all([
      register(await release('tournament'), `Swift Spirits ${at}`),
      bringAndMove(await release('dinner'), captain, at),
      addHelper(await release('staff'), `helper-${at}`),
    ])
    async function release(name: string): Promise<Page> {
      expect((await td.release(name, code, version)).status, name).toBe(201)
      return previewing(place, td, [name, version])
    }
    async function register(page: Page, team: string) {
      // By a captain of their own, so that the sign-up beside this finds one captain by their name.
      await fillBid(page, team, 'Riley Swift')
      await sendBid(page)
      await expectReleaseOf(page, 'tournament', version)
      await page.context().close()
    }
    async function addHelper(page: Page, username: string) {
      await arriveSignedIn(page)
      await createLogin(page, td, username)
      await expectReleaseOf(page, 'staff', version)
      await page.context().close()
    }
    async function bringAndMove(page: Page, captain: string, at: number) {
      await bringDish(page, 'Yams', captain)
      const { checkIn, arrived } = await openCheckIn(page, captain)
      await checkIn.click()
      await expect(arrived).toBeVisible()
      await moveDish(page, td, captain, at)
      await expectReleaseOf(page, 'dinner', version)
      await page.context().close()
    }
  }
  await Promise.all(past.map(walk))
})

test('parts of today work on the last shell and backend, and open tabs outlive two releases', async ({
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

    const version = '0.1.0-today'
    expect((await td.release('tournament', root, version)).status).toBe(201)
    await site.restart({}, last)
    expect((await td.release('dinner', root, version)).status).toBe(201)
    // What the part needs beyond the last release is for pages that are not opened here.
    expect((await td.release('staff', root, version, { needs: {} })).status).toBe(201)
    await td.addTeam('Gravy Boat', 'Robin Ridge')
    const place = [browser, site, problems] as const
    const captain = await previewing(place, td, ['tournament', version])
    const page = await previewing(place, td, ['dinner', version])
    const staff = await previewing(place, td, ['staff', version])
    await arriveSignedIn(staff)
    await Promise.all([
      fillBid(captain, 'Swift Spirits', 'Riley Swift'),
      bringDish(page, 'Yams', 'Robin Ridge'),
      createLogin(staff, td, 'new-helper'),
    ])
    await expectReleaseOf(staff, 'staff', version)
    await staff.context().close()
    await sendBid(captain)
    await expectReleaseOf(captain, 'tournament', version)

    // What is tapped between the end of one release and the start of the next is sent later.
    const { checkIn, arrived } = await openCheckIn(page, 'Robin Ridge')
    const phone = await withWorker(browser, site, problems)
    await openCheckIn(phone, 'Robin Ridge')
    await expect.poll(() => completeReleases(phone)).toHaveLength(1)
    const [past] = await completeReleases(phone)
    await site.end()
    await checkIn.click()
    await expect(arrived).toBeVisible()
    await expectReleaseOf(page, 'dinner', version)
    // A phone that opens the last release from its copy.
    const kept = await openCheckIn(phone, 'Robin Ridge', { isSignedIn: true })
    await kept.checkIn.click()
    await expect(kept.arrived).toContainText(/Not sent yet|Sending/)
    await site.restart({}, root)
    await expect(kept.arrived).not.toContainText(/Not sent yet|Sending/)
    // The worker of the last release opens the site of today, and keeps it in place of its own.
    await phone.goto('/dinner/checkin')
    await expect.poll(() => completeReleases(phone)).toEqual([expect.not.stringMatching(past ?? '')])
    await expect(kept.arrived).toBeVisible()
    const { events } = (await td.get('audit?type=CheckedIn')) as { events: { happened_at: string | null }[] }
    expect(events.map(({ happened_at }) => happened_at !== null)).toEqual([true])
    await moveDish(page, td, 'Robin Ridge', 1)

    await sendBid(oldTab)
    const { teams } = (await td.get('registered-teams')) as { teams: { team_name: string }[] }
    expect(teams.map((team) => team.team_name)).toEqual(['Gravy Boat', 'Swift Spirits', 'Slow Typists'])
  } finally {
    await site.stop()
  }
})

test('the releases that are kept are the last two, and small', () => {
  expect(storedReleases()).toHaveLength(releasesToKeep)
  for (const file of storedReleases()) expect(statSync(file).size).toBeLessThan(1_500_000)
})
