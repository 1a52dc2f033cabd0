const slideMs = 200
/** What comes into sight from below slides as well. */
const belowPx = 400

const groups = 'section section, [data-chunk]'

/**
 * Remembers where the rows in sight stand. Call what it returns once the list is drawn anew: each row slides from there
 * to its new place, so that the eye can follow and nothing jumps. What is out of sight is not measured: it is not laid out.
 */
export function slideFromHere(lists: Element | null | undefined): () => void {
  const before = new Map<Element, number>()
  if (!lists || matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined
  const remember = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    const isInSight = bottom > 0 && top < innerHeight + belowPx
    if (isInSight) before.set(element, top)
    return isInSight
  }
  for (const group of lists.querySelectorAll(groups))
    if (remember(group) && group.matches('[data-chunk]')) for (const row of group.children) remember(row)
  return () => {
    const moves = new Map<Element | null | undefined, number>()
    for (const [element, from] of before)
      if (element.isConnected) moves.set(element, from - element.getBoundingClientRect().top)
    for (const [element] of before) {
      // Its group takes it along.
      const moved = (moves.get(element) ?? 0) - (moves.get(element.parentElement?.closest(groups)) ?? 0)
      if (moved !== 0) slide(element, moved)
    }
  }
}

const slide = (element: Element, from: number) =>
  element.animate([{ transform: `translateY(${from}px)` }, { transform: 'none' }], {
    duration: slideMs,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  })
