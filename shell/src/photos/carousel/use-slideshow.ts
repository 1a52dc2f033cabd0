import { type RefObject, useEffect, useState } from 'react'

/** The time that each photo stays, in milliseconds. */
export const slideshowInterval = 4000

/** Marks controls that may have the pointer or the focus without holding the slideshow: the one that starts it. */
export const slideshowControl = 'data-slideshow'

/** Returns whether the visitor points at something inside `area`, or has the focus there. */
function useAttention(area: RefObject<HTMLElement | null>): boolean {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const counts = ({ target }: Event) => target instanceof Element && !target.closest(`[${slideshowControl}]`)
    const ended = new AbortController()
    const { signal } = ended
    element.addEventListener('pointerover', (event) => setPointed(counts(event)), { signal })
    element.addEventListener('pointerleave', () => setPointed(false), { signal })
    element.addEventListener('focusin', (event) => setFocused(counts(event)), { signal })
    element.addEventListener('focusout', () => setFocused(false), { signal })
    return () => ended.abort()
  }, [area])
  return isPointed || isFocused
}

function usePageHidden(): boolean {
  const [isHidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const look = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isHidden
}

interface Slideshow {
  readonly area: RefObject<HTMLElement | null>
  /** Changes with every move, by hand as well: each photo gets its whole time. */
  readonly index: number
  readonly onNext: (from: number) => void
  /** False where nothing may move automatically. */
  readonly isAllowed: boolean
}

/**
 * Moves on automatically once the visitor starts it; it waits while they point at it, have the focus in it or look
 * elsewhere.
 */
export function useSlideshow({ area, index, onNext, isAllowed }: Slideshow) {
  const [isWished, setWished] = useState(false)
  const isHeld = useAttention(area)
  const isHidden = usePageHidden()
  const isOn = isWished && isAllowed
  useEffect(() => {
    if (!isOn || isHeld || isHidden) return
    const timer = setTimeout(() => onNext(index), slideshowInterval)
    return () => clearTimeout(timer)
  }, [isOn, isHeld, isHidden, onNext, index])
  return { isOn, toggle: () => setWished(!isOn) }
}
