import type { CDPSession, Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { ask } from '../fixtures/board-page.ts'
import { watchReads } from '../fixtures/quiet-reads.ts'
import { fixedClock, type Site, startSite } from '../fixtures/site.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { cellHeight, expectLook, type Picture, phoneShots, type Shot, schemes, shots } from './pictures.ts'

/** Widths at which a page must not be wider than its window, beside those of the pictures. */
const otherWidths = [320, 412, 480, 600, 700, 896, 960, 1024, 1100, 1200, 1440, 1536, 2560]
const widths = [...otherWidths, ...shots.map(({ width }) => width)].toSorted((one, other) => one - other)
/** What pages have to bear as well: letters from right to left, and a name without a place to break. */
export const difficultBids = [
  { teamName: 'תרנגולי הודו', location: 'תל אביב', captainName: 'נועה שרון', division: 'comp' },
  { teamName: `G${'obble'.repeat(11)}`, location: 'Huntsville, AL', captainName: 'Robin Ridge', division: 'comp' },
] as const
const captain = { captainEmail: 'robin@example.org', captainPhone: '(256) 555-0142' }
const now = new Date('2025-11-22T23:35:00Z')

/** Pages of the demonstration whose clocks stand still, in Huntsville's time and without what differs by machine. */
export const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await startSite({ SEED: 'demo', ...fixedClock })
      for (const bid of difficultBids) await ask(site, '', 'POST /register-team', { ...bid, ...captain })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // Letters stand where the font says, not where a machine's settings would move them.
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--font-render-hinting=none'] }),
    { scope: 'worker' },
  ],
  contextOptions: { reducedMotion: 'reduce' },
  timezoneId: 'America/Chicago',
  locale: 'en-US',
  page: async ({ page }, use) => {
    await page.clock.setFixedTime(now)
    await page.addInitScript(watchShifts)
    await page.addInitScript(levelMachines)
    await use(page)
  },
})

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Element | null; readonly currentRect: DOMRect }[]
}

/** A page in the place of the whole site takes the header away once it has come. */
const headerLeft = /^\S+ MAIN\.\S* at 0$/

/** Runs in the page: adds up what jumps while it loads. */
function watchShifts(): void {
  const shifts: string[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      const names = sources.map(({ node, currentRect }) => `${node?.nodeName}.${node?.className} at ${currentRect.y}`)
      shifts.push(`${value.toFixed(4)} ${names.join(', ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * Runs in the page: our own face instead of the system's, no blinking caret, no message that goes by itself, no hour of the
 * server's clock, and all of it drawn, also below the window.
 */
function levelMachines(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    :root { --font-body: 'Bricolage Grotesque Variable' !important }
    * { caret-color: transparent !important; content-visibility: visible !important }
    [data-floats='passing'], [data-clock] { visibility: hidden !important }
  `)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

export interface Visit {
  /** Names the reference: `visitors/teams`. */
  readonly name: string
  readonly path: string
  /** What the server answers in these pictures, by path, because its own answer is another one in each run. */
  readonly answers?: Readonly<Record<string, object>>
  /** Makes the page come in a way of its own. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** Makes of the page what the pictures shall show. */
  readonly arrange?: (page: Page) => Promise<void>
  /** What it draws depends on the height of the window, so the pictures end there. */
  readonly isLong?: boolean
  /** So many pictures below each other are taken of it on a phone. */
  readonly onPhone?: number
  /** It stands in the place of the whole site, without header and footer. */
  readonly isAlone?: boolean
}

/** Loads a page until what it shows is there, drawn by its script, in its own letters. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1')).toBeVisible()
  await page.waitForFunction(isDrawn)
  await expect(page.getByRole('status', { name: /loading/i })).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** Runs in the page: whether its title is one that React has drawn. What the server drew is replaced by it. */
const isDrawn = () => Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactFiber$'))

/**
 * Loads a page once. In that visit: nothing jumped while it came, nothing was read twice, no accessibility rule is broken
 * in either scheme, it is never wider than its window, and it looks as its pictures in the repository do.
 */
export async function visit(page: Page, one: Visit): Promise<void> {
  const { name, path, answers = {}, prepare, arrange, isLong = false, onPhone = 1, isAlone } = one
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  // Its headers say how much of the live stream the answer knows.
  for (const [asked, json] of Object.entries(answers))
    await page.route(`**${asked}`, async (route) => route.fulfill({ response: await route.fetch(), status: 200, json }))
  await prepare?.(page)
  const reads = await watchReads(page)
  await open(page, path)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: readonly string[] }).shifts)
  const counted = shifts.filter((shift) => !isAlone || !headerLeft.test(shift))
  const sum = counted.reduce((total, shift) => total + Number.parseFloat(shift), 0)
  expect.soft(sum, `${path}\n${shifts.join('\n')}`).toBeLessThanOrEqual(0.02)
  await reads.hearLive()
  expect.soft(reads.twice(), `what ${path} reads again as it opens`).toEqual([])
  await arrange?.(page)
  await expectAccessible(page, { label: name })
  const camera = await page.context().newCDPSession(page)
  const photograph = (shot: Shot, take: Take) =>
    photographSchemes(
      { page, take: (framing) => take(camera, framing) },
      shot,
      isLong ? shot.height : cellHeight * shot.shrink,
    )
  const taken = [...phoneShots(onPhone), ...shots.slice(1)]
  const pictures: Picture[] = []
  await expectToFit(page, one, async (width) => {
    for (const shot of taken.filter((each) => each.width === width))
      pictures.push(...(await photograph(shot, takePicture)))
  })
  await expectLook(name, pictures, async () => {
    const again: Picture[] = []
    for (const shot of taken) {
      await page.setViewportSize(shot)
      again.push(...(await photograph(shot, takeStillPicture)))
    }
    return again
  })
  await camera.detach()
}

