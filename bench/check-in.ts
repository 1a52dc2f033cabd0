import { type BrowserContext, chromium, type Page, type Request } from '@playwright/test'
import { ensureBrowser } from '../scripts/test/browser.ts'
import { openSlowly, type SignedIn, send, signedInState } from './board.ts'
import { median, startSite } from './pages.ts'
import type { Row } from './table.ts'

/** Sign-ups that are added to those of the demonstration. */
const signups = 520
/** The phone is so many times slower than this machine. */
const slowdown = 4
const letterAimMs = 100
const tapAimMs = 50
const typingAimMs = 50
const listAimMs = 500
const queuedCommands = 500
/** Times that a page is opened for a median. */
const openings = 5

const phone = { viewport: { width: 360, height: 740 } }
const firstRow = '[data-row]'

async function addSignups(origin: string, token: string): Promise<void> {
  const { slots } = await send<{ slots: { id: string; category: string }[] }>(origin, 'GET', '/dinner-slots')
  const dishSlots = slots.filter(({ category }) => category === 'dishes')
  for (let count = 0; count < signups; count++) {
    const body = { name: `Person ${count}`, slot_id: dishSlots[count % dishSlots.length]?.id }
    const { signup } = await send<{ signup: { id: string } }>(
      origin,
      'POST',
      '/dinner-management/walk-ins',
      body,
      token,
    )
    await send(origin, 'PUT', `/dinner-signups/${signup.id}/checkin`, { checkedIn: false }, token)
  }
}

/** Milliseconds from the first letter to the frame after the one that shows its results. */
const typeLetter = (page: Page, text: string): Promise<number> =>
  page.evaluate(async (typed) => {
    const field = document.querySelector<HTMLInputElement>('input[type="search"]')
    const readCount = () => document.querySelector('#pending')?.textContent
    if (!field) throw new Error('there is no search')
    const before = readCount()
    const began = performance.now()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    while (readCount() === before) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - began
  }, text)

/** Milliseconds from a tap on the row to the frame after the one that shows it as checked in. */
const checkIn = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-row] button')]
    const button = buttons.find(({ textContent }) => textContent === 'Check In')
    if (!button) throw new Error('nothing is pending')
    // A finger is down for some frames before it is lifted, which makes the tap.
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    const began = performance.now()
    button.click()
    while (!button.hasAttribute('aria-disabled')) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - began
  })

/** Like {@link checkIn}, but with a button that only disables itself: no tap can be faster on this machine. */
const tapOnNothing = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const button = document.body.appendChild(document.createElement('button'))
    // In a later task, as a check-in waits until the device has stored it.
    button.onclick = () => setTimeout(() => button.setAttribute('aria-disabled', 'true'))
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    const began = performance.now()
    button.click()
    while (!button.hasAttribute('aria-disabled')) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    const taken = performance.now() - began
    button.remove()
    return taken
  })

