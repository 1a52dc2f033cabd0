import { type RefObject, useEffect, useRef } from 'react'
import { pageAt, pages } from '../navigation/pages.ts'

/** Names the document after the page and, on every change of page, puts the focus where its content begins. */
export function usePageArrival(pathname: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const arrived = useRef(pathname)
  useEffect(() => {
    const { title } = pageAt(pathname) ?? pages.home
    document.title = title === pages.home.title ? title : `${title} · ${pages.home.title}`
    if (arrived.current === pathname) return
    arrived.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
