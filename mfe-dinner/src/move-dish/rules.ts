import { isSamePlace, type Place } from '@ultimate/events/dinner/place.ts'
import { type Attempt, type BoardFacts, type Deed, moveError, putBackError, standingOf } from '../board/facts.ts'

/** What was done last on this page and taken by the server; `to` is null for Done. */
export interface LastDeed {
  readonly dish: string
  readonly from: Place
  readonly to: Place | null
}

/** What there is to undo after the server took a deed; an undo is not undone. */
export function lastOf(deed: Deed): LastDeed | null {
  if (deed.kind === 'put back') return null
  const { dish, from } = deed
  if (deed.kind === 'done') return { dish, from, to: null }
  return deed.isUndo ? null : { dish, from, to: deed.to }
}

/** Whether the last deed can be taken back: nobody has touched the dish since, and its old place is free. */
export function isUndoable(shown: BoardFacts, { dish, from, to }: LastDeed): boolean {
  const place = standingOf(shown, dish)
  if (to === null) return place === null && putBackError(shown, dish, from) === null
  return place !== null && isSamePlace(place, to) && moveError(shown, dish, from) === null
}

export const undoOf = ({ dish, from, to }: LastDeed, attempt: Attempt): Deed =>
  to === null
    ? { kind: 'put back', dish, to: from, attempt }
    : { kind: 'move', dish, from: to, to: from, isUndo: true, attempt }
