import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { rememberPlaces } from './slide-rows.ts'

/** A row of the pending list. Only a `pending` one can be pressed; the others stay until the list is unfrozen. */
export interface PendingListRow {
  readonly signup: Signup
  /** The list in which the sign-up is now; `removed` if it is in none. */
  readonly list: 'pending' | 'checked in' | 'removed'
}

const asPending = (signup: Signup): PendingListRow => ({ signup, list: 'pending' })

/**
 * Returns the rows of the pending list. While the list is frozen, every row stays in its place, even if its sign-up has
 * left the list, and new sign-ups are not shown yet. `frozen` are the rows when the list froze; null while it is not
 * frozen.
 */
export function listPendingRows(
  frozen: readonly Signup[] | null,
  pending: readonly Signup[],
  all: readonly Signup[],
): PendingListRow[] {
  if (frozen === null) return pending.map(asPending)
  const pendingById = new Map(pending.map((signup) => [signup.id, signup]))
  const allById = new Map(all.map((signup) => [signup.id, signup]))
  return frozen.map((frozenSignup) => {
    const pendingSignup = pendingById.get(frozenSignup.id)
    if (pendingSignup) return asPending(pendingSignup)
    const signup = allById.get(frozenSignup.id)
    return signup ? { signup, list: 'checked in' } : { signup: frozenSignup, list: 'removed' }
  })
}

/** The list is unfrozen after this time without a touch. */
const untouchedMs = 5000
/** A scroll of at least so many px unfreezes the list; a trembling thumb scrolls less. */
const minScrollPx = 48
/** A scroll is over after this time without a scroll event. */
const scrollPauseMs = 150

interface FrozenList {
  /** `search` of {@link PendingListState} when the list froze. */
  readonly search: string | null
  readonly rows: readonly Signup[]
}

interface PendingListState {
  readonly pending: readonly Signup[]
  readonly all: readonly Signup[]
  /** The text in the search field; null while search results replace this list. A change unfreezes the list. */
  readonly search: string | null
}

/**
 * Returns the rows of the pending list. They must not move under the thumb: right after a check-in, the next tap would
 * hit another person. So the first touch freezes them. A scroll, focusing an input, or five seconds without a
 * touch unfreeze them, but not while the keyboard's focus is on a row. Give `area` and `handlers` to the element around
 * the rows.
 */
export function useFrozenRows({ pending, all, search }: PendingListState) {
  const area = useRef<HTMLDivElement>(null)
  const [lastFrozen, setFrozen] = useState<FrozenList | null>(null)
  const frozen = lastFrozen?.search === search ? lastFrozen : null
  // A changed search drops the frozen rows while rendering. React allows that for own state, and renders again.
  if (frozen !== lastFrozen) setFrozen(null)
  const rows = useMemo(() => listPendingRows(frozen?.rows ?? null, pending, all), [frozen, pending, all])
  const slideIntoPlace = useCallback(() => {
    const slideToNewPlaces = rememberPlaces(area.current?.closest('[data-lists]'))
    // Drawn at once, because `slideToNewPlaces` measures the new places.
    flushSync(() => setFrozen(null))
    slideToNewPlaces()
  }, [])
  const { freeze, unfreezeSoon, press } = useFreezing(area, {
    isFrozen: frozen !== null,
    onFreeze: () => setFrozen({ search, rows: rows.map(({ signup }) => signup) }),
    onUnfreeze: slideIntoPlace,
  })
  const touch = () => {
    freeze()
    unfreezeSoon()
  }
  const handlers = {
    // A mouse over the list counts as a touch: a click is likely to follow.
    onPointerEnter: touch,
    onPointerMove: touch,
    onPointerDown: () => {
      press()
      touch()
    },
    onPointerUp: touch,
    onFocus: (event: { target: HTMLElement }) => {
      if (event.target.matches(':focus-visible')) freeze()
    },
    // Not at once, because a pointer that goes down on the next row takes the focus from this one.
    onBlur: unfreezeSoon,
  }
  return { area, rows, handlers }
}

interface Freezing {
  readonly isFrozen: boolean
  readonly onFreeze: () => void
  /** Must be a stable function, because an effect depends on it. */
  readonly onUnfreeze: () => void
}

/**
 * Decides when the rows freeze and unfreeze. They unfreeze five seconds after the last touch, when a scroll is over, or
 * when an input gets the focus; never while a row has the keyboard's focus.
 */
function useFreezing(area: RefObject<HTMLElement | null>, { isFrozen, onFreeze, onUnfreeze }: Freezing) {
  const touchTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const scrollTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The scroll position when the rows froze, or at the last press. */
  const scrollYBefore = useRef(0)
  // The same as `isFrozen`, but up to date between two renderings, because several events may come before the next one.
  const isFrozenByNow = useRef(false)
  useLayoutEffect(() => {
    isFrozenByNow.current = isFrozen
  }, [isFrozen])

  const unfreeze = useCallback(() => {
    clearTimeout(touchTimer.current)
    clearTimeout(scrollTimer.current)
    // The keyboard's focus is on a row. `onBlur` calls `unfreezeSoon` when it leaves.
    if (area.current?.querySelector(':focus-visible')) return
    onUnfreeze()
  }, [area, onUnfreeze])
  useEffect(() => {
    if (!isFrozen) return
    const ended = new AbortController()
    const { signal } = ended
    const unfreezeAfterScroll = () => {
      if (Math.abs(scrollY - scrollYBefore.current) < minScrollPx) return
      clearTimeout(scrollTimer.current)
      scrollTimer.current = setTimeout(unfreeze, scrollPauseMs)
    }
    const unfreezeForSearch = ({ target }: FocusEvent) => {
      // In a task of its own: the focus may move while React renders, and `flushSync` can't draw then.
      if (target instanceof HTMLInputElement) setTimeout(unfreeze)
    }
    addEventListener('scroll', unfreezeAfterScroll, { signal, passive: true })
    addEventListener('focusin', unfreezeForSearch, { signal })
    return () => ended.abort()
  }, [isFrozen, unfreeze])
  useEffect(
    () => () => {
      clearTimeout(touchTimer.current)
      clearTimeout(scrollTimer.current)
    },
    [],
  )
  return {
    freeze() {
      clearTimeout(touchTimer.current)
      if (isFrozenByNow.current) return
      isFrozenByNow.current = true
      scrollYBefore.current = scrollY
      onFreeze()
    },
    unfreezeSoon() {
      clearTimeout(touchTimer.current)
      touchTimer.current = setTimeout(unfreeze, untouchedMs)
    },
    /** A finger has gone down: cancels the unfreezing after a scroll, and measures the next scroll from here. */
    press() {
      clearTimeout(scrollTimer.current)
      scrollYBefore.current = scrollY
    },
  }
}
