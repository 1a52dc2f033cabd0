import { type RefObject, useEffect, useState } from 'react'

/** A row of Holding: a dish, or the gap that one left behind. */
export interface SteadyRow {
  readonly id: string
  readonly isGap: boolean
}

/**
 * The list without movement: a dish that left leaves a gap, a new one is appended, and one that comes back fills its
 * gap.
 */
export function steady(before: readonly SteadyRow[], now: readonly string[]): readonly SteadyRow[] {
  const present = new Set(now)
  const known = new Set(before.map(({ id }) => id))
  return [
    ...before.map(({ id }) => ({ id, isGap: !present.has(id) })),
    ...now.filter((id) => !known.has(id)).map((id) => ({ id, isGap: false })),
  ]
}

/** The list without gaps, in the order it was asked for: for when no pointer is near. */
export const closedUp = (now: readonly string[]): readonly SteadyRow[] => now.map((id) => ({ id, isGap: false }))

export const isSameList = (one: readonly SteadyRow[], other: readonly SteadyRow[]): boolean =>
  one.length === other.length && one.every(({ id, isGap }, at) => other[at]?.id === id && other[at]?.isGap === isGap)

const quietMs = 4000

interface SteadyOptions {
  readonly area: RefObject<HTMLElement | null>
  readonly isBusy: boolean
  /** The order and search that the user asked for; when it changes the list is drawn anew at once. */
  readonly asked: string
}

/** Holding without jumps: gaps close only while the list is neither hovered, pressed nor focused. */
export function useSteadyList(ids: readonly string[], { area, isBusy, asked }: SteadyOptions): readonly SteadyRow[] {
  const [known, setKnown] = useState(() => ({ asked, lines: closedUp(ids) }))
  const next = known.asked === asked ? steady(known.lines, ids) : closedUp(ids)
  if (known.asked !== asked || !isSameList(known.lines, next)) setKnown({ asked, lines: next })

  const order = ids.join()
  const isOpen = !isSameList(next, closedUp(ids))
  useEffect(() => {
    if (!isOpen || isBusy) return
    const timer = setInterval(() => {
      if (!area.current?.matches(':is(:hover, :active, :focus-within)'))
        setKnown({ asked, lines: closedUp(order ? order.split(',') : []) })
    }, quietMs)
    return () => clearInterval(timer)
  }, [isOpen, isBusy, order, asked, area])
  return next
}
