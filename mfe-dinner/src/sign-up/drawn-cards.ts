import { startTransition, useEffect, useState } from 'react'

/** The number of cards that one task draws: with more, a tap on a slow phone would wait too long. */
const cardsPerTask = 5

interface Cards {
  readonly canBeDrawn: boolean
  /** True to draw all cards in one task. */
  readonly isAtOnce: boolean
  /** The number of cards. */
  readonly count: number
}

/**
 * Returns the number of cards that are drawn: 0 until they can be drawn, then 5, 10 and so on, and in the end
 * `Infinity`, so that a card that is added later is drawn at once.
 */
export function useDrawnCards({ canBeDrawn, isAtOnce, count }: Cards): number {
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    if (!canBeDrawn || drawn === Number.POSITIVE_INFINITY) return
    const next = drawn + cardsPerTask
    startTransition(() => setDrawn(!isAtOnce && next < count ? next : Number.POSITIVE_INFINITY))
  }, [canBeDrawn, isAtOnce, count, drawn])
  return drawn
}
