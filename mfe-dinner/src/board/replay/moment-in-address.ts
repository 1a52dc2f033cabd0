import type { ReplayAs } from '@ultimate/events/dinner/board/replay-api.ts'
import { throttled } from '@ultimate/kit/request/throttled.ts'
import { useEffect, useRef, useState } from 'react'

/** Browsers refuse more than a few changes of the address in a second. */
const writeAtMostEveryMs = 500

/**
 * Keeps the moment that is shown in the address, so that a reload, a bookmark and a copied link open it again. `asked`
 * is what the page was opened for, whose address stays until the moment changes. The router is not told: nothing would
 * have to be read or drawn for it.
 */
export function useMomentInAddress(
  asked: string,
  { dinner, at, as }: { readonly dinner: number; readonly at: string | null; readonly as: ReplayAs },
) {
  const search = `?${new URLSearchParams({ dinner: String(dinner), ...(at !== null && { at }), ...(as === 'happened' && { as }) })}`
  const shown = useRef({ asked, search })
  const [write] = useState(() =>
    throttled(() => history.replaceState(history.state, '', shown.current.search), writeAtMostEveryMs),
  )
  useEffect(() => {
    const before = shown.current
    shown.current = { asked, search }
    if (before.asked !== asked) write.stop()
    else if (before.search !== search) write()
  }, [asked, search, write])
  useEffect(() => write.stop, [write])
}
