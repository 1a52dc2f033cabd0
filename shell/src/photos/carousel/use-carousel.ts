import useEmblaCarousel from 'embla-carousel-react'
// biome-ignore lint/style/noRestrictedImports: the browser holds this state, and no other component asks for it.
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'

const options = { loop: true, align: 'center', containScroll: false, watchSlides: false, duration: 22 } as const

/**
 * A ring of slides, one of them current. `isReduced` moves without gliding. Attach `viewport` to the element that the
 * list of slides stands in.
 */
export function useCarousel(ids: readonly string[], isReduced: boolean) {
  const [viewport, embla] = useEmblaCarousel({ ...options, watchDrag: ids.length > 1 })
  const [index, setIndex] = useState(0)
  const currentPhoto = useRef<{ id: string | undefined; index: number }>({ id: ids[0], index: 0 })
  const shownIds = useRef(ids)

  useEffect(() => {
    if (!embla) return
    const onSelect = () => {
      const selected = embla.selectedScrollSnap()
      currentPhoto.current = { id: shownIds.current[selected], index: selected }
      setIndex(selected)
    }
    embla.on('select', onSelect).on('reInit', onSelect)
    return () => void embla.off('select', onSelect).off('reInit', onSelect)
  }, [embla])

  const key = ids.join()
  useEffect(() => {
    const newIds = key.split(',')
    if (!embla || shownIds.current.join() === key) return
    shownIds.current = newIds
    embla.reInit({ startIndex: placeAfterChange(newIds, currentPhoto.current) })
  }, [embla, key])

  const goTo = useCallback((to: number) => embla?.scrollTo(to, isReduced), [embla, isReduced])
  const { length } = ids
  const step = useCallback(
    (by: 1 | -1) => {
      if (!embla) return
      const next = (embla.selectedScrollSnap() + by + length) % length
      // Two or three wide slides make no ring, so it scrolls back to the other end.
      if (by === 1 ? embla.canScrollNext() : embla.canScrollPrev())
        by === 1 ? embla.scrollNext(isReduced) : embla.scrollPrev(isReduced)
      else embla.scrollTo(next, isReduced)
    },
    [embla, isReduced, length],
  )
  return { viewport, embla, index: Math.min(index, ids.length - 1), step, goTo }
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
 * Moves on automatically once the visitor starts it. It waits while they point at it, have the focus in it or look
 * elsewhere.
 */
export function useSlideshow({ area, index, onNext, isAllowed }: Slideshow) {
  const [isStarted, setStarted] = useState(false)
  const isHeld = useAttention(area)
  const isHidden = usePageHidden()
  const isOn = isStarted && isAllowed
  useEffect(() => {
    if (!isOn || isHeld || isHidden) return
    const timer = setTimeout(() => onNext(index), slideshowInterval)
    return () => clearTimeout(timer)
  }, [isOn, isHeld, isHidden, onNext, index])
  return { isOn, toggle: () => setStarted(!isOn) }
}

const reducedMotion = '(prefers-reduced-motion: reduce)'

function watchReducedMotion(onChange: () => void): () => void {
  const media = matchMedia(reducedMotion)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Returns whether this device asks for less motion. */
export const useReducedMotion = (): boolean =>
  useSyncExternalStore(watchReducedMotion, () => matchMedia(reducedMotion).matches)

/** Slides farther than this from the current one are hidden, and their photos not loaded. */
const maxStepsShown = 2

/** Returns the number of steps between two of `count` slides in a ring, by the shorter way round. */
export function stepsBetween(one: number, other: number, count: number): number {
  const straight = Math.abs(one - other)
  return Math.min(straight, count - straight)
}

export const isNear = (index: number, current: number, count: number): boolean =>
  stepsBetween(index, current, count) <= maxStepsShown

/** Returns the index of the current photo after the photos changed; if that photo is gone, its former index. */
export function placeAfterChange(ids: readonly string[], current: { id: string | undefined; index: number }): number {
  const newIndex = ids.indexOf(current.id ?? '')
  return newIndex >= 0 ? newIndex : Math.max(0, Math.min(current.index, ids.length - 1))
}

/** The time that each photo stays, in milliseconds. */
export const slideshowInterval = 4000

/** Marks the control that starts the slideshow, which may have pointer or focus without stopping it. */
const slideshowControl = 'data-slideshow'

/** Returns whether the visitor points at something inside `area`, or has the focus there. */
function useAttention(area: RefObject<HTMLElement | null>): boolean {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const isRelevant = ({ target }: Event) => target instanceof Element && !target.closest(`[${slideshowControl}]`)
    const ending = new AbortController()
    const { signal } = ending
    element.addEventListener('pointerover', (event) => setPointed(isRelevant(event)), { signal })
    element.addEventListener('pointerleave', () => setPointed(false), { signal })
    element.addEventListener('focusin', (event) => setFocused(isRelevant(event)), { signal })
    element.addEventListener('focusout', () => setFocused(false), { signal })
    return () => ending.abort()
  }, [area])
  return isPointed || isFocused
}

function usePageHidden(): boolean {
  const [isHidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const update = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isHidden
}
