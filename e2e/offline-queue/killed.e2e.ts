import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { dishes, firstRow, here, open, pending, readToken, rest, rows, test } from '../fixtures/check-in-page.ts'
import type { Site } from '../fixtures/site.ts'
import { expect, td } from '../fixtures/test.ts'
import { unreliableConnection } from '../fixtures/unreliable-connection.ts'

/** Where a tab stops: before or after a change of what the device stores, named by the step that is written. */
interface Stop {
  readonly at: 'add' | 'sending' | 'refused' | 'delete'
  readonly when: 'before' | 'after'
}

/** Runs in the page: its debugger stops all of it, as a phone does that puts the browser to sleep. */
function stopWhereAsked(): void {
  const asked = (at: string, when: string) => localStorage.getItem('stop') === `${when} ${at}`
  const stop = () => {
    localStorage.removeItem('stop')
    // biome-ignore lint/suspicious/noDebugger: nothing else stops a tab at one connection of its code.
    debugger
  }
  const begin = IDBDatabase.prototype.transaction
  const stops = new WeakSet<IDBTransaction>()
  IDBDatabase.prototype.transaction = function (...args: Parameters<typeof begin>) {
    const transaction = begin.apply(this, args)
    // Heard before anything of the page hears it.
    transaction.addEventListener('complete', () => stops.has(transaction) && stop())
    return transaction
  }
  for (const name of ['add', 'put', 'delete'] as const) {
    const change = IDBObjectStore.prototype[name] as (...args: unknown[]) => IDBRequest
    Object.assign(IDBObjectStore.prototype, {
      [name](this: IDBObjectStore, ...args: unknown[]) {
        const at = name === 'put' ? String((args[0] as { step?: string }).step) : name
        if (this.name === 'taps' && asked(at, 'before')) stop()
        if (this.name === 'taps' && asked(at, 'after')) stops.add(this.transaction)
        return change.apply(this, args)
      },
    })
  }
}

interface Tab {
  readonly page: Page
  readonly devTools: CDPSession
}

async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Debugger.enable')
  return { page, devTools }
}

/** The process of the tab ends, in the middle of its work. */
async function kill({ page, devTools }: Tab): Promise<void> {
  const crashed = page.waitForEvent('crash')
  devTools.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

/** Presses, and kills the tab where it comes to the stop. */
async function killAt(tab: Tab, stop: Stop, press: () => Promise<void>): Promise<void> {
  await tab.page.evaluate(({ at, when }) => localStorage.setItem('stop', `${when} ${at}`), stop)
  const paused = new Promise((resolve) => tab.devTools.once('Debugger.paused', resolve))
  press().catch(() => undefined)
  await paused
  await kill(tab)
}

const inHere = (page: Page, id: string) => rows(here(page)).filter({ has: page.locator(`#here-${id}`) })
const waiting = (page: Page) => page.evaluate(() => localStorage.getItem('outbox'))

async function fetchCheckIns(site: Site, page: Page, id: string, from: string): Promise<number> {
  const headers = { authorization: `Bearer ${(await readToken(page.request, td)).token}` }
  const path = `${site.url}/api/audit?stream=signup-${id}&type=CheckedIn&from=${from}`
  return ((await (await page.request.get(path, { headers })).json()) as { events: unknown[] }).events.length
}

test('a tab that is killed in any state of a command leaves it behind, and it is sent once; what is wiped is stored again', async ({
  browser,
  site,
}) => {
  const from = new Date().toISOString()
  const connection = await unreliableConnection(site.url)
  const context = await browser.newContext({ baseURL: connection.url, viewport: { width: 360, height: 740 } })
  await context.addInitScript(stopWhereAsked)
  let tab = await openTab(context)
  await open(tab.page, dishes)
  const ids: string[] = []
  /** Rows that were pressed stay where they were seen until rest. */
  const nextRow = async () => {
    await expect(async () => {
      await rest(tab.page)
      for (const id of ids) await expect(pending(tab.page).locator(`#who-${id}`)).toHaveCount(0, { timeout: 500 })
    }).toPass()
    return firstRow(tab.page)
  }
  /** The next tab sends what the one before has left. */
  const expectSent = async (id: string) => {
    connection.mood = 'good'
    tab = await openTab(context)
    await tab.page.goto(dishes)
    await expect(inHere(tab.page, id)).toHaveCount(1)
    await expect.poll(() => waiting(tab.page)).toBeNull()
    ids.push(id)
  }

  for (const stop of [
    { at: 'add', when: 'after' },
    { at: 'sending', when: 'after' },
    { at: 'delete', when: 'before' },
  ] as const) {
    const row = await nextRow()
    await killAt(tab, stop, () => row.checkIn.click())
    await expectSent(row.id)
  }
  const before = connection.arrived()
  const held = await nextRow()
  connection.mood = 'held'
  await held.checkIn.click()
  await expect.poll(connection.arrived, 'it has happened, and only the answer is missing').toBeGreaterThan(before)
  await kill(tab)
  await expectSent(held.id)

  // Refused, and killed before anybody could see it: it is asked about when the page is opened next.
  const [refused = ''] = ids
  const { token } = await readToken(tab.page.request, { username: 'admin', password: 'demo-admin' })
  const move = async (zone: string, position: number | null) => {
    const headers = { authorization: `Bearer ${token}` }
    const path = `/api/dinner-management/items/${refused}/position`
    expect((await tab.page.request.put(path, { headers, data: { zone, position } })).ok()).toBe(true)
  }
  await move('warming', 22)
  await killAt(tab, { at: 'refused', when: 'after' }, () =>
    inHere(tab.page, refused).getByRole('button', { name: 'Undo' }).click(),
  )
  const arrived = connection.arrived()
  tab = await openTab(context)
  const { page } = tab
  await page.goto(dishes)
  await expect(inHere(page, refused)).toContainText('This dish has left Holding.')
  expect(connection.arrived(), 'it is not sent again').toBe(arrived)
  await inHere(page, refused).getByRole('button', { name: 'Use theirs' }).click()
  await expect.poll(() => waiting(page)).toBeNull()
  await move('holding', null)

  // Everything that the browser stores of the site is deleted under an open tab.
  connection.mood = 'silent'
  const row = await nextRow()
  await row.checkIn.click()
  await expect(row.inHere).toContainText(/Not sent yet|Sending/)
  await tab.devTools.send('Storage.clearDataForOrigin', { origin: connection.url, storageTypes: 'indexeddb' })
  await expect(page.getByText('Your browser has deleted what this site stored.')).toBeVisible()
  await kill(tab)
  await expectSent(row.id)

  for (const id of ids) expect(await fetchCheckIns(site, tab.page, id, from), id).toBe(1)
  for (const id of ids) {
    await inHere(tab.page, id).getByRole('button', { name: 'Undo' }).click()
    await expect(pending(tab.page).locator(`#who-${id}`)).toHaveCount(1)
  }
  await expect.poll(() => waiting(tab.page)).toBeNull()
  await context.close()
  await connection.close()
})
