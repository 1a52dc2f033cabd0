import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * A row of the pending list. `list` is where its sign-up is now: `pending` can be pressed; the others only keep their place
 * until the list is released.
 */
export interface PendingRow {
  readonly signup: Signup
  readonly list: 'pending' | 'checked in' | 'removed'
}

const asPending = (signup: Signup): PendingRow => ({ signup, list: 'pending' })

/**
 * Returns the rows of the pending list. While it is held, every row keeps its place, also when its sign-up has left, and
 * new sign-ups wait. `held` are the rows as they stood when that began; null while the list is not held.
 */
export function listHeldRows(
  held: readonly Signup[] | null,
  pending: readonly Signup[],
  all: readonly Signup[],
): PendingRow[] {
  if (held === null) return pending.map(asPending)
  const pendingById = new Map(pending.map((signup) => [signup.id, signup]))
  const allById = new Map(all.map((signup) => [signup.id, signup]))
  return held.map((before) => {
    const pendingSignup = pendingById.get(before.id)
    if (pendingSignup) return asPending(pendingSignup)
    const signup = allById.get(before.id)
    return signup ? { signup, list: 'checked in' } : { signup: before, list: 'removed' }
  })
}

/** The time without a touch after which the list is released. */
const untouchedMs = 5000
/** The scroll that leaves the tapped row behind; a thumb that trembles scrolls less. */
const scrolledPx = 48
/** The pause after a scroll that shows that it is over. */
const stillMs = 150

interface HeldRows {
  readonly search: string | null
  readonly rows: readonly Signup[]
}

interface PendingListState {
  readonly pending: readonly Signup[]
  readonly all: readonly Signup[]
  /** The search text; null while the results of a search replace this list. A change releases the list. */
  readonly search: string | null
}

/**
 * Returns the rows of the pending list. The first touch holds them in their places; a scroll, the focus of a search, or
 * five seconds without a touch release them, but not while the keyboard's focus is among them. Give `list` and `handlers`
 * to the element around the rows.
 */
export function useHeldRows({ pending, all, search }: PendingListState) {
  const list = useRef<HTMLDivElement>(null)
  const [heldBefore, setHeld] = useState<HeldRows | null>(null)
  const held = heldBefore?.search === search ? heldBefore : null
  if (held !== heldBefore) setHeld(null)
  const rows = useMemo(() => listHeldRows(held?.rows ?? null, pending, all), [held, pending, all])
  const { hold, releaseSoon, press } = useHold(list, {
    isHeld: held !== null,
    onHold: () => setHeld({ search, rows: rows.map(({ signup }) => signup) }),
    setHeld,
  })
  const touch = () => {
    hold()
    releaseSoon()
  }
  const handlers = {
    onPointerEnter: touch,
    onPointerMove: touch,
    onPointerDown: () => {
      press()
      touch()
    },
    onPointerUp: touch,
    onFocus: (event: { target: HTMLElement }) => {
      if (event.target.matches(':focus-visible')) hold()
    },
    // Not released at once, because a pointer that goes down on the next row takes the focus from this one.
    onBlur: releaseSoon,
  }
  return { list, rows, handlers }
}

interface Hold {
  readonly isHeld: boolean
  readonly onHold: () => void
  readonly setHeld: (held: null) => void
}

function useHold(list: RefObject<HTMLElement | null>, { isHeld, onHold, setHeld }: Hold) {
  const untouchedTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stillTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const scrollYAtHold = useRef(0)
  // A ref beside `isHeld`, because several events may come before the next drawing.
  const isHolding = useRef(false)
  useLayoutEffect(() => {
    isHolding.current = isHeld
  }, [isHeld])

  const release = useCallback(() => {
    clearTimeout(untouchedTimer.current)
    clearTimeout(stillTimer.current)
    // The list stays held while a keyboard user is in it.
    if (list.current?.querySelector(':focus-visible')) return
    const slide = slideFromHere(list.current?.closest('[data-lists]'))
    flushSync(() => setHeld(null))
    slide()
  }, [list, setHeld])
  useEffect(() => {
    if (!isHeld) return
    const ended = new AbortController()
    const { signal } = ended
    const releaseAfterScroll = () => {
      if (Math.abs(scrollY - scrollYAtHold.current) < scrolledPx) return
      clearTimeout(stillTimer.current)
      stillTimer.current = setTimeout(release, stillMs)
    }
    const releaseForSearch = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) setTimeout(release)
    }
    addEventListener('scroll', releaseAfterScroll, { signal, passive: true })
    addEventListener('focusin', releaseForSearch, { signal })
    return () => ended.abort()
  }, [isHeld, release])
  useEffect(
    () => () => {
      clearTimeout(untouchedTimer.current)
      clearTimeout(stillTimer.current)
    },
    [],
  )
  return {
    hold() {
      clearTimeout(untouchedTimer.current)
      if (isHolding.current) return
      isHolding.current = true
      scrollYAtHold.current = scrollY
      onHold()
    },
    releaseSoon() {
      clearTimeout(untouchedTimer.current)
      untouchedTimer.current = setTimeout(release, untouchedMs)
    },
    /** A finger is on the list, so the scroll before it does not release the rows under it. */
    press() {
      clearTimeout(stillTimer.current)
      scrollYAtHold.current = scrollY
    },
  }
}

const slideMs = 200
/** Rows that come into sight from so far below slide as well. */
const belowPx = 400

const groups = 'section section, [data-chunk]'

/**
 * Remembers where the rows in sight stand. Call the returned function once the list is drawn anew: each row slides from
 * there to its new place, so that the eye can follow and nothing jumps. Rows out of sight are not measured: they are
 * not laid out.
 */
function slideFromHere(lists: Element | null | undefined): () => void {
  const before = new Map<Element, number>()
  if (!lists || matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined
  const remember = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    const isInSight = bottom > 0 && top < innerHeight + belowPx
    if (isInSight) before.set(element, top)
    return isInSight
  }
  for (const group of lists.querySelectorAll(groups))
    if (remember(group) && group.matches('[data-chunk]')) for (const row of group.children) remember(row)
  return () => {
    const moves = new Map<Element | null | undefined, number>()
    for (const [element, from] of before)
      if (element.isConnected) moves.set(element, from - element.getBoundingClientRect().top)
    for (const [element] of before) {
      // Less the move of its group, which carries the row along.
      const moved = (moves.get(element) ?? 0) - (moves.get(element.parentElement?.closest(groups)) ?? 0)
      if (moved !== 0) slide(element, moved)
    }
  }
}

const slide = (element: Element, from: number) =>
  element.animate([{ transform: `translateY(${from}px)` }, { transform: 'none' }], {
    duration: slideMs,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  })
