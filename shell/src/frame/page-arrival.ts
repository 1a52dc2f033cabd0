import { tabStorage } from '@ultimate/kit/state/kept.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { documentTitle, pageAt, pages } from '../navigation/pages.ts'

/** Names the document after the page and, on every change of page, puts the focus where its content begins. */
export function usePageArrival(pathname: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const arrived = useRef(pathname)
  useEffect(() => {
    document.title = documentTitle(pageAt(pathname) ?? pages.home)
    if (arrived.current === pathname) return
    arrived.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** Under which name a tab keeps where its pages were left. */
export const scrollPositions = 'scroll-positions'

/**
 * The router keeps the first entry of every load under one name. Without this, a page that is opened by its address
 * would begin where another one was left, instead of at its top or at the section that the address names.
 */
export function startUnscrolled(): void {
  const [load] = performance.getEntriesByType('navigation')
  if (load instanceof PerformanceNavigationTiming && load.type === 'navigate') tabStorage.removeItem(scrollPositions)
}
