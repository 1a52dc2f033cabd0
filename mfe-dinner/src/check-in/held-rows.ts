import type { Signup } from '@ultimate/events/dinner/signup-api.ts'

/** `pending` can be pressed; the others only keep a place until nobody is about to touch the list. */
export type Place = 'pending' | 'checked in' | 'removed'

export interface PendingRow {
  readonly signup: Signup
  readonly place: Place
}

const asPending = (signup: Signup): PendingRow => ({ signup, place: 'pending' })

/**
 * The pending list while somebody is about to touch it: every row keeps its place, who left leaves his row behind, and
 * who came waits. `held` are the rows as they stood when that began, null when nobody is near.
 */
export function placesOf(
  held: readonly Signup[] | null,
  pending: readonly Signup[],
  all: readonly Signup[],
): PendingRow[] {
  if (held === null) return pending.map(asPending)
  const stillPending = new Map(pending.map((signup) => [signup.id, signup]))
  const known = new Map(all.map((signup) => [signup.id, signup]))
  return held.map((before) => {
    const signup = stillPending.get(before.id)
    if (signup) return asPending(signup)
    const now = known.get(before.id)
    return now ? { signup: now, place: 'checked in' } : { signup: before, place: 'removed' }
  })
}
