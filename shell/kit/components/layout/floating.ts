import type { RefCallback } from 'react'

/**
 * `top` and `bottom` float at an edge of the window. `stuck` floats while its own place in the page is scrolled away.
 * `passing` disappears automatically, and other floats make room for it.
 */
type FloatKind = 'top' | 'bottom' | 'stuck' | 'passing'

/**
 * Give these as the `ref` of elements that float over the page. While such an element is there, the page scrolls so
 * that it does not cover the focus. The page can also be scrolled so far that the element covers nothing at the end.
 * Where the focus cannot come clear, the element that covers it steps aside.
 *
 * Each part brings its own copy of this file, so the floating elements are stored in a place that all copies find.
 */
export const floatsAtTop = floatsAt('top')
export const floatsAtBottom = floatsAt('bottom')
export const sticks = floatsAt('stuck')
export const floatsInPassing = floatsAt('passing')

function floatsAt(kind: FloatKind): RefCallback<HTMLElement> {
  return (element) => {
    if (!element) return
    element.dataset['floats'] = kind
    floating.add(element)
    const ending = new AbortController()
    const { signal } = ending
    const changes = new MutationObserver(makeRoomSoon)
    changes.observe(element, { attributes: true, childList: true, characterData: true, subtree: true })
    addEventListener('resize', makeRoom, { signal })
    document.addEventListener('focusin', followFocus, { signal })
    document.addEventListener('scrollend', onScrollEnd, { signal })
    for (const eventType of ['keydown', 'pointerdown', 'wheel'])
      document.addEventListener(eventType, stopFollowing, { signal, capture: true, passive: true })
    makeRoom()
    return () => {
      ending.abort()
      changes.disconnect()
      delete element.dataset['floats']
      delete element.dataset['aside']
      floating.delete(element)
      makeRoom()
    }
  }
}

/**
 * The floating elements, shared by all copies of this file. To search the page for them would take longer than all else
 * here, because it may have thousands of elements.
 */
const registry = Symbol.for('ultimate.floating')
const sharedGlobal = globalThis as { [registry]?: Set<HTMLElement> }
sharedGlobal[registry] ??= new Set()
const floating = sharedGlobal[registry]

let isScheduled = false

/** Makes room right before the page is drawn, because measuring after each change would lay out the page for each. */
function makeRoomSoon(): void {
  if (isScheduled) return
  isScheduled = true
  requestAnimationFrame(() => {
    isScheduled = false
    makeRoom()
  })
}

/**
 * Passes to the style sheets how much of the window is covered: `--covered-top` and `--covered-bottom`. Elements that
 * stick do not count, because the page needs no room for them at its end. A focused element inside one would be
 * scrolled clear of itself.
 */
function makeRoom(): void {
  const all = [...floating]
  for (const place of ['top', 'bottom'] as const) {
    const covered = Math.max(0, ...all.filter(({ dataset }) => dataset['floats'] === place).map(coveredBy))
    const { style } = document.documentElement
    const [name, value] = [`--covered-${place}`, `${Math.ceil(covered)}px`]
    // Every element inherits it, so that each write recomputes the style of the whole page.
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value)
  }
  keepFocusInSight()
}

/**
 * Returns the covered pixels from the edge of the window. An element beside the middle, as in a column of its own,
 * covers nothing.
 */
function coveredBy(element: HTMLElement): number {
  const { top, bottom, left, right, height } = element.getBoundingClientRect()
  const middle = innerWidth / 2
  if (height === 0 || left >= middle || right <= middle) return 0
  if (getComputedStyle(element).position !== 'fixed') return height
  return element.dataset['floats'] === 'top' ? bottom : innerHeight - top
}

const pixels = (length: string): number => Number.parseFloat(length) || 0

/** True while the page follows the focus, which is until the user scrolls. */
let isFollowing = false

function followFocus(): void {
  isFollowing = true
  keepFocusInSight()
}

function stopFollowing(): void {
  isFollowing = false
}

/** Runs when scrolling ends, because a page that scrolls smoothly arrives after the focus has moved. */
function onScrollEnd(): void {
  if (isFollowing) keepFocusInSight()
  else showAgain()
}

/** Shows those elements again that stepped aside and lie no longer over the focused one. */
function showAgain(): void {
  const focused = focusInPage()
  for (const element of floating) if (!focused || !isOver(element, focused, 0, 0)) setAside(element, false)
}

