export interface Throttled {
  (): void
  /** Forgets what was asked for and not done yet. */
  stop(): void
}

/**
 * Runs `work` at once, and then at most once in this many milliseconds: requests meanwhile lead to one more run
 * at their end.
 */
export function throttled(work: () => void, milliseconds: number): Throttled {
  let resting: ReturnType<typeof setTimeout> | undefined
  let isWanted = false
  const run = () => {
    isWanted = false
    resting = setTimeout(() => {
      resting = undefined
      if (isWanted) run()
    }, milliseconds)
    work()
  }
  const ask = () => {
    if (resting === undefined) run()
    else isWanted = true
  }
  const stop = () => {
    clearTimeout(resting)
    resting = undefined
    isWanted = false
  }
  return Object.assign(ask, { stop })
}
