export interface RestRules {
  /** The number of games that a team may play without the time of a game between them. */
  readonly maxInARow: number
  /** Minutes from the end of one game of a team to the start of its next one. */
  readonly minRestMinutes: number
}

/** Moments are milliseconds since 1970. */
interface Time {
  readonly start: number
  readonly end: number
}

/** True where a team that plays at these times has rest in between. */
export function isRested(times: readonly Time[], { maxInARow, minRestMinutes }: RestRules): boolean {
  const sorted = times.toSorted((one, other) => one.start - other.start)
  let inARow = 1
  for (const [index, time] of sorted.entries()) {
    const before = sorted[index - 1]
    if (!before) continue
    const rest = time.start - before.end
    if (rest < minRestMinutes * 60_000) return false
    // A rest as long as a game ends a run of games in a row.
    inARow = rest < time.end - time.start ? inARow + 1 : 1
    if (inARow > maxInARow) return false
  }
  return true
}
