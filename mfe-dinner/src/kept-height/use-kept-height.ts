import { type RefObject, useEffect, useRef, useState } from 'react'
import { keepHeight, keptHeight } from './kept-height.ts'

/**
 * While the content is on its way the page is as high as when it was last left in this tab. So whoever reloads far down
 * comes back to where he was, and the footer is not pushed away from under his eyes.
 */
export function useKeptHeight<E extends HTMLElement>(
  isThere: boolean,
): {
  readonly ref: RefObject<E | null>
  readonly style: { readonly minHeight: number } | undefined
} {
  const ref = useRef<E>(null)
  const [before] = useState(() => keptHeight(sessionStorage, location.pathname, innerWidth))
  useEffect(() => {
    if (!isThere) return
    const path = location.pathname
    const element = ref.current
    const keep = () => {
      if (element) keepHeight(sessionStorage, { path, width: innerWidth, height: element.offsetHeight })
    }
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [isThere])
  return { ref, style: isThere || before === null ? undefined : { minHeight: before } }
}
