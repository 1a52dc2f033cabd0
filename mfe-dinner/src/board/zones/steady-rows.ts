import { type RefObject, useEffect, useState } from 'react'

/** The place of a row in the list of Holding, without what it shows. */
export interface SteadyRow {
  readonly id: string
  readonly isGap: boolean
}

/**
 * Returns the rows of the list so that no row moves: a dish that left leaves a gap, a new dish is appended, and a dish
 * that comes back fills its gap. `now` has the ids of the dishes in Holding.
 */
export function leaveGaps(before: readonly SteadyRow[], now: readonly string[]): readonly SteadyRow[] {
  const present = new Set(now)
  const listed = new Set(before.map(({ id }) => id))
  return [
    ...before.map(({ id }) => ({ id, isGap: !present.has(id) })),
    ...now.filter((id) => !listed.has(id)).map((id) => ({ id, isGap: false })),
  ]
}

/** Returns the rows of the list without gaps, in the requested order. */
export const closeGaps = (now: readonly string[]): readonly SteadyRow[] => now.map((id) => ({ id, isGap: false }))

export const isSameList = (one: readonly SteadyRow[], other: readonly SteadyRow[]): boolean =>
  one.length === other.length && one.every(({ id, isGap }, at) => other[at]?.id === id && other[at]?.isGap === isGap)

/** Pauses between attempts to close the gaps. */
const closingMs = 4000

interface SteadyOptions {
  readonly area: RefObject<HTMLElement | null>
  /** True while no gap may close. */
  readonly isBusy: boolean
  /** The order and the search of the user, as one text. When it changes, all gaps close at once. */
  readonly request: string
}

/** Returns the rows of Holding. Gaps close only while the user neither points at the list nor has the focus in it. */
export function useSteadyRows(ids: readonly string[], { area, isBusy, request }: SteadyOptions): readonly SteadyRow[] {
  const [last, setLast] = useState(() => ({ request, rows: closeGaps(ids) }))
  const rows = last.request === request ? leaveGaps(last.rows, ids) : closeGaps(ids)
  // Set while rendering, so that the next rows build on the ones that are shown.
  if (last.request !== request || !isSameList(last.rows, rows)) setLast({ request, rows })

  const order = ids.join()
  const hasGaps = !isSameList(rows, closeGaps(ids))
  useEffect(() => {
    if (!hasGaps || isBusy) return
    const timer = setInterval(() => {
      if (!area.current?.matches(':is(:hover, :active, :focus-within)'))
        setLast({ request, rows: closeGaps(order ? order.split(',') : []) })
    }, closingMs)
    return () => clearInterval(timer)
  }, [hasGaps, isBusy, order, request, area])
  return rows
}
