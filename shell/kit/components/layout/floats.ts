// The floating elements, and where each of them is.

/**
 * The floating elements. Each part brings its own copy of this file, so they are stored in a place that all copies find.
 * To search the page for them would take long, because it may have thousands of elements.
 */
const registry = Symbol.for('ultimate.floating')
const sharedGlobal = globalThis as { [registry]?: Set<HTMLElement> }
sharedGlobal[registry] ??= new Set()
export const floating = sharedGlobal[registry]

/** Returns the number of a computed length such as `12px`; 0 for `auto`. */
export const pixels = (length: string): number => Number.parseFloat(length) || 0

/**
 * Returns whether the element floats now. An element that sticks floats only at the edge of the window, away from its
 * own place in the page. In a wide or low window it may not stick at all.
 */
export function isAfloat(element: HTMLElement): boolean {
  const { position, top, bottom } = getComputedStyle(element)
  if (position !== 'sticky') return element.dataset['floats'] !== 'stuck'
  const box = element.getBoundingClientRect()
  return top === 'auto' ? box.bottom >= innerHeight - pixels(bottom) - 1 : box.top <= pixels(top) + 1
}

/** Returns whether a float stands in the upper half of the window. */
export const isUpper = ({ top, bottom }: DOMRect): boolean => top + bottom < innerHeight

/** Returns whether a float lies over this element, or over so much room above or below the element. */
export function isOver(float: Element, element: Element, roomAbove: number, roomBelow: number): boolean {
  const cover = float.getBoundingClientRect()
  const { left, right, top, bottom } = element.getBoundingClientRect()
  if (cover.height === 0 || cover.right <= left || cover.left >= right || float.contains(element)) return false
  return isUpper(cover)
    ? top - roomAbove < cover.bottom && bottom > cover.top
    : bottom + roomBelow > cover.top && top < cover.bottom
}

/**
 * Returns how many pixels a float covers from its edge of the window. One beside the middle, as in a column of its own,
 * covers none.
 */
export function coveredPixels(element: HTMLElement): number {
  const { top, bottom, left, right, height } = element.getBoundingClientRect()
  const middle = innerWidth / 2
  if (height === 0 || left >= middle || right <= middle) return 0
  if (getComputedStyle(element).position !== 'fixed') return height
  return element.dataset['floats'] === 'top' ? bottom : innerHeight - top
}
