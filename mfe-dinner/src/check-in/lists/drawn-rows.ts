import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** More than any screen shows at once. */
export const firstRows = 30

/**
 * Rows that are drawn so far. After another search these are the first ones, so that a letter is answered at once; all
 * others follow in a transition, which the next letter interrupts. Paper shows all of them.
 */
export function useDrawnRows<Row>(rows: readonly Row[], search: string): readonly Row[] {
  const [complete, setComplete] = useState(search)
  const isComplete = complete === search
  useEffect(() => {
    if (isComplete) return
    const printed = new AbortController()
    addEventListener('beforeprint', () => flushSync(() => setComplete(search)), { signal: printed.signal })
    startTransition(() => setComplete(search))
    return () => printed.abort()
  }, [isComplete, search])
  return isComplete ? rows : rows.slice(0, firstRows)
}
