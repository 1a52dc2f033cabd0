import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { changingConnection, nextDigest } from '../fixtures/changing-connection.ts'
import { checkInNow, dishes, helper, open, pending, readToken, rows, test, unsent } from '../fixtures/check-in-page.ts'
import type { Site } from '../fixtures/site.ts'
import { expect, signIn, td } from '../fixtures/test.ts'

test.use({ savesData: false })

/** Users of whom the browser stores lists. */
const owners = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('kept-answers-') ? [name] : [])),
  )

const isCopied = (page: Page) =>
  page.evaluate(async () => {
    const found = ['/complete', '/dinner/checkin', '/parts/dinner/mf-manifest.json'].map((path) => caches.match(path))
    return (await Promise.all(found)).every((one) => one !== undefined)
  })

/** When the queued commands were made, by the server's clock as the device knew it then. */
const timesOfCommands = (page: Page) =>
  page.evaluate(async () => {
    const asked = indexedDB.open('outbox')
    await new Promise((done) => asked.addEventListener('success', done))
    const all = asked.result.transaction('taps').objectStore('taps').getAll()
    await new Promise((done) => all.addEventListener('success', done))
    asked.result.close()
    const commands = all.result as { tappedAt: number; offsetMs: number; params: { id: string } }[]
    return commands.map(
      ({ tappedAt, offsetMs, params }) => [params.id, new Date(tappedAt + offsetMs).toISOString()] as const,
    )
  })

/** The same session, as it is when its week is over. */
function expired(token: string, site: Site): string {
  const secret = readFileSync(join(site.dataDir, 'auth-secret'), 'utf8').trim()
  const [head = '', payload = ''] = token.split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), exp: 1 }
  const signed = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const admin = { username: 'admin', password: 'demo-admin' }

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: /log ?out/i }).click()
}

/** Where the worker that serves this page comes from, and whether a newer one waits. */
const workers = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    return {
      isWaiting: registration.waiting !== null,
      isSame: navigator.serviceWorker.controller === registration.active,
    }
  })

test('check-ins outlive a night without a connection, a new release, an expired session and another user, and are sent as made', async ({
  browser,
  site,
}) => {
  const connection = await changingConnection(site.url)
  const context = await browser.newContext({
    baseURL: connection.url,
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'allow',
  })
  await context.clock.install()
  const page = await context.newPage()
  await open(page, dishes)
  await expect.poll(() => owners(page)).toHaveLength(1)
  await expect.poll(() => isCopied(page)).toBe(true)
  const known = await rows(pending(page)).count()

  // The page opens without a connection, shows the last list, and queues check-ins.
  connection.state = 'cut'
  await page.goto(dishes)
  const asOf = page.getByText(/^This list is as of \d+:\d\d\s[AP]M( C[SD]T)?$/)
  await expect(asOf).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(rows(pending(page))).toHaveCount(known)

  // Far down, the word about the connection leaves the search in sight, and a reload comes back to the same rows.
  await context.setOffline(true)
  await page.evaluate(() => scrollTo(0, 2_000))
  await page.reload()
  await expect(rows(pending(page))).toHaveCount(known)
  // Which of both, depends on when the browser tells a page that is loaded anew.
  const offline = page.getByText(/^(You are offline|No connection to the site)\./)
  await expect(offline).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(2_000)
  const [said, search] = await Promise.all([offline.boundingBox(), page.getByRole('searchbox').boundingBox()])
  expect(search?.y).toBeGreaterThanOrEqual((said?.y ?? 0) + (said?.height ?? 0))
  await page.evaluate(() => scrollTo(0, 0))
  await context.setOffline(false)
  const taken = [await checkInNow(page), await checkInNow(page)]
  for (const row of taken) await expect(row.inHere).toContainText(unsent)
  const queued = await timesOfCommands(page)
  expect(queued.map(([id]) => id)).toEqual(taken.map(({ id }) => id))
  // The words stand between what was there without them, and move nothing when they go.
  const head = () =>
    page.evaluate(() => {
      const [counters, lists] = ['dl', '[data-lists]'].map((one) => document.querySelector(one) as HTMLElement)
      return (lists?.offsetTop ?? 0) - (counters?.offsetTop ?? 0)
    })
  const before = await head()

  // A release comes while the queue is full: its worker waits, and no user is asked.
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  connection.state = 'next-release'
  connection.holdsCheckIns = true
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(asOf).toHaveCount(0)
  expect(await head()).toBe(before)
  await expect.poll(() => workers(page)).toEqual({ isWaiting: true, isSame: true })
  const newVersion = page.getByText('A new version is ready.')
  await expect(newVersion).toHaveCount(0)

  // Ten hours later the connection is there, and the session over: the commands wait for their user.
  connection.state = 'cut'
  await page.clock.fastForward('10:00:00')
  await page.evaluate(
    (token) => {
      localStorage.setItem('authToken', token)
      dispatchEvent(new StorageEvent('storage', { key: 'authToken' }))
    },
    expired(await page.evaluate(() => localStorage.getItem('authToken') ?? ''), site),
  )
  connection.state = 'next-release'
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  const waits = page.getByText(`2 changes are waiting until ${helper.username} logs in.`)
  await expect(waits).toBeVisible()
  // Until here, one that was on its way with the session of before would have been taken.
  connection.holdsCheckIns = false

  // Another user sees that something waits, and neither what nor in the lists.
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, admin)
  for (const row of taken) await expect(row.inPending).toHaveCount(1)
  await expect(waits).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toHaveCount(0)
  await logOut(page)
  await expect(page, 'no user is asked about commands of others').toHaveURL('/')
  expect(await owners(page), 'what waits may need the list').toHaveLength(1)
  await expect(newVersion).toHaveCount(0)

  // Sent with the sign-in of their user, as of then; only now the new release is offered.
  await signIn(page, helper)
  await expect(newVersion).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull()
  const { token } = await readToken(page.request, td)
  const headers = { authorization: `Bearer ${token}` }
  for (const [id, at] of queued) {
    const path = `${site.url}/api/audit?stream=signup-${id}&type=CheckedIn&limit=1`
    const { events } = (await (await page.request.get(path, { headers })).json()) as { events: CheckedIn[] }
    expect(events).toEqual([expect.objectContaining({ happened_at: at })])
    expect(events[0]?.actor.name).toContain('Hank')
    await page.request.put(`${site.url}/api/dinner-signups/${id}/checkin`, { headers, data: { checkedIn: false } })
  }
  expect(loads, 'nothing has reloaded by itself').toEqual([])
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => loads.length).toBe(1)
  expect(await page.locator('#page-settings').textContent()).toContain(nextDigest)

  await logOut(page)
  await expect.poll(() => owners(page)).toEqual([])
  await context.close()
  await connection.close()
})

interface CheckedIn {
  readonly happened_at: string | null
  readonly actor: { readonly name: string }
}
