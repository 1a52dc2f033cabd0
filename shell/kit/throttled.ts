/**
 * Runs `work` at once, and then at most once in this many milliseconds: whatever is asked for meanwhile is one more run
 * at their end.
 */
export function throttled(work: () => void, milliseconds: number): () => void {
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
  return () => {
    if (resting === undefined) run()
    else isWanted = true
  }
}
