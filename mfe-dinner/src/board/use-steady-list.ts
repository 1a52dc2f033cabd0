import { type RefObject, useEffect, useState } from 'react'
import { closedUp, isSameList, type Line, steady } from './steady-list.ts'

const quietMs = 4000

/** Holding without jumps: gaps close only when nobody touches or holds anything there. */
export function useSteadyList(
  ids: readonly string[],
  area: RefObject<HTMLElement | null>,
  isBusy: boolean,
): readonly Line[] {
  const [lines, setLines] = useState(() => closedUp(ids))
  const next = steady(lines, ids)
  if (!isSameList(lines, next)) setLines(next)

  const order = ids.join()
  const isOpen = !isSameList(next, closedUp(ids))
  useEffect(() => {
    if (!isOpen || isBusy) return
    const timer = setInterval(() => {
      if (!area.current?.matches(':is(:hover, :active, :focus-within)'))
        setLines(closedUp(order ? order.split(',') : []))
    }, quietMs)
    return () => clearInterval(timer)
  }, [isOpen, isBusy, order, area])
  return next
}
