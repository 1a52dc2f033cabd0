import type { Page } from '@playwright/test'
import { ask, fetchItems, freshDinner, openBoard, type SignedIn, showZone, test } from '../fixtures/board-page.ts'
import type { Site } from '../fixtures/site.ts'
import { expect } from '../fixtures/test.ts'

const widths = [320, 360, 640, 768, 1024, 1100, 1133, 1247, 1248, 1280, 1920, 2560]

interface Box {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Each place in sight, with the texts and controls in it as they are drawn, and what is wrong with the name. */
const readPlaces = (page: Page) =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const toBox = (text: string, { left, right, top, bottom }: DOMRect) => ({ text, left, right, top, bottom })
    const textsIn = (place: Element) => {
      const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
      const nodes = Array.from({ length: 100 }, () => walker.nextNode()).filter((node) => node !== null)
      return nodes.flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        const element = node.parentElement
        if (!element || !isShown(element) || element.closest('button[aria-label^="Done"]')) return []
        const [text, edge] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
        // What its element cuts off is not drawn, as all of what only screen readers see.
        const [left, top] = [Math.max(text.left, edge.left), Math.max(text.top, edge.top)]
        const drawn = new DOMRect(
          left,
          top,
          Math.min(text.right, edge.right) - left,
          Math.min(text.bottom, edge.bottom) - top,
        )
        return drawn.width > 1 && drawn.height > 1 ? [toBox(node.textContent ?? '', drawn)] : []
      })
    }
    return [...document.querySelectorAll('[data-drop*="/"], main li:has(bdi)')].filter(isShown).map((place) => {
      const done = [...place.querySelectorAll('button[aria-label^="Done"]')]
      const name = place.querySelector('[data-card] bdi') ?? place
      return {
        whole: toBox('the place', place.getBoundingClientRect()),
        boxes: [...textsIn(place), ...done.map((button) => toBox('Done', button.getBoundingClientRect()))],
        isCutAtSide: name.scrollWidth > name.clientWidth,
        isCut: name.scrollHeight > name.clientHeight + 2,
        lines: Math.round(name.clientHeight / Number.parseFloat(getComputedStyle(name).lineHeight)),
      }
    })
  })

const lieOver = (one: Box, other: Box): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1

const isWithin = ({ left, right, top, bottom }: Box, whole: Box): boolean =>
  left >= whole.left - 1 && right <= whole.right + 1 && top >= whole.top - 1 && bottom <= whole.bottom + 1

/** What lies over something else, sticks out of its place, or is cut before it has two full lines. */
async function findFaults(page: Page): Promise<string[]> {
  const places = await readPlaces(page)
  const inPlaces = places.flatMap(({ whole, boxes, isCutAtSide, isCut, lines }) => [
    ...boxes.filter((box) => !isWithin(box, whole)).map(({ text }) => `${text} sticks out`),
    ...boxes.flatMap((one, index) =>
      boxes.slice(index + 1).flatMap((other) => (lieOver(one, other) ? [`${one.text} lies over ${other.text}`] : [])),
    ),
    ...(isCutAtSide || (isCut && lines < 2) ? [`${boxes[0]?.text} is cut before its second line ends`] : []),
  ])
  const inHand = page.getByText('is in your hand')
  const bar = (await inHand.isVisible()) ? await inHand.boundingBox() : null
  const edge = bar && { text: 'the bar', left: bar.x, right: bar.x + bar.width, top: bar.y, bottom: bar.y + bar.height }
  const { isPhone, isTooWide } = await page.evaluate(() => ({
    isPhone: innerWidth < 640,
    isTooWide: document.documentElement.scrollWidth > innerWidth,
  }))
  const isCovered = edge !== null && !isPhone && places.some(({ whole }) => lieOver(edge, whole))
  return [
    ...inPlaces,
    ...(places.length === 0 ? ['there are no places'] : []),
    ...(isCovered ? ['the bar covers a place'] : []),
    ...(isTooWide ? ['the page is wider than the window'] : []),
  ]
}

async function expectNoFaults(page: Page, state: string, zones: readonly ('Holding' | 'Warming' | 'Buffet')[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 640 ? 740 : 768 })
    await page.evaluate(() => scrollTo(0, 0))
    for (const zone of width < 640 ? zones : zones.slice(0, 1)) {
      await showZone(page, zone)
      expect({ state, width, zone, faults: await findFaults(page) }).toEqual({ state, width, zone, faults: [] })
    }
  }
}

const longNames = [
  'Sweet potato casserole with pecans',
  'Cornbread',
  'Deviled eggs',
  'Slow-smoked Butterball turkey',
  'Macaroniauflaufvariationen',
]

/** Dishes on all zones, of long and short names. Signs up for what the demo lacks. */
async function setTable(site: Site, { token }: SignedIn): Promise<void> {
  const { teams } = (await ask(site, token, 'GET /registered-teams')).body
  const captainId = (teams as unknown as { id: string }[])[0]?.id
  const idOf = (made: unknown) => (made as { id: string }).id
  for (const [index, name] of longNames.entries()) {
    const { slot } = (await ask(site, token, 'POST /dinner-slots', { name, category: 'dishes', max_signups: 3 })).body
    const person = {
      personName: 'Bartholomew Featherstonehaugh-Cholmondeley',
      email: `b${index}@example.org`,
      captainId,
    }
    for (let number = 0; number < 3; number += 1) {
      const { signup } = (await ask(site, token, 'POST /dinner-signup', { ...person, slotId: idOf(slot) })).body
      await ask(site, token, `PUT /dinner-signups/${idOf(signup)}/checkin`, { checkedIn: true })
    }
  }
  const dishes = (await fetchItems(site, token)).filter(({ slot_name }) => longNames.includes(slot_name))
  const places = [0, 1, 2, 9, 15].flatMap((position) => [
    { zone: 'buffet', position },
    { zone: 'warming', position },
  ])
  for (const [index, place] of places.entries())
    await ask(site, token, `PUT /dinner-management/items/${dishes[index]?.id}/position`, place)
}

test('nothing on the board lies over anything else, from a small phone to a wall', async ({ page, site }) => {
  const who = await freshDinner(site)
  await setTable(site, who)
  await openBoard(page, who)
  await expectNoFaults(page, 'before the start', ['Warming', 'Buffet', 'Holding'])

  await ask(site, who.token, 'POST /dinner-management/session/start')
  await expect(page.getByRole('button', { name: /^Done: / }).first()).toBeAttached()
  await expectNoFaults(page, 'in progress', ['Buffet', 'Warming', 'Holding'])

  // Two hours later something has to be done with them.
  await page.evaluate(() => {
    Date.now = () => performance.timeOrigin + performance.now() + 2.5 * 60 * 60 * 1000
  })
  await expect(page.getByText('over 2 h').first()).toBeAttached()
  await expectNoFaults(page, 'two hours later', ['Buffet'])

  await page.setViewportSize({ width: 1024, height: 768 })
  await page.locator('#zone-holding [data-dish]').first().click()
  await expect(page.getByText('is in your hand')).toBeVisible()
  await expectNoFaults(page, 'a dish in the hand', ['Buffet', 'Warming', 'Holding'])

  await ask(site, who.token, 'POST /dinner-management/session/finish')
  await expect(page.getByRole('heading', { name: 'Leftover Items' })).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(page.getByRole('button', { name: /^Done: / })).toHaveCount(0)
  await expectNoFaults(page, 'finished', ['Buffet', 'Warming'])
  // The site is shared.
  await freshDinner(site)
})
