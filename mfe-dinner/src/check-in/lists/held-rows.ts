import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * A row of the pending list. `list` is where its sign-up is now. A `pending` row can be pressed. All other rows hold
 * their places until the list is released.
 */
export interface HeldRow {
  readonly signup: Signup
  readonly list: 'pending' | 'checked in' | 'removed'
}

const asPending = (signup: Signup): HeldRow => ({ signup, list: 'pending' })

/**
 * Returns the rows of the pending list. While the list is held, every row stays in its place, also when its sign-up has
 * left, and new sign-ups wait. `held` are the rows when the hold began; null while the list is not held.
 */
export function listHeldRows(
  held: readonly Signup[] | null,
  pending: readonly Signup[],
  all: readonly Signup[],
): HeldRow[] {
  if (held === null) return pending.map(asPending)
  const pendingById = new Map(pending.map((signup) => [signup.id, signup]))
  const allById = new Map(all.map((signup) => [signup.id, signup]))
  return held.map((heldSignup) => {
    const pendingSignup = pendingById.get(heldSignup.id)
    if (pendingSignup) return asPending(pendingSignup)
    const signup = allById.get(heldSignup.id)
    return signup ? { signup, list: 'checked in' } : { signup: heldSignup, list: 'removed' }
  })
}

/** The time without a touch after which the list is released. */
const untouchedMs = 5000
/** The px of a scroll that leaves the tapped row behind; a thumb that trembles scrolls less. */
const scrolledPx = 48
/** The pause without a scroll event after which a scroll is over. */
const stillMs = 150

interface HeldList {
  /** The search for which the rows are held. */
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
 * Returns the rows of the pending list. The first touch holds the rows in their places. A scroll, the focus of a
 * search, or five seconds without a touch release them, but not while the keyboard's focus is on a row. Give `list` and
 * `handlers` to the element around the rows.
 */
export function useHeldRows({ pending, all, search }: PendingListState) {
  const list = useRef<HTMLDivElement>(null)
  const [heldBefore, setHeld] = useState<HeldList | null>(null)
  // Another search releases the rows.
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
  /** Called with null when the rows are released. Stable. */
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
    // A keyboard user is in the list.
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
    /** A finger is on the list: a scroll that it has just ended must not release the rows under it. */
    press() {
      clearTimeout(stillTimer.current)
      scrollYAtHold.current = scrollY
    },
  }
}

const slideMs = 200
/** The px below the window from which rows slide into sight as well. */
const belowPx = 400

/** The elements around rows: the sections of slots, and chunks. */
const groups = 'section section, [data-chunk]'

/**
 * Remembers where the rows in sight stand. Call the returned function once the list is drawn anew: each row slides from
 * its old place to its new one, so that the eye can follow. Rows out of sight are not measured, because the browser has
 * not laid them out.
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
    const offsets = new Map<Element | null | undefined, number>()
    for (const [element, from] of before)
      if (element.isConnected) offsets.set(element, from - element.getBoundingClientRect().top)
    for (const [element] of before) {
      // The group that slides carries its rows along.
      const offsetOfGroup = offsets.get(element.parentElement?.closest(groups)) ?? 0
      const offset = (offsets.get(element) ?? 0) - offsetOfGroup
      if (offset !== 0) slide(element, offset)
    }
  }
}

const slide = (element: Element, offset: number) =>
  element.animate([{ transform: `translateY(${offset}px)` }, { transform: 'none' }], {
    duration: slideMs,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  })
