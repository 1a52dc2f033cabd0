import type { ReplayAs } from '@ultimate/events/dinner/board/board-api.ts'
import { throttled } from '@ultimate/kit/request/throttled.ts'
import { useEffect, useRef, useState } from 'react'

/** Browsers refuse more than a few changes of the address in a second. */
const writeAtMostEveryMs = 500

/** A place in a replay, as its address names it. */
export interface ReplayPosition {
  readonly dinner: number
  /** Null for the end. */
  readonly at: string | null
  readonly as: ReplayAs
}

/** A place, and the one of the same moment in the other order of events. */
export interface Switch {
  readonly from: ReplayPosition
  readonly to: ReplayPosition
}

/**
 * Leads to the same moment in the other order, or back to where the last switch came from while nothing else has been
 * looked at: events of one instant differ by more than their time.
 */
export function switchFrom(shown: ReplayPosition, moment: string, last: Switch | null): Switch {
  const isBack = last !== null && buildSearch(last.to) === buildSearch(shown)
  const as = shown.as === 'known' ? 'happened' : 'known'
  return { from: shown, to: isBack ? last.from : { ...shown, at: moment, as } }
}

export const buildSearch = ({ dinner, at, as }: ReplayPosition): string =>
  `?${new URLSearchParams({ dinner: String(dinner), ...(at !== null && { at }), ...(as === 'happened' && { as }) })}`

/**
 * Keeps the moment that is shown in the address, so that a reload, a bookmark and a copied link open it again. `asked`
 * is what the page was opened for, whose address stays until the moment changes; null while the address asks for what
 * is still loading. The router is not notified: nothing would have to be read or drawn for it.
 */
export function useMomentInAddress(asked: string | null, place: ReplayPosition) {
  const search = buildSearch(place)
  const shown = useRef({ asked, search })
  const [write] = useState(() =>
    throttled(() => history.replaceState(history.state, '', shown.current.search), writeAtMostEveryMs),
  )
  useEffect(() => {
    const before = shown.current
    shown.current = { asked, search }
    if (before.asked !== asked) write.stop()
    else if (asked !== null && before.search !== search) write()
  }, [asked, search, write])
  useEffect(() => write.stop, [write])
}
