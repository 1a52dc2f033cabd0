import type { RefCallback } from 'react'
import { coveredPixels, floating } from './floats.ts'
import { followFocus, keepFocusInSight, onScrollEnd, scrollClear, stopFollowing } from './focus-in-sight.ts'

/**
 * `top` and `bottom` float at an edge of the window. `stuck` floats while its own place in the page is scrolled away.
 * `passing` disappears automatically, and other floats make room for it.
 */
type FloatKind = 'top' | 'bottom' | 'stuck' | 'passing'

/**
 * Give these as the `ref` of elements that float over the page. While such an element is there, the page scrolls so
 * that it does not cover the focus. The page can also be scrolled so far that the element covers nothing at the end.
 * Where the focus cannot come clear, the element that covers it steps aside.
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
    const covered = Math.max(0, ...all.filter(({ dataset }) => dataset['floats'] === place).map(coveredPixels))
    const { style } = document.documentElement
    const [name, value] = [`--covered-${place}`, `${Math.ceil(covered)}px`]
    // Every element inherits it, so that each write recomputes the style of the whole page.
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value)
  }
  keepFocusInSight()
}

/** Scrolls as little as needed until the whole element is visible between the floats, as far as there is room. */
export function scrollIntoSight(element: Element): void {
  // Documents of tests have no layout to scroll.
  element.scrollIntoView?.({ block: 'nearest', behavior: 'instant' })
  scrollClear(element)
}
