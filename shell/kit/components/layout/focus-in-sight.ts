import { floating, isAfloat, isOver, isUpper, pixels } from './floats.ts'

// Keeps the focused element in sight: scrolls the page, and lets floating elements step aside.

/** Pixels between the focused element and a float. */
const gap = 8

/** True while the page follows the focus, which is until the user scrolls. */
let isFollowing = false

export function followFocus(): void {
  isFollowing = true
  keepFocusInSight()
}

export function stopFollowing(): void {
  isFollowing = false
}

/** Runs when scrolling ends, because a page that scrolls smoothly arrives after the focus has moved. */
export function onScrollEnd(): void {
  if (isFollowing) keepFocusInSight()
  else showAgain()
}

/** Shows those floats again that stepped aside and lie no longer over the focused element. */
function showAgain(): void {
  const focused = focusInPage()
  for (const float of floating) if (!focused || !isOver(float, focused, 0, 0)) setAside(float, false)
}

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
export function keepFocusInSight(): void {
  const focused = focusInPage()
  if (focused) scrollClear(focused)
  // An overlap of less than a pixel does not count.
  for (const float of floating) setAside(float, focused !== null && isOver(float, focused, -1, -1))
}

function setAside({ dataset }: HTMLElement, isAside: boolean): void {
  if (isAside === 'aside' in dataset) return
  if (isAside) dataset['aside'] = ''
  else delete dataset['aside']
}

/** Scrolls the page as little as needed so that no float lies over this element. */
export function scrollClear(element: Element): void {
  const style = getComputedStyle(element)
  const [roomAbove, roomBelow] = [pixels(style.scrollMarginTop), pixels(style.scrollMarginBottom)]
  const covers = [...floating].filter((float) => isAfloat(float) && isOver(float, element, roomAbove, roomBelow))
  if (covers.length === 0) return
  const distances = () => covers.map((float) => topOf(float) - topOf(element)).join()
  const before = { y: scrollY, distances: distances() }
  scrollBy({ top: stepIntoSight(element, roomAbove + gap, roomBelow + gap), behavior: 'instant' })
  // If element and cover move together, scrolling does not help, so the page goes back.
  if (distances() === before.distances) scrollTo({ top: before.y, behavior: 'instant' })
}

const topOf = (element: Element): number => element.getBoundingClientRect().top

/**
 * Returns how many pixels the page has to scroll until the element stands between the floats. Where space is short, it
 * gets less room around it.
 */
function stepIntoSight(element: Element, roomAbove: number, roomBelow: number): number {
  const { left, right, top, bottom, height } = element.getBoundingClientRect()
  const covers = [...floating]
    .filter(isAfloat)
    .map((float) => float.getBoundingClientRect())
    .filter((cover) => cover.height > 0 && cover.right > left && cover.left < right)
  const topLimit = Math.max(0, ...covers.filter(isUpper).map((cover) => cover.bottom))
  const bottomLimit = Math.min(innerHeight, ...covers.filter((cover) => !isUpper(cover)).map((cover) => cover.top))
  const spare = Math.max(0, bottomLimit - topLimit - height)
  const below = Math.min(roomBelow, spare / 2)
  const above = Math.min(roomAbove, spare - below)
  const step = Math.max(0, bottom + below - bottomLimit)
  return Math.min(step, top - above - topLimit)
}
