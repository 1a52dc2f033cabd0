import type { ReplayAs } from '@ultimate/events/dinner/board/board-api.ts'
import { throttled } from '@ultimate/kit/request/throttled.ts'
import { useEffect, useRef, useState } from 'react'

/** Browsers refuse more than a few changes of the address in a second. */
const writeAtMostEveryMs = 500

/** A point in a replay, as its address names it. */
export interface ReplayPosition {
  readonly dinner: number
  /** A position in the log, or a moment; null for the end. */
  readonly at: string | null
  readonly as: ReplayAs
}

/** A point in the replay, and the same moment in the other order of events: as known, or as it happened. */
export interface Switch {
  readonly from: ReplayPosition
  readonly to: ReplayPosition
}

/**
 * Returns the switch to the same moment in the other order. Right after a switch, it leads back to exactly the point
 * before the switch, because a moment does not distinguish events of one instant.
 */
export function switchFrom(shown: ReplayPosition, moment: string, last: Switch | null): Switch {
  const isBack = last !== null && buildSearch(last.to) === buildSearch(shown)
  const as = shown.as === 'known' ? 'happened' : 'known'
  return { from: shown, to: isBack ? last.from : { ...shown, at: moment, as } }
}

export const buildSearch = ({ dinner, at, as }: ReplayPosition): string =>
  `?${new URLSearchParams({ dinner: String(dinner), ...(at !== null && { at }), ...(as === 'happened' && { as }) })}`

/**
 * Writes the moment that is shown into the address, so that a reload, a bookmark and a copied link open it again.
 * `request` identifies the replay that the page was opened for: its address stays until the moment changes. Null while
 * the replay of the address is loading. The router is not notified, because nothing has to be read or drawn.
 */
export function useMomentInAddress(request: string | null, position: ReplayPosition) {
  const search = buildSearch(position)
  const shown = useRef({ request, search })
  const [write] = useState(() =>
    throttled(() => history.replaceState(history.state, '', shown.current.search), writeAtMostEveryMs),
  )
  useEffect(() => {
    const before = shown.current
    shown.current = { request, search }
    if (before.request !== request) write.stop()
    else if (request !== null && before.search !== search) write()
  }, [request, search, write])
  useEffect(() => write.stop, [write])
}
