import { expectAccessible } from '../fixtures/accessibility.ts'
import { startWith } from '../fixtures/photos-page.ts'
import { type Site, startSite } from '../fixtures/site.ts'
import { untilStored } from '../fixtures/stored-answers.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { askAsTd, publishWeekend } from '../fixtures/weekend-site.ts'

/** Each of them wins against those after it. */
const past = ['Gravy Boats', 'Huck Finns', 'Kudzu Kids', 'Moon Pies']
const present = ['Tom Sawyers', 'Becky Thatchers', 'Injun Joes']

/** A site of 2026 on which the tournament of 2025 has taken place, under another name and elsewhere. */
async function startAfterPastEdition(): Promise<Site> {
  const site = await startSite()
  const ask = await askAsTd(site)
  const set = { name: 'River Cup', ordinal: '3rd', city: 'Hannibal, Missouri', venue: { name: 'Riverfront Fields' } }
  await ask('PUT', '/edition', set, { 'if-match': '"v0"' })
  const weekend = await publishWeekend(site, past)
  for (const [index, one] of past.entries())
    for (const other of past.slice(index + 1)) await weekend.score(one, other, [11, 4])
  await ask('POST', '/brackets/comp/make', {})
  await ask('POST', '/brackets/comp/post')
  for (const _ of ['semifinals', 'finals'])
    for (const { id, stage, status, home, away } of await weekend.listGames())
      if (stage === 'bracket' && status === 'scheduled' && home.team && away.team)
        await ask('PUT', `/games/${id}/result`, { home: 13, away: 7 })
  await startWith(site, ['Universe point'])
  await ask('POST', '/editions', { year: 2026, copy: [] })
  await ask('POST', '/editions/2026/publish')
  const { headers } = await fetch(`${site.url}/api/edition`)
  await ask('PUT', '/edition', { name: 'Lake Cup', ordinal: '4th' }, { 'if-match': headers.get('etag') ?? '' })
  await publishWeekend(site, present)
  return site
}

const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await startAfterPastEdition()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test('a past edition is found from the foot of every page, and shown as it was', async ({ page }) => {
  await page.goto('/registration/teams')
  await expect(page.getByRole('main')).toContainText('Tom Sawyers')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Past years' }).click()
  await expect(page).toHaveTitle('Past Years · Lake Cup')
  const years = page.getByRole('main').getByRole('listitem')
  await expect(years).toHaveCount(1)
  await years.getByRole('link', { name: '2025' }).click()

  await expect(page).toHaveURL('/archive/2025')
  await expect(page).toHaveTitle('Archive 2025 · Lake Cup')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Archive: 2025')
  await expect(main).toContainText('3rd River CupNovember 22 to 23, 2025. Riverfront Fields, Hannibal, Missouri.')
  await expect(main.getByRole('region', { name: 'Champions', exact: true })).toHaveText(
    'Competitive championGravy Boats',
  )
  const section = (name: string) => main.getByRole('region', { name, exact: true })
  await expect(section('Teams').getByRole('listitem')).toHaveText(past.map((name) => `${name}Huntsville, AL`))
  await expect(section('Pools').getByRole('listitem')).toContainText(past)
  const standings = section('Results').getByRole('table', { name: 'Standings of Pool A' })
  await expect(standings.getByRole('row').nth(1)).toContainText('Gravy Boats')
  await section('Results').getByText('All games').click()
  await expect(section('Results').getByText('Kudzu Kids')).not.toHaveCount(0)
  await expect(section('Photos').getByRole('img', { name: 'Universe point' })).toBeVisible()
  for (const team of present) await expect(main).not.toContainText(team)
  await expectAccessible(page, { label: 'the archive' })

  await main.getByRole('tab', { name: 'Recreational' }).click()
  // The division before leaves as this one comes.
  await expect(section('Teams')).toHaveCount(1)
  await expect(section('Teams')).toContainText('No team registered in this division.')
  await expect(section('Pools')).toContainText('No pools were published.')
  await expect(section('Results')).toContainText('There are no results.')
})

test('nothing of a past edition stands on the pages of this one', async ({ page }) => {
  for (const path of ['/registration/teams', '/tournament/poolplay', '/standings', '/schedule?view=time']) {
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main).toContainText('Tom Sawyers')
    for (const team of past) await expect(main).not.toContainText(team)
  }
  await page.goto('/tournament/bracket')
  await expect(page.getByRole('main')).not.toContainText('Gravy Boats')
})

test('the archive is shown from the device while the server is away, as of when it was read', async ({
  page,
  problems,
}) => {
  await page.goto('/archive/2025')
  const main = page.getByRole('main')
  await expect(main).toContainText('Gravy Boats')
  await untilStored(page, 'edition/archive/2025')
  await page.route('**/api/archive/2025', (route) => route.abort())
  await page.reload()
  await expect(main).toContainText('The archive is as of')
  await expect(main).toContainText('Gravy Boats')
  problems.splice(0)
})

test('a year that is not over has no archive, and another address below leads to the list', async ({
  page,
  problems,
}) => {
  for (const year of ['2026', '1999']) {
    await page.goto(`/archive/${year}`)
    await expect(page.getByRole('main')).toContainText(`There is no archive of ${year}.`)
    // The browser reports the answer.
    expect(problems.splice(0).every((problem) => problem.includes('404'))).toBe(true)
  }
  await page.getByRole('link', { name: 'See past years' }).click()
  await expect(page).toHaveURL('/archive')
  await page.goto('/archive/all')
  await expect(page).toHaveURL('/archive')
})

test('a link to a past edition has a preview of its own', async ({ request }) => {
  const html = await (await request.get('/archive/2025')).text()
  expect(html).toContain('<title>Archive 2025 · Lake Cup</title>')
  expect(html).toContain('content="The tournament of 2025: its teams, pools, results and photos."')
  expect(html.slice(html.indexOf('<div id="root">'))).toContain('Archive: 2025')
  expect(await (await request.get('/archive/1999')).text()).toContain('<title>Lake Cup</title>')
})

base('a site without a past edition offers none', async ({ page, request }) => {
  await page.goto('/archive')
  await expect(page.getByRole('main')).toContainText('There are no past years yet.')
  await expect(page.getByRole('contentinfo')).toContainText('© 2025')
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(0)
  expect(await (await request.get('/')).text()).not.toContain('href="/archive"')
})
