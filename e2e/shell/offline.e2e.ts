import type { Page } from '@playwright/test'
import { changingConnection, nextHeader, portal } from '../fixtures/changing-connection.ts'
import { readToken } from '../fixtures/check-in-page.ts'
import { expect, td, test } from '../fixtures/test.ts'

test.use({ serviceWorkers: 'allow', savesData: false })

/** By the name of each cache whether all of the release is in it, and what else. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    return Promise.all(
      names.map(async (name) => {
        const asked = await (await caches.open(name)).keys()
        return { name, paths: asked.map(({ url }) => new URL(url).pathname) }
      }),
    )
  })

const complete = async (page: Page) =>
  (await kept(page)).filter(({ paths }) => paths.includes('/complete')).map(({ name }) => name)

/** Waits until this page, with its part, is kept too. */
const keeps = (page: Page, path: string, part: RegExp) =>
  expect
    .poll(async () =>
      (await kept(page)).some(({ paths }) => paths.includes(path) && paths.some((one) => part.test(one))),
    )
    .toBe(true)

/** The release of the manifest that the page would load the part from. */
const readManifest = (page: Page, part: string) =>
  page.evaluate(
    ([path, next]) =>
      fetch(path).then(
        ({ headers }) => (headers.has(next) ? 'next' : 'first'),
        () => 'none',
      ),
    [`/parts/${part}/mf-manifest.json`, nextHeader] as const,
  )

/** As the browser does with a worker that rests: it starts anew with the next request, and remembers nothing. */
async function stopWorker(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const running = new Set<string>()
  browser.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions)
      if (runningStatus === 'stopped') running.delete(versionId)
      else running.add(versionId)
  })
  await browser.send('ServiceWorker.enable')
  await expect.poll(() => running.size).toBeGreaterThan(0)
  // A request of the page may start it again.
  await expect(async () => {
    await browser.send('ServiceWorker.stopAllWorkers')
    await expect.poll(() => running.size, { timeout: 2_000 }).toBe(0)
  }).toPass()
  await browser.detach()
}

test('the site opens without a connection from one release, and keeps neither what is personal nor what a portal says', async ({
  page,
  request,
  site,
}) => {
  const connection = await changingConnection(site.url)
  try {
    await page.goto(`${connection.url}/`)
    await expect.poll(() => complete(page)).toHaveLength(1)
    const [first] = await complete(page)
    const { token, user } = await readToken(request, td)
    await page.evaluate(
      ([authToken, stored]) => {
        localStorage.setItem('authToken', authToken)
        localStorage.setItem('user', stored)
      },
      [token, JSON.stringify(user)] as const,
    )
    await page.goto(`${connection.url}/dinner/checkin`)
    await keeps(page, '/dinner/checkin', /^\/parts\/staff\/mf-manifest\.json$/)
    await page.getByRole('button', { name: /account menu/i }).click()
    const offline = page.getByRole('region', { name: 'Offline on this device' })
    await expect(offline).toContainText('Dinner Check-In: ready')
    await expect(offline).toContainText('Dinner Management: not loaded: open this page once')
    await expect(offline).toContainText('Server Check-In: not loaded: open this page once')
    await page.goto(`${connection.url}/dinner/server-checkin`)
    await expect(page.getByText('No Server Signups')).toBeVisible()
    // A menu that was opened while its page still came may close once.
    await expect(async () => {
      if (!(await offline.isVisible())) await page.getByRole('button', { name: /account menu/i }).click()
      await expect(offline).toContainText('Server Check-In: ready', { timeout: 5_000 })
    }).toPass()
    const heading = page.getByRole('heading', { level: 1 })
    await page.goto(`${connection.url}/dinner/checkin`)
    const title = await heading.innerText()

    for (const state of ['cut', 'captive'] as const) {
      connection.state = state
      await page.goto(`${connection.url}/dinner/checkin`)
      await expect(heading).toHaveText(title)
      await expect(page.getByText(portal)).toHaveCount(0)
    }
    const paths = (await kept(page)).flatMap((one) => one.paths)
    expect(paths.filter((path) => path.startsWith('/api'))).toEqual([])
    expect(await complete(page)).toEqual([first])

    connection.state = 'next-release'
    const tab = await page.context().newPage()
    connection.cutPaths = /mf-manifest/
    await tab.goto(`${connection.url}/`)
    expect(await readManifest(tab, 'dinner')).toBe('none')
    connection.cutPaths = null
    await tab.goto(`${connection.url}/`)
    await expect.poll(() => complete(page)).toHaveLength(2)
    await stopWorker(tab)
    expect(await readManifest(page, 'dinner')).toBe('first')
    await tab.close()

    await page.goto(`${connection.url}/dinner/checkin`)
    await expect.poll(() => complete(page)).toEqual([expect.stringContaining('shell=0123456789')])
    connection.state = 'cut'
    await page.goto(`${connection.url}/`)
    expect(await page.locator('#page-settings').textContent()).toContain('0123456789')
    await expect(page.getByRole('button', { name: /account menu/i })).toBeVisible()
  } finally {
    await connection.close()
  }
})
