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
 * Returns the rows of the pending list. While the list is frozen, every row stays in its place, also when its sign-up
 * has left, and new sign-ups wait. `frozen` are the rows when the list froze; null while it is not frozen.
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

/** The time without a touch after which the list is unfrozen. */
const untouchedMs = 5000
/** The px of a scroll that leaves the tapped row behind; a thumb that trembles scrolls less. */
const scrolledPx = 48
/** The pause without a scroll event after which a scroll is over. */
const stillMs = 150

interface FrozenList {
  /** The search for which the rows are frozen. */
  readonly search: string | null
  readonly rows: readonly Signup[]
}

interface PendingListState {
  readonly pending: readonly Signup[]
  readonly all: readonly Signup[]
  /** The search text; null while the results of a search replace this list. A change unfreezes the list. */
  readonly search: string | null
}

/**
 * Returns the rows of the pending list. They must not move under the thumb: right after a check-in, the next tap would
 * hit another person. So the first touch freezes them. A scroll, focusing the search field, or five seconds without a
 * touch unfreeze them, but not while the keyboard's focus is on a row. Give `area` and `handlers` to the element around
 * the rows.
 */
export function useFrozenRows({ pending, all, search }: PendingListState) {
  const area = useRef<HTMLDivElement>(null)
  const [lastFrozen, setFrozen] = useState<FrozenList | null>(null)
  const frozen = lastFrozen?.search === search ? lastFrozen : null
  // Set while rendering, which React allows for own state. React then renders again before it draws.
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
  /** Must be the same function in every rendering, because a timer calls it later. */
  readonly onUnfreeze: () => void
}

/** Decides when the rows freeze and unfreeze. */
function useFreezing(area: RefObject<HTMLElement | null>, { isFrozen, onFreeze, onUnfreeze }: Freezing) {
  const untouchedTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stillTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Where the page was scrolled to when the rows froze, or at the last press. */
  const scrollYBefore = useRef(0)
  // A ref beside `isFrozen`, because several events may come before the next drawing.
  const isFrozenByNow = useRef(false)
  useLayoutEffect(() => {
    isFrozenByNow.current = isFrozen
  }, [isFrozen])

  const unfreeze = useCallback(() => {
    clearTimeout(untouchedTimer.current)
    clearTimeout(stillTimer.current)
    // A keyboard user is in the list. When the focus leaves the list, `onBlur` starts the timer again.
    if (area.current?.querySelector(':focus-visible')) return
    onUnfreeze()
  }, [area, onUnfreeze])
  useEffect(() => {
    if (!isFrozen) return
    const ended = new AbortController()
    const { signal } = ended
    const unfreezeAfterScroll = () => {
      if (Math.abs(scrollY - scrollYBefore.current) < scrolledPx) return
      clearTimeout(stillTimer.current)
      stillTimer.current = setTimeout(unfreeze, stillMs)
    }
    const unfreezeForSearch = ({ target }: FocusEvent) => {
      // Later, because React may be drawing when the focus moves, and can't draw at once then.
      if (target instanceof HTMLInputElement) setTimeout(unfreeze)
    }
    addEventListener('scroll', unfreezeAfterScroll, { signal, passive: true })
    addEventListener('focusin', unfreezeForSearch, { signal })
    return () => ended.abort()
  }, [isFrozen, unfreeze])
  useEffect(
    () => () => {
      clearTimeout(untouchedTimer.current)
      clearTimeout(stillTimer.current)
    },
    [],
  )
  return {
    freeze() {
      clearTimeout(untouchedTimer.current)
      if (isFrozenByNow.current) return
      isFrozenByNow.current = true
      scrollYBefore.current = scrollY
      onFreeze()
    },
    unfreezeSoon() {
      clearTimeout(untouchedTimer.current)
      untouchedTimer.current = setTimeout(unfreeze, untouchedMs)
    },
    /** A finger has gone down on the list. If that ended a scroll, the rows under the finger stay frozen. */
    press() {
      clearTimeout(stillTimer.current)
      scrollYBefore.current = scrollY
    },
  }
}