/** Types a name, and returns the browser's own figure for the slowest key: milliseconds until its frame. */
async function typeName(page: Page): Promise<number> {
  await page.locator('input[type="search"]').focus()
  await page.evaluate(() => {
    const slowest = { ms: 0 }
    Object.assign(window, { slowest })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) slowest.ms = Math.max(slowest.ms, duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.keyboard.type('person 4', { delay: 150 })
  await page.locator('input[type="search"]').fill('')
  return page.evaluate(() => (window as unknown as { slowest: { ms: number } }).slowest.ms)
}

/** Runs in the page. Logs the time at which the first such element is drawn; nothing else is measured meanwhile. */
const logFirst = (selector: string): void => {
  const look = () => {
    if (document.querySelector(selector)) console.log(`first ${performance.now()}`)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Resolves to the time that {@link logFirst} logs in the page. */
async function waitForFirst(page: Page): Promise<number> {
  const logged = await page.waitForEvent('console', (message) => message.text().startsWith('first '))
  return Number(logged.text().slice('first '.length))
}

async function openSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

/** Milliseconds from the request for the page to the frame with the first such element. */
async function openPage(context: BrowserContext, url: string, first: string): Promise<number> {
  const page = await openSlowPage(context)
  try {
    await page.addInitScript(logFirst, first)
    const [taken] = await Promise.all([waitForFirst(page), page.goto(url)])
    return taken
  } finally {
    await page.close()
  }
}

/** Runs in the page. Resolves once it has requested nothing for a second. */
async function waitForRest(): Promise<void> {
  const countRequests = () => performance.getEntriesByType('resource').length
  for (let before = -1; before !== countRequests(); ) {
    before = countRequests()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** Milliseconds from leaving an open page for the list to the frame with the first row. */
async function goToList(context: BrowserContext, from: string, list: string): Promise<number> {
  const page = await openSlowPage(context)
  try {
    await page.goto(from)
    await page.locator('main h1').waitFor()
    await page.evaluate(waitForRest)
    const taken = waitForFirst(page)
    const began = await page.evaluate((path) => {
      const now = performance.now()
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
      return now
    }, new URL(list).pathname)
    await page.evaluate(logFirst, firstRow)
    return (await taken) - began
  } finally {
    await page.close()
  }
}

async function medianOfSeveral(measure: () => Promise<number>): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < openings; round++) taken.push(await measure())
  return median(taken)
}

/** Visits the pages until the device has stored the site and its browser has compiled the scripts. */
async function visitOften(context: BrowserContext, urls: readonly string[]): Promise<void> {
  for (let round = 0; round < openings; round++)
    for (const url of urls) {
      const page = await context.newPage()
      await page.goto(url)
      await page.evaluate(async () => {
        // `waitForFunction` would take the pending promise for a match.
        while (!(await caches.match('/complete'))) await new Promise((resolve) => setTimeout(resolve, 200))
      })
      await page.evaluate(waitForRest)
      await page.close()
    }
}

/** Seconds until queued commands are sent. Rejects unless each is sent once and in order. */
async function sendQueued(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(url)
  await page.locator(`[data-row] >> nth=${queuedCommands}`).waitFor({ state: 'attached' })
  const checkIns = '**/api/dinner-signups/*/checkin'
  const parseSignupId = (request: Request) => new URL(request.url()).pathname.split('/').at(-2)
  await page.route(checkIns, (route) => route.abort())
  const queued = await page.evaluate((count) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-row] button')]
      .filter(({ textContent }) => textContent === 'Check In')
      .slice(0, count)
    for (const button of buttons) button.click()
    return buttons.map((button) => button.closest<HTMLElement>('[data-row]')?.dataset['row'])
  }, queuedCommands)
  await page.getByText(`${queued.length} not sent yet`).first().waitFor()
  const sent: (string | undefined)[] = []
  page.on('requestfinished', (request) => {
    if (request.method() === 'PUT') sent.push(parseSignupId(request))
  })
  await page.unroute(checkIns)
  const began = performance.now()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByText('not sent yet').first().waitFor({ state: 'detached', timeout: 300_000 })
  while (sent.length < queued.length) await page.waitForEvent('requestfinished')
  const seconds = (performance.now() - began) / 1000
  await page.close()
  // One command may have been sent before the others, as a test whether the connection is back.
  const isInOrder = sent.slice(1).join() === queued.filter((id) => id !== sent[0]).join()
  if (!isInOrder || sent.length !== queued.length)
    throw new Error('The commands were not sent once each, in their order')
  return seconds
}

/** Mebibytes that the service worker stores. */
async function measureWorkerCache(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(url)
  const bytes = await page.evaluate(async () => {
    let sum = 0
    for (const name of await caches.keys())
      for (const answer of await (await caches.open(name)).matchAll()) sum += (await answer.blob()).size
    return sum
  })
  await page.close()
  return bytes / 2 ** 20
}

const againstAim = (what: string, unit: string, ours: number, aim: number): Row => ({
  what,
  unit,
  ours,
  against: 'aim',
  theirs: aim,
  ratio: ours / aim,
  aim: '≤ 1',
})

/** A figure without an aim. */
const withoutAim = (what: string, unit: string, ours: number): Row => ({
  what,
  unit,
  ours,
  against: 'none',
  theirs: ours,
  ratio: 1,
  aim: 'none',
})

/**
 * How long a letter, a check-in and the first list take at a large dinner: medians, and the slowest of each. The slowest
 * also depends on the machine, as the slowest tap on nothing shows. The list of the device is measured without the site.
 */
export async function measureCheckIn(rounds: number): Promise<Row[]> {
  const site = await startSite()
  const browser = await chromium.launch({ executablePath: await ensureBrowser() })
  try {
    const who = await send<SignedIn>(site.origin, 'POST', '/auth/login', { username: 'admin', password: 'demo-admin' })
    await addSignups(site.origin, who.token)
    const url = `${site.origin}/dinner/checkin`
    const page = await openSlowly(browser, url, who, {
      ...phone,
      slowdown,
      until: `[data-row] >> nth=${signups}`,
    })
    const letters: number[] = []
    const taps: number[] = []
    const tapsOnNothing: number[] = []
    for (let round = 0; round < rounds; round++) {
      letters.push(await typeLetter(page, 'b'))
      await typeLetter(page, '')
      taps.push(await checkIn(page))
      tapsOnNothing.push(await tapOnNothing(page))
    }
    const slowestKey = await typeName(page)
    const context = page.context()
    await page.close()
    const secondsToSend = await sendQueued(context, url)
    const visitor = await browser.newContext({ ...phone, storageState: signedInState(url, who) })
    const other = `${site.origin}/dinner/info`
    await visitOften(visitor, [url, other])
    const cached = await measureWorkerCache(visitor, url)
    const fromServer = await medianOfSeveral(() => openPage(visitor, url, firstRow))
    const start = await medianOfSeveral(() => openPage(visitor, other, 'main h1'))
    await site.stop()
    const fromDevice = await medianOfSeveral(() => openPage(visitor, url, firstRow))
    const opened = await medianOfSeveral(() => goToList(visitor, other, url))
    const among = `among ${signups + 88} dishes, ${slowdown}× slower`
    return [
      againstAim(`first letter ${among}`, 'ms', median(letters), letterAimMs),
      againstAim(`check in ${among}`, 'ms', median(taps), tapAimMs),
      againstAim(`typing ${among}`, 'ms', slowestKey, typingAimMs),
      againstAim(`first list from the device, the site being open, ${among}`, 'ms', opened, listAimMs),
      withoutAim(`the same with the start of the site ${among}`, 'ms', fromDevice),
      withoutAim(`the start alone: heading of another page, ${slowdown}× slower`, 'ms', start),
      withoutAim(`first list from the server, with the start, ${among}`, 'ms', fromServer),
      withoutAim(`slowest first letter ${among}`, 'ms', Math.max(...letters)),
      withoutAim(`slowest check in ${among}`, 'ms', Math.max(...taps)),
      withoutAim(`slowest tap on nothing, ${slowdown}× slower`, 'ms', Math.max(...tapsOnNothing)),
      withoutAim(`${queuedCommands} queued commands, in order`, 's', secondsToSend),
      withoutAim('what the service worker keeps', 'MiB', cached),
    ]
  } finally {
    await browser.close()
    await site.stop()
  }
}
