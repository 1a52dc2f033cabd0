import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { arriveSignedIn, expect, td, test } from '../fixtures/test.ts'

const entries = (page: Page) => page.getByRole('list', { name: 'What was done' }).getByRole('listitem')

const tdHeaders = async (page: Page) => {
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  return { authorization: `Bearer ${token}` }
}

/** What the audit holds, asked by another device of the TD. */
async function audit(page: Page, query: string) {
  const { token } = await (await page.request.post('/api/auth/login', { data: td })).json()
  const answer = await page.request.get(`/api/audit?${query}`, { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()).events as { sentence: { text: string } }[]
}

const bid = (teamName: string) => ({
  teamName,
  location: 'Florence, AL',
  division: 'rec',
  captainName: 'Becky',
  captainEmail: 'becky@example.org',
  captainPhone: '256-555-0142',
})

interface ShownPool {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly teams: readonly ({ readonly id: string } | null)[]
}
const asSaved = ({ id, name, size, teams }: ShownPool) => ({
  id,
  name,
  size,
  teams: teams.map((team) => team?.id ?? null),
})

/** Other tests may have given them another one. */
const nameOfTd = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').full_name)

const hasLostFocus = (page: Page) => page.evaluate(() => document.activeElement === document.body)

/** Runs in the page: presses "Show everything" and chooses an action, before the page has drawn anything in between. */
async function showAllOf(action: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Show everything')
  const select = [...document.querySelectorAll('select')].find((one) => one.labels[0]?.textContent === 'Action')
  if (!button || !select) throw new Error('The page has no such fields')
  button.click()
  // Between the presses of a person the browser runs what waits, and need not draw.
  for (let turn = 0; turn < 100; turn++) await null
  select.value = action
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Runs in the page: fields of the filter that stick out of the page or lie over another one, and a page that scrolls. */
function misplacedFields(): string[] {
  const fields = [...document.querySelectorAll('search input, search select')]
  const boxes = fields.map((field) => ({ name: field.id, box: field.getBoundingClientRect() }))
  const isOver = (one: DOMRect, other: DOMRect) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  const wrong = boxes.flatMap(({ name, box }, index) => {
    const others = boxes.slice(index + 1).filter((other) => isOver(box, other.box))
    return [
      ...(box.width > 0 && box.right <= innerWidth ? [] : [`${name} out of sight`]),
      ...others.map((it) => `${name} over ${it.name}`),
    ]
  })
  return document.documentElement.scrollWidth > innerWidth ? [...wrong, 'the page scrolls sideways'] : wrong
}

test.beforeEach(({ page }) => arriveSignedIn(page))

async function openAudit(page: Page, query = ''): Promise<void> {
  await page.goto(`/audit${query}`)
  await expect(entries(page).first()).toBeVisible()
}

test('tells as it happens who did what, failed sign-ins and sign-outs included', async ({ page, request }) => {
  await openAudit(page)
  await expect(entries(page).filter({ hasText: 'signed in' }).first()).toBeVisible()
  await request.post('/api/auth/login', { data: { username: td.username, password: 'not this one' } })
  await expect(entries(page).first()).toContainText(/A visitor failed to sign in as/)
  await request.post('/api/auth/login', { data: { username: 'unknown at all', password: 'not this one' } })
  await expect(entries(page).first()).toContainText('failed to sign in with a username that no one has')
  await entries(page).first().getByRole('button', { name: 'JSON' }).click()
  await expect(entries(page).first()).toContainText('"type": "SignInFailed"')
  await expect(entries(page).first()).not.toContainText('unknown at all')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  const recorded = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/logout'))
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  expect((await recorded).status()).toBe(204)
  await expect(page).toHaveURL('/')
  const [newest] = await audit(page, 'type=UserSignedOut')
  expect(newest?.sentence.text).toBe('signed out')
})

test('sums up what others did since the TD looked, and the desk says what waits', async ({ page, request }) => {
  await page.goto('/')
  await arriveSignedIn(page)
  await page.goto('/desk')
  const news = page.getByRole('region', { name: /^(In the last seven days|Since you last looked)$/ })
  await expect(news).toBeVisible()
  const seen = news.getByRole('button', { name: 'Mark as seen' })
  if (await seen.isVisible()) await seen.click()
  await expect(news.getByText('Nothing is different.')).toBeVisible()
  const { team } = await (await request.post('/api/register-team', { data: bid('Sleepers of Audit') })).json()
  await expect(news.getByRole('link', { name: '1 team registered' })).toHaveAttribute(
    'href',
    `/audit?subject=team-${team.id}`,
  )
  await expectAccessible(page)
  const waiting = page.getByRole('region', { name: 'Waits for you' })
  await waiting.getByRole('link', { name: /Confirmed teams that have not paid/ }).click()
  await expect(page).toHaveURL('/registration/teams?status=confirmed&paid=no')
  await page.goto('/audit')
  await seen.click()
  await expect(news.getByText('Nothing is different.')).toBeVisible()
  expect(await hasLostFocus(page)).toBe(false)
})

test('is filtered by what the address says, and says in the address what it is filtered by', async ({ page }) => {
  await page.goto('/access-controls')
  const own = page.getByRole('row').filter({ hasText: '(you)' })
  await own.getByRole('link', { name: /^History of/ }).click()
  await expect(page).toHaveURL(/\/audit\?subject=user-/)
  await expect(page.getByText(/^History of/)).toBeVisible()
  await page.evaluate(showAllOf, 'SignInFailed')
  await expect(page).toHaveURL('/audit?action=SignInFailed')
  await expect(entries(page).filter({ hasText: 'signed in' })).toHaveCount(0)
  await page.getByLabel('Area').selectOption('Dinner')
  await expect(page.getByLabel('Action')).toHaveValue('')
  await expect(page).toHaveURL('/audit?module=dinner')
  await page.getByLabel('Area').selectOption('All areas')
  await page.getByLabel('Action').selectOption('UserSignedIn')
  await expect(entries(page).first()).toContainText('signed in')
  await openAudit(page, '?module=dinner&action=UserSignedIn')
  await expect(page.getByLabel('Action')).toHaveValue('UserSignedIn')
  await expect(page.getByLabel('Area')).toHaveValue('')
  await entries(page)
    .first()
    .getByRole('link', { name: await nameOfTd(page), exact: true })
    .click()
  await expect(page).toHaveURL(/who=/)
  await entries(page)
    .first()
    .getByRole('link', { name: /History/ })
    .click()
  await expect(page).toHaveURL(/^[^?]+\?subject=user-[^&]+$/)
  // Only what is near the window is on the page, so the oldest entry is looked for by what was done.
  await page.getByLabel('Action').selectOption('UserAdded')
  await expect(entries(page).last()).toContainText('The site added')
  await page.getByLabel('From').fill('2099-01-01T00:00')
  await expect(page.getByText('No matching entries')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page).toHaveURL('/audit')
  expect(await hasLostFocus(page)).toBe(false)
  await expect(entries(page).first()).toBeVisible()
})

test('finds words, people who were removed, and all that one visitor did', async ({ page, request }) => {
  await openAudit(page)
  const headers = await tdHeaders(page)
  const ask = async (path: string, data: object) => (await page.request.post(`/api/${path}`, { headers, data })).json()
  const { user } = await ask('auth/create-temp-login', {
    username: 'sid.sawyer',
    email: 'sid@example.org',
    role: 'helper',
  })
  await page.request.delete(`/api/auth/users/${user.id}`, { headers })
  const { team } = await ask('register-team', bid('Followed Finns'))
  const { slot } = await ask('dinner-slots', {
    category: 'dishes',
    name: 'Followed pie',
    description: '',
    team_requirement: 4,
    max_signups: 5,
  })
  const person = { personName: 'Mary Follow', email: 'mary@example.org', captainId: team.id, slotId: slot.id }
  const { signup } = await (await request.post('/api/dinner-signup', { data: person })).json()
  await request.delete(`/api/dinner-signup/${signup.id}`)

  const removed = page.getByLabel('Person').locator('optgroup[label="Removed"] option')
  await expect(removed.filter({ hasText: 'sid.sawyer' })).toBeAttached()
  await page.getByLabel('Search').fill('mary FOLLOW finns')
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText('A visitor signed up Mary Follow of Followed Finns for Followed pie')
  await expect(page).toHaveURL(/search=mary/)
  await entries(page).getByRole('link', { name: 'A visitor' }).click()
  await expect(page.getByText('Everything done by one visitor (Mary Follow)')).toBeVisible()
  await expect(page.getByLabel('Person').locator('option:checked')).toHaveText('One visitor (Mary Follow)')
  await expect(entries(page)).toHaveCount(3)
  await expect(entries(page).first()).toContainText('took Mary Follow out of Followed pie')
  await page.getByLabel('Search').fill('sid.sawyer removed')
  await expect(page.getByText('No matching entries')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page.getByLabel('Search')).toHaveValue('')
})

test('stays in its place at every width, and leads to what is new', async ({ page, site }) => {
  await openAudit(page)
  const headers = await tdHeaders(page)
  const registered = await page.request.post('/api/register-team', { headers, data: bid('Payers of Audit') })
  const { team } = await registered.json()
  let paid = false
  const pay = () => {
    paid = !paid
    const body = JSON.stringify({ paid })
    const json = { ...headers, 'content-type': 'application/json' }
    return fetch(`${site.url}/api/teams/${team.id}`, { method: 'PUT', headers: json, body })
  }
  for (let time = 0; time < 30; time++) await pay()
  // What comes while a page is scrolled waits behind a button.
  await page.reload()
  await page.setViewportSize({ width: 700, height: 800 })
  await page.getByRole('button', { name: 'Filters' }).click()
  for (const width of [320, 640, 719, 720, 1087, 1088, 1150, 1440, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(misplacedFields), `at ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(entries(page).first()).toContainText('paid')
  // Once the list is long enough. A turn of the wheel that is late would come twice, and pass the entry.
  const scrollOn = () =>
    page.evaluate(() => {
      scrollTo(0, 900)
      return scrollY
    })
  await expect.poll(scrollOn).toBe(900)
  // Who opens the history of something, and comes back, finds the entry where it was.
  const inSight = entries(page).filter({ hasText: 'Payers of Audit' }).and(page.locator('[aria-posinset="20"]'))
  await inSight.scrollIntoViewIfNeeded()
  const at = await page.evaluate(() => scrollY)
  await inSight.getByRole('link', { name: 'History of Payers of Audit' }).click()
  await expect(page.getByText('History of Payers of Audit')).toBeVisible()
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(at)
  await expect(inSight).toBeInViewport()
  await pay()
  const newer = page.getByRole('button', { name: /^\d+ new entr/ })
  await newer.focus()
  await newer.press('Enter')
  await expect(newer).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(entries(page).first()).toBeInViewport()
  await expect(entries(page).first()).toHaveAttribute('aria-posinset', '1')
  expect(await hasLostFocus(page)).toBe(false)
})

test('shows the history of a team with its pools, from the screen that shows it', async ({ page, site }) => {
  await page.goto('/registration/teams')
  const headers = { ...(await tdHeaders(page)), 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${site.url}/api/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.ok, path).toBe(true)
    return answer.json()
  }
  const name = 'Told From The Start'
  const { team } = await call('POST', 'register-team', bid(name))
  const pools = await call('GET', 'pool-play/pools/rec')
  const save = (...teams: (string | null)[]) =>
    call('POST', 'pool-play/save', { division: 'rec', pools: [{ id: 'told', name: 'Pool T', size: 2, teams }] })
  await save(team.id, null)
  await save(null, team.id)
  await call('POST', 'pool-play/publish', { division: 'rec' })
  await save(null, null)
  await call('POST', 'pool-play/save', { division: 'rec', pools: [] })
  await page.getByRole('link', { name: `History of ${name}` }).click()
  await expect(page).toHaveURL(/\/audit\?subject=team-/)
  await expect(page.getByText(`History of ${name}`)).toBeVisible()
  const who = await nameOfTd(page)
  await expect(entries(page).locator('p:first-of-type')).toHaveText([
    `${who} took ${name} out of the draft of the Recreational pools (was in T2)`,
    `${who} published the Recreational pools with ${name} in T2 (was in no published pool)`,
    `${who} moved ${name} to T2 in the draft of the Recreational pools (was in T1)`,
    `${who} placed ${name} in T1 in the draft of the Recreational pools (was in no pool)`,
    new RegExp(`registered the team ${name}`),
  ])
  // All of it in view, so that the list grows without being asked to.
  await page.setViewportSize({ width: 1280, height: 1600 })
  await entries(page)
    .last()
    .getByRole('button', { name: /^Undo: registered the team/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Undo' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    `${name}: Registrationregisteredremoved`,
    `The Recreational pools: On the site, T2${name}none`,
  ])
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone.', { exact: true })).toBeVisible()
  await expect(entries(page).filter({ hasText: `removed ${name}: The registration was undone.` })).toContainText(
    'an undo',
  )
  await expect(entries(page).last()).toContainText('undone since')
  await expect(entries(page).last().getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await expect(entries(page).last()).toBeFocused()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await page.getByLabel('Action').selectOption('PoolsSaved')
  await expect(entries(page).first()).toContainText(
    'saved a draft of the Recreational pools without pools; what is public stayed as it was (was 1 pool, 0 teams placed)',
  )
  // As other tests of this site expect it.
  await call('DELETE', 'pool-play/clear-published/rec')
  await call('POST', 'pool-play/save', { division: 'rec', pools: pools.pools.map(asSaved) })
})

test('lets the TD check that every list follows from it, and goes out as a file, which is noted', async ({ page }) => {
  await openAudit(page)
  await page.getByRole('button', { name: 'Check data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check the site’s data' })
  const seal = dialog.getByRole('region', { name: 'The seal of the record' })
  await expect(seal.getByText(/^([a-z]+ ){7}[a-z]+$/)).toBeVisible()
  const saving = page.waitForEvent('download')
  await seal.getByRole('button', { name: 'Save all seals' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toMatch(/^thanksgiving-ultimate\/log\/[\da-f]{8}\n\d+\n/)
  await dialog.getByRole('button', { name: 'Start the check' }).click()
  await expect(dialog.getByText('Everything is as it should be')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Users' })).toContainText('all right')
  // As if a list had been damaged, which no call can do.
  const damaged = {
    kind: 'result',
    events: 500,
    seconds: 1,
    tables: [{ table: 'teams', rows: 40, differences: 1 }],
    differences: [
      {
        table: 'teams',
        id: '1',
        live: { team_name: 'Finns', paid: true },
        rebuilt: { team_name: 'Finns', paid: false },
      },
    ],
  }
  await page.route('**/api/audit/replay', (route) => route.fulfill({ body: `${JSON.stringify(damaged)}\n` }))
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(dialog.getByText('1 row differs')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'What to do' })).toContainText('npm run replay -- --apply')
  await expect(dialog.getByRole('region', { name: 'Difference in Registered teams' })).toContainText(
    'Registered teams: FinnsThe site has yes as paid; its history says no.',
  )
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(entries(page).first()).toContainText(/compared all lists of the site from \d+ events: nothing differed/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await file.path(), 'utf8')
  const [head, first] = text.split('\r\n')
  expect(head).toBe(
    '\uFEFFtime (UTC),time at the venue (America/Chicago),who,role,what,before,subject,module,action,stream,position,happened (UTC),happened at the venue (America/Chicago)',
  )
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,[^,]+,TD,exported the audit,/)
  expect(text).toContain('UserSignedIn')
  await expect(entries(page).first()).toContainText('exported the audit')
})
