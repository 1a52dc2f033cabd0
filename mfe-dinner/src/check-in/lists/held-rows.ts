import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** `pending` can be pressed; the others only keep their place until the list is released. */
export type RowPlace = 'pending' | 'checked in' | 'removed'

export interface PendingRow {
  readonly signup: Signup
  readonly place: RowPlace
}

const asPending = (signup: Signup): PendingRow => ({ signup, place: 'pending' })

/**
 * The pending list while it is held: every row keeps its place, also when its sign-up has left, and new sign-ups wait.
 * `held` are the rows as they stood when that began; null while the list is not held.
 */
export function listHeldRows(
  held: readonly Signup[] | null,
  pending: readonly Signup[],
  all: readonly Signup[],
): PendingRow[] {
  if (held === null) return pending.map(asPending)
  const stillPending = new Map(pending.map((signup) => [signup.id, signup]))
  const known = new Map(all.map((signup) => [signup.id, signup]))
  return held.map((before) => {
    const signup = stillPending.get(before.id)
    if (signup) return asPending(signup)
    const now = known.get(before.id)
    return now ? { signup: now, place: 'checked in' } : { signup: before, place: 'removed' }
  })
}

/** The time without a pointer after which the list rests. */
const restMs = 5000
/** The scroll that leaves the tapped row behind; a thumb that trembles scrolls less. */
const scrolledPx = 48
/** The pause after a scroll when the page stands still again. */
const stillMs = 150

interface HeldRows {
  readonly search: string | null
  readonly rows: readonly Signup[]
}

interface Lists {
  readonly pending: readonly Signup[]
  readonly all: readonly Signup[]
  /** The search text; null while what is found stands in the place of this list. A change releases the list. */
  readonly search: string | null
}

/**
 * Rows of the pending list, which keep their places from the first touch on until the list rests: after a scroll, with
 * the search, or five seconds after it was last touched; and as long as the keyboard's focus is among them. Give `list`
 * and `handlers` to the element around the rows.
 */
export function useHeldRows({ pending, all, search }: Lists) {
  const list = useRef<HTMLDivElement>(null)
  const [heldBefore, setHeld] = useState<HeldRows | null>(null)
  const held = heldBefore?.search === search ? heldBefore : null
  if (held !== heldBefore) setHeld(null)
  const rows = useMemo(() => listHeldRows(held?.rows ?? null, pending, all), [held, pending, all])
  const { hold, restSoon, press } = useHold(list, {
    isHeld: held !== null,
    onHold: () => setHeld({ search, rows: rows.map(({ signup }) => signup) }),
    setHeld,
  })
  const touch = () => {
    hold()
    restSoon()
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
    // The list does not rest at once: a pointer that goes down on the next row takes the focus from this one.
    onBlur: restSoon,
  }
  return { list, rows, handlers }
}

interface Hold {
  readonly isHeld: boolean
  readonly onHold: () => void
  readonly setHeld: (held: null) => void
}

function useHold(list: RefObject<HTMLElement | null>, { isHeld, onHold, setHeld }: Hold) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const still = useRef<ReturnType<typeof setTimeout>>(undefined)
  const heldAt = useRef(0)
  // Events of one moment come before the next drawing.
  const isHolding = useRef(false)
  useLayoutEffect(() => {
    isHolding.current = isHeld
  }, [isHeld])

  const end = useCallback(() => {
    clearTimeout(rest.current)
    clearTimeout(still.current)
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
    const scrolled = () => {
      if (Math.abs(scrollY - heldAt.current) < scrolledPx) return
      clearTimeout(still.current)
      still.current = setTimeout(end, stillMs)
    }
    const searched = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) setTimeout(end)
    }
    addEventListener('scroll', scrolled, { signal, passive: true })
    addEventListener('focusin', searched, { signal })
    return () => ended.abort()
  }, [isHeld, end])
  useEffect(
    () => () => {
      clearTimeout(rest.current)
      clearTimeout(still.current)
    },
    [],
  )
  return {
    hold() {
      clearTimeout(rest.current)
      if (isHolding.current) return
      isHolding.current = true
      heldAt.current = scrollY
      onHold()
    },
    restSoon() {
      clearTimeout(rest.current)
      rest.current = setTimeout(end, restMs)
    },
    /** A finger is on the list: what the scroll before it asked for waits. */
    press() {
      clearTimeout(still.current)
      heldAt.current = scrollY
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
      // Its group takes it along.
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
