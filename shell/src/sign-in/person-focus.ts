import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Login and the account menu stand in one place and replace each other, and the focus would go with the one that
 * leaves. So whichever is there after a sign-in or a sign-out gets it, where nothing else on the page has taken it.
 */
export function usePersonFocus(place: RefObject<HTMLElement | null>): void {
  const { user, isLoading } = useSessionStore()
  const id = user?.id ?? null
  const known = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (isLoading) return
    const isKnown = known.current === undefined || known.current === id
    known.current = id
    if (isKnown) return
    // This waits until what closes now has given the focus back, and a page that opens now has taken it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          place.current?.querySelector('button')?.focus({ preventScroll: true })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [id, isLoading, place])
}