/** At every width: nothing is wider than the window or its cell, and what begins a line of the page begins at its edge. */
export async function expectToFit(
  page: Page,
  { path, isAlone = false }: Pick<Visit, 'path' | 'isAlone'>,
  then: (width: number) => Promise<void> = async () => {},
): Promise<void> {
  for (const width of widths) {
    const height = shots.find((shot) => shot.width === width)?.height ?? 900
    await page.setViewportSize({ width, height })
    const { overflow, edges, outside, cut } = await page.evaluate(measure)
    expect.soft(cut, `words that the window cuts off on ${path} at ${width} px`).toEqual([])
    expect.soft(outside, `what stands outside its cell on ${path} at ${width} px`).toEqual([])
    expect.soft(overflow, `${path} is wider than a window of ${width} px`).toBeLessThanOrEqual(0)
    const apart = Math.max(...edges) - Math.min(...edges)
    const message = `logo, title and footer of ${path} begin at ${edges} at ${width} px`
    if (!isAlone) expect.soft(apart, message).toBeLessThanOrEqual(2)
    await then(width)
  }
}

/**
 * Runs in the page: how much wider it is than its window, where its logo, its title and its footer begin, which words go
 * on where the window ends, though nothing scrolls there, and which controls stand outside their cell of a table, by more
 * than the room around their own words.
 */
function measure() {
  const roomAround = 15
  const outside = [...document.querySelectorAll('td :is(a, button)')].filter((control) => {
    const [own, cell] = [control.getBoundingClientRect(), control.closest('td')?.getBoundingClientRect()]
    return cell && own.width > 0 && (own.left < cell.left - roomAround || own.right > cell.right + roomAround)
  })
  const isBeyond = (words: Node) => {
    const letters = document.createRange()
    letters.selectNodeContents(words)
    return Array.from(letters.getClientRects()).some(({ left, right }) => left < -1 || right > innerWidth + 1)
  }
  // One pixel wide is what screen readers alone read; a photo comes by the buttons below it, and dots stand for the rest.
  const isInPlace = (element: Element | null): boolean =>
    element === null ||
    element.localName === 'main' ||
    (element.clientWidth !== 1 &&
      element.ariaRoleDescription !== 'slide' &&
      getComputedStyle(element).textOverflow !== 'ellipsis' &&
      !['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
      isInPlace(element.parentElement))
  const all = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
  const cut: string[] = []
  while (all.nextNode()) {
    const words = all.currentNode
    if (words.textContent?.trim() && isBeyond(words) && isInPlace(words.parentElement)) cut.push(words.textContent)
  }
  const first = ['header a', 'main h1', 'footer svg'].map((selector) => document.querySelector(selector))
  return {
    overflow: document.documentElement.scrollWidth - innerWidth,
    cut,
    outside: outside.map(({ textContent }) => textContent),
    edges: first.map((element) => Math.round(element?.getBoundingClientRect().left ?? Number.NaN)),
  }
}

interface Photographer {
  readonly page: Page
  readonly take: (framing: Framing) => Promise<string>
}

async function photographSchemes({ page, take }: Photographer, shot: Shot, highest: number): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const [index, scheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const height = await page.evaluate(atRest, index === 0 ? framesToSettle : 1)
    const y = shot.top ?? 0
    const clip = { x: 0, y, width: shot.width, height: Math.max(1, Math.min(height - y, highest)), scale: 1 }
    const data = await take({ captureBeyondViewport: highest > shot.height, clip })
    pictures.push({ shot, scheme, png: Buffer.from(data, 'base64') })
  }
  return pictures
}

interface Framing {
  readonly captureBeyondViewport: boolean
  readonly clip: { x: number; y: number; width: number; height: number; scale: number }
}

type Take = (camera: CDPSession, framing: Framing) => Promise<string>

const takePicture: Take = async (camera, framing) =>
  (await camera.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, ...framing })).data

/** A photo may be there and not be drawn yet on a busy machine: then the next picture is another one. */
const takeStillPicture: Take = async (camera, framing) => {
  let taken = await takePicture(camera, framing)
  for (let before = ''; before !== taken; ) {
    before = taken
    taken = await takePicture(camera, framing)
  }
  return taken
}

/**
 * Lists come to their new height, and photos to their new size, in a few frames after a change of the window. A change of
 * the scheme moves nothing.
 */
const framesToSettle = 5

/**
 * Runs in the page: waits until every picture of it is there and nothing has moved for so many frames, then tells its
 * height.
 */
async function atRest(frames: number): Promise<number> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  scrollTo(0, 0)
  for (const image of document.images) {
    image.loading = 'eager'
    // One that comes in another size is drawn as soon as it is there, not in a later frame than the picture is taken of.
    image.decoding = 'sync'
  }
  const shown = () => Array.from(document.images, ({ currentSrc }) => currentSrc).join()
  const heightNow = () => document.documentElement.scrollHeight
  const areHere = () => [...document.images].every(({ complete }) => complete)
  for (let before = '', still = 0; still < frames; ) {
    await frame()
    const now = `${heightNow()} ${shown()}`
    still = now === before && areHere() ? still + 1 : 0
    before = now
  }
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  return heightNow()
}
