import { useWords } from '@ultimate/kit/event/edition.ts'
import { storedValue, tabStorage } from '@ultimate/kit/state/storage.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { documentTitle, home, pageAt } from '../navigation/pages.ts'

/** Returns whether the page is in a frame, as in the preview of the settings. Only the site may frame its pages. */
export const isFramed = (): boolean => parent !== self

/** Names the document after the page and, on every change of page, puts the focus where its content begins. */
export function usePageArrival(pathname: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const shownPath = useRef(pathname)
  const { name } = useWords()
  useEffect(() => {
    document.title = documentTitle(pageAt(pathname) ?? home, name)
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname, name])
  return main
}

/** The name under which a tab stores where its pages were left. */
export const scrollPositions = 'scroll-positions'

/**
 * The router stores the scroll position of the first history entry of every load under the same key. Without this, a
 * page that is opened by its address would begin where another page was left.
 */
export function startUnscrolled(): void {
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate')
    tabStorage.removeItem(scrollPositions)
}

/**
 * Returns the stored scroll position of this entry of the history, in px. The stand-in for a page that is loaded again
 * has to be as long, so that the browser can scroll back there.
 */
export function savedScroll(): number {
  if (typeof history === 'undefined') return 0
  const { key = 'default' } = (history.state ?? {}) as { readonly key?: string }
  const position: unknown = storedValue(
    scrollPositions,
    (found) => found as Record<string, unknown>,
    () => tabStorage,
  ).load()?.[key]
  return typeof position === 'number' ? position : 0
}
