import { useWords } from '@ultimate/kit/event/edition.ts'
import { storedValue, tabStorage } from '@ultimate/kit/state/storage.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { documentTitle, home, pageAt } from '../navigation/pages.ts'

/** Only pages of the site itself may frame it, which its settings do. */
export const isFramed = (): boolean => parent !== self

/** Names the document after the page and, on every change of page, puts the focus where its content begins. */
export function usePageArrival(pathname: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const arrived = useRef(pathname)
  const { name } = useWords()
  useEffect(() => {
    document.title = documentTitle(pageAt(pathname) ?? home, name)
    if (arrived.current === pathname) return
    arrived.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname, name])
  return main
}

/** The name under which a tab stores where its pages were left. */
export const scrollPositions = 'scroll-positions'

/**
 * The router keeps the first entry of every load under one name. Without this, a page that is opened by its address
 * would begin where another one was left, instead of at its top or at the section that the address names.
 */
export function startUnscrolled(): void {
  const [load] = performance.getEntriesByType('navigation')
  if (load instanceof PerformanceNavigationTiming && load.type === 'navigate') tabStorage.removeItem(scrollPositions)
}

/**
 * Returns how far down this entry of the history was left, in px, where it is loaded again: the stand-in for the page
 * has to be as long, or there would be nothing to scroll back to.
 */
export function savedScroll(): number {
  if (typeof history === 'undefined') return 0
  const { key = 'default' } = (history.state ?? {}) as { readonly key?: string }
  const left: unknown = storedValue(
    scrollPositions,
    (found) => found as Record<string, unknown>,
    () => tabStorage,
  ).load()?.[key]
  return typeof left === 'number' ? left : 0
}
