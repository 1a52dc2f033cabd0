import { startTransition, useEffect, useState } from 'react'

/** So many cards are put on the page in one task: more would keep the finger of somebody with a slow phone waiting. */
const step = 5

/**
 * How many of the cards are drawn: none before they can be, then some more in each task, and in the end all there will
 * ever be (`Infinity`), so that one that is added later comes at once.
 */
export function useDrawnInSteps(canBeDrawn: boolean, count: number): number {
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    if (!canBeDrawn || drawn === Number.POSITIVE_INFINITY) return
    const next = drawn + step
    startTransition(() => setDrawn(next < count ? next : Number.POSITIVE_INFINITY))
  }, [canBeDrawn, count, drawn])
  return drawn
}