/** Pixels between the focused element and a float. */
const gap = 8
/** Overlays lie over floating elements. */
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * Returns the focused element if it has to be in sight. A pressed element is under the finger anyway, and a region that
 * a link leads to may be larger than the window: null for both.
 */
function focusInPage(): Element | null {
  const focused = document.activeElement
  if (!focused?.matches(':focus-visible:not(body, [tabindex="-1"])') || focused.closest(overlays)) return null
  const float = focused.closest<HTMLElement>('[data-floats]')
  return (float && isAfloat(float)) || getComputedStyle(focused).position === 'fixed' ? null : focused
}

/**
 * Scrolls the page as little as needed where a floating element lies over the focused one. An element that still covers
 * it steps aside, as at the beginning of the page or in a low window.
 */
function keepFocusInSight(): void {
  const focused = focusInPage()
  if (focused) scrollClear(focused)
  // An overlap of less than a pixel does not count.
  for (const element of floating) setAside(element, focused !== null && isOver(element, focused, -1, -1))
}

function setAside(element: HTMLElement, isAside: boolean): void {
  if (isAside === 'aside' in element.dataset) return
  if (isAside) element.dataset['aside'] = ''
  else delete element.dataset['aside']
}

const isUpper = ({ top, bottom }: DOMRect): boolean => top + bottom < innerHeight

/** Returns whether `element` lies over `focused`, or over this much room above or below it. */
function isOver(element: Element, focused: Element, roomAbove: number, roomBelow: number): boolean {
  const cover = element.getBoundingClientRect()
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  if (cover.height === 0 || cover.right <= left || cover.left >= right || element.contains(focused)) return false
  return isUpper(cover)
    ? top - roomAbove < cover.bottom && bottom > cover.top
    : bottom + roomBelow > cover.top && top < cover.bottom
}

function scrollClear(focused: Element): void {
  const style = getComputedStyle(focused)
  const [roomAbove, roomBelow] = [pixels(style.scrollMarginTop), pixels(style.scrollMarginBottom)]
  const covers = [...floating].filter((element) => isAfloat(element) && isOver(element, focused, roomAbove, roomBelow))
  if (covers.length === 0) return
  const distances = () => covers.map((element) => topOf(element) - topOf(focused)).join()
  const before = { y: scrollY, distances: distances() }
  scrollBy({ top: stepIntoSight(focused, roomAbove + gap, roomBelow + gap), behavior: 'instant' })
  // If element and cover move together, scrolling does not help, so the page goes back.
  if (distances() === before.distances) scrollTo({ top: before.y, behavior: 'instant' })
}

/** Scrolls as little as needed until the whole element is visible between the floats, as far as there is room. */
export function scrollIntoSight(element: Element): void {
  // Documents of tests have no layout to scroll.
  element.scrollIntoView?.({ block: 'nearest', behavior: 'instant' })
  scrollClear(element)
}

const topOf = (element: Element): number => element.getBoundingClientRect().top

/**
 * Returns whether the element floats now. An element that sticks floats only at the edge of the window, away from its
 * own place in the page. In a wide or low window it may not stick at all.
 */
function isAfloat(element: HTMLElement): boolean {
  const { position, top, bottom } = getComputedStyle(element)
  if (position !== 'sticky') return element.dataset['floats'] !== 'stuck'
  const box = element.getBoundingClientRect()
  return top === 'auto' ? box.bottom >= innerHeight - pixels(bottom) - 1 : box.top <= pixels(top) + 1
}

/**
 * Returns how many pixels the page has to scroll until `focused` stands between the floating elements. Where space is
 * short, it gets less room around it.
 */
function stepIntoSight(focused: Element, roomAbove: number, roomBelow: number): number {
  const { left, right, top, bottom, height } = focused.getBoundingClientRect()
  const covers = [...floating]
    .filter(isAfloat)
    .map((element) => element.getBoundingClientRect())
    .filter((cover) => cover.height > 0 && cover.right > left && cover.left < right)
  const topLimit = Math.max(0, ...covers.filter(isUpper).map((cover) => cover.bottom))
  const bottomLimit = Math.min(innerHeight, ...covers.filter((cover) => !isUpper(cover)).map((cover) => cover.top))
  const spare = Math.max(0, bottomLimit - topLimit - height)
  const below = Math.min(roomBelow, spare / 2)
  const above = Math.min(roomAbove, spare - below)
  const step = Math.max(0, bottom + below - bottomLimit)
  return Math.min(step, top - above - topLimit)
}
