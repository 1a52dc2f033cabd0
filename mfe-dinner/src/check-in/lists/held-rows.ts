import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type MouseEvent, type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'

/** `pending` can be pressed; the others only keep their place until the list is released. */
export type Place = 'pending' | 'checked in' | 'removed'

export interface PendingRow {
  readonly signup: Signup
  readonly place: Place
}

const asPending = (signup: Signup): PendingRow => ({ signup, place: 'pending' })

/**
 * The pending list while it is held: every row keeps its place, also when its sign-up has left, and new sign-ups wait.
 * `held` are the rows as they stood when that began; null while the list is not held.
 */
export function placesOf(
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

/** A pointer that rests for longer releases the list. */
const restMs = 1000
/** A press this soon after the rows moved was aimed at the row before. */
const reactionMs = 250

interface Held {
  readonly search: string
  readonly rows: readonly Signup[]
}

interface Lists {
  readonly pending: readonly Signup[]
  readonly all: readonly Signup[]
  /** The search text; a changed text releases the list. */
  readonly search: string
}

/**
 * Rows of the pending list, which keep their places while a pointer moves over them, for a second after it was last
 * used, and as long as the keyboard's focus is among them. Spread `handlers` on the element around the rows.
 */
export function useHeldRows({ pending, all, search }: Lists) {
  const [held, setHeld] = useState<Held | null>(null)
  const rows = useMemo(
    () => placesOf(held?.search === search ? held.rows : null, pending, all),
    [held, pending, all, search],
  )
  const { hold, release } = useHold(rows, search, setHeld)
  const isTooSoon = useTooSoon(rows, search)

  const touch = (event: PointerEvent<HTMLElement>) => {
    isTooSoon.note(event)
    hold()
    release(restMs)
  }
  const handlers = {
    onPointerEnter: touch,
    onPointerMove: touch,
    onPointerDown: touch,
    onPointerUp: touch,
    onWheel: () => release(restMs),
    onFocus: (event: { target: HTMLElement; currentTarget: HTMLElement }) => {
      if (event.target.matches(':focus-visible')) hold(event.currentTarget)
    },
    // Not at once: a pointer that goes down on the next row takes the focus from this one.
    onBlur: () => release(restMs),
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      if (event.detail > 0 && isTooSoon.forThisPress()) event.stopPropagation()
    },
  }
  return { rows, handlers }
}

function useHold(rows: readonly PendingRow[], search: string, setHeld: (held: Held | null) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHeld = useRef<string | null>(null)
  const list = useRef<HTMLElement | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])

  const end = () => {
    // The list stays held while a keyboard user is in it.
    if (list.current?.querySelector(':focus-visible')) return
    isHeld.current = null
    setHeld(null)
  }
  return {
    hold(element?: HTMLElement) {
      clearTimeout(timer.current)
      if (element) list.current = element
      if (isHeld.current === search) return
      isHeld.current = search
      setHeld({ search, rows: rows.map(({ signup }) => signup) })
    },
    release(afterMs: number) {
      clearTimeout(timer.current)
      timer.current = setTimeout(end, afterMs)
    },
  }
}

/** Knows whether a press began right after rows had moved under a pointer that did not. */
function useTooSoon(rows: readonly PendingRow[], search: string) {
  const order = rows.map(({ signup }) => signup.id).join()
  const before = useRef({ order, search })
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  const aimedAt = useRef(Number.NEGATIVE_INFINITY)
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    const { order: last, search: lastSearch } = before.current
    if (last !== order && lastSearch === search && last !== '') movedAt.current = performance.now()
    before.current = { order, search }
  }, [order, search])
  return {
    note({ type }: { readonly type: string }) {
      if (type === 'pointermove') aimedAt.current = performance.now()
      if (type === 'pointerdown') pressedAt.current = performance.now()
    },
    forThisPress: () => aimedAt.current < movedAt.current && pressedAt.current - movedAt.current < reactionMs,
  }
}
