/** Slides farther than this from the current one are hidden, and their photos not loaded. */
export const reach = 2

/** How many steps lie between two of `count` slides in a ring, whichever way round is shorter. */
export function stepsBetween(one: number, other: number, count: number): number {
  const straight = Math.abs(one - other)
  return Math.min(straight, count - straight)
}

export const isWithinReach = (index: number, current: number, count: number): boolean =>
  stepsBetween(index, current, count) <= reach

/** Where to stand after the photos changed: at the same photo, or, if that is gone, where it was. */
export function placeAfterChange(ids: readonly string[], current: { id: string | undefined; index: number }): number {
  const same = ids.indexOf(current.id ?? '')
  return same >= 0 ? same : Math.max(0, Math.min(current.index, ids.length - 1))
}
