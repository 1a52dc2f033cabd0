import { startTransition, useEffect, useState } from 'react'

/** Cards drawn in one task: with more, a tap on a slow phone would wait too long for its answer. */
const step = 5

/**
 * Returns the number of cards that are drawn: none before they can be, then some more in each task, and in the end all
 * (`Infinity`), so that a card that is added later is drawn at once.
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
