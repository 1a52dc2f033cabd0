const slideMs = 200
/** Rows at most so many px below the window count as in sight, because they may slide into the window. */
const belowPx = 400

/** Selects the elements around rows: the sections of slots, and in them the chunks of `drawn-rows.tsx`. */
const groups = 'section section, [data-chunk]'

/**
 * Remembers the places of the rows in sight, and of the groups around them. Call the returned function once the list is
 * drawn anew. Each row then slides from its old place to its new one, so that the eye can follow. Rows out of sight are
 * not measured, because the browser has not laid them out.
 */
export function rememberPlaces(lists: Element | null | undefined): () => void {
  const before = new Map<Element, number>()
  if (!lists || matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined
  /** Returns true if the element is in sight. */
  const remember = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    const isInSight = bottom > 0 && top < innerHeight + belowPx
    if (isInSight) before.set(element, top)
    return isInSight
  }
  for (const group of lists.querySelectorAll(groups)) {
    const hasRowsInSight = remember(group) && group.matches('[data-chunk]')
    if (hasRowsInSight) for (const row of group.children) remember(row)
  }
  return () => {
    // All elements are measured before the first one slides, because a group that slides moves its rows.
    const offsets = new Map<Element, number>()
    for (const [element, from] of before)
      if (element.isConnected) offsets.set(element, from - element.getBoundingClientRect().top)
    for (const [element, offset] of offsets) {
      // A group that slides carries its rows along, so a row slides only by the rest.
      const group = element.parentElement?.closest(groups)
      const rest = offset - ((group && offsets.get(group)) ?? 0)
      if (rest !== 0) slide(element, rest)
    }
  }
}

const slide = (element: Element, offset: number) =>
  element.animate([{ transform: `translateY(${offset}px)` }, { transform: 'none' }], {
    duration: slideMs,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  })
