import type { RefCallback } from 'react'

/** The edge at which something floats; `passing` for what goes by itself, which other floats make room for. */
type Place = 'top' | 'bottom' | 'passing'

/**
 * Give these as the `ref` of what floats over the page. As long as it is there the page scrolls the focus clear of it, and
 * can be scrolled so far that it covers nothing at the end.
 *
 * Each part brings its own copy of this file, so what floats is kept in a place that all copies find.
 */
export const floatsAtTop = floatsAt('top')
export const floatsAtBottom = floatsAt('bottom')
export const floatsInPassing = floatsAt('passing')

function floatsAt(place: Place): RefCallback<HTMLElement> {
  return (element) => {
    if (!element) return
    element.dataset['floats'] = place
    floating.add(element)
    const ended = new AbortController()
    const changes = new MutationObserver(makeRoomSoon)
    changes.observe(element, { attributes: true, childList: true, characterData: true, subtree: true })
    addEventListener('resize', makeRoom, { signal: ended.signal })
    document.addEventListener('focusin', keepFocusInSight, { signal: ended.signal })
    makeRoom()
    return () => {
      ended.abort()
      changes.disconnect()
      delete element.dataset['floats']
      floating.delete(element)
      makeRoom()
    }
  }
}

/**
 * What floats, known to every copy of this file. To search the page for it would take longer than all else here: that
 * happens right before a frame, and the page may have thousands of elements.
 */
const registry = Symbol.for('ultimate.floating')
const shared = globalThis as { [registry]?: Set<HTMLElement> }
shared[registry] ??= new Set()
const floating = shared[registry]

let isAsked = false

/** Right before the page is drawn. To measure after each change would lay out the page for each. */
function makeRoomSoon(): void {
  if (isAsked) return
  isAsked = true
  requestAnimationFrame(() => {
    isAsked = false
    makeRoom()
  })
}

/** Tells the style sheets how much of the window is covered: `--covered-top` and `--covered-bottom`. */
function makeRoom(): void {
  const all = [...floating]
  for (const place of ['top', 'bottom'] as const) {
    const covered = Math.max(0, ...all.filter(({ dataset }) => dataset['floats'] === place).map(coveredBy))
    const { style } = document.documentElement
    const [name, value] = [`--covered-${place}`, `${Math.ceil(covered)}px`]
    // Every element inherits it: to write it again costs the style of the whole page.
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value)
  }
  keepFocusInSight()
}

/** In pixels, from the edge of the window. What stands beside the middle, as in a column of its own, covers nothing. */
function coveredBy(element: HTMLElement): number {
  const { top, bottom, left, right, height } = element.getBoundingClientRect()
  const middle = innerWidth / 2
  if (height === 0 || left >= middle || right <= middle) return 0
  if (getComputedStyle(element).position !== 'fixed') return height
  return element.dataset['floats'] === 'top' ? bottom : innerHeight - top
}

const apart = 8
/** Elements that lie over what floats, or float themselves. */
const above = '[data-floats], [role="dialog"], [role="alertdialog"], [role="menu"]'

/** Scrolls the page as little as needed, where something that floats lies over what has the focus. */
function keepFocusInSight(): void {
  const focused = document.activeElement
  // What was pressed stays under the finger. A region that was jumped to is larger than what is in sight.
  if (!focused?.matches(':focus-visible:not(body, [tabindex="-1"])') || focused.closest(above)) return
  const top = [...floating]
    .map((element) => stepClearOf(element.getBoundingClientRect(), focused))
    .find((step) => step !== 0)
  if (top) scrollFor(focused, top)
}

/** What sticks to the window does not come clear by scrolling: then the page stays where it is. */
function scrollFor(focused: Element, top: number): void {
  const before = { y: scrollY, top: focused.getBoundingClientRect().top }
  scrollBy({ top, behavior: 'instant' })
  if (focused.getBoundingClientRect().top === before.top) scrollTo({ top: before.y, behavior: 'instant' })
}

/** How far the page has to be scrolled for `focused`, with the margin it asks for, to be clear of `cover`. */
function stepClearOf(cover: DOMRect, focused: Element): number {
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  if (cover.height === 0 || cover.right <= left || cover.left >= right) return 0
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(focused)
  const isUpper = cover.top + cover.bottom < innerHeight
  const into = isUpper
    ? cover.bottom - (top - Number.parseFloat(scrollMarginTop))
    : bottom + Number.parseFloat(scrollMarginBottom) - cover.top
  const isOutOfWindow = isUpper ? bottom <= cover.top : top >= cover.bottom
  if (into <= 0 || isOutOfWindow) return 0
  return isUpper ? -into - apart : into + apart
}
