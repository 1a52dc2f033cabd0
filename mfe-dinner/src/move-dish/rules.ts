import { isSamePlace, type Place } from '@ultimate/events/dinner/board/place.ts'
import {
  type Attempt,
  type BoardFacts,
  type DishChange,
  type ErrorCode,
  holderOf,
  slotsIn,
  standingOf,
} from '../board/facts.ts'
import { putBackError } from '../empty-dish/rules.ts'

/** The code the server would refuse this move with; null where it would be taken, or changes nothing. */
export function moveError(facts: BoardFacts, dish: string, to: Place): ErrorCode | null {
  if (facts.phase === 'completed') return 'DINNER_ALREADY_FINISHED'
  if (to.zone !== 'holding' && to.position >= slotsIn(facts, to.zone)) return 'NO_SUCH_PLACE'
  if (facts.finished.includes(dish)) return 'DISH_FINISHED'
  if (standingOf(facts, dish) === null) return 'DISH_NOT_CHECKED_IN'
  const holder = holderOf(facts, to)
  return holder === null || holder === dish ? null : 'SLOT_OCCUPIED'
}

/** The last change of this page that the server accepted; `to` is null for Done. */
export interface LastChange {
  readonly dish: string
  readonly from: Place
  readonly to: Place | null
}

/** What can be undone after the server accepted a change; an undo cannot. */
export function lastOf(change: DishChange): LastChange | null {
  if (change.kind === 'put back') return null
  const { dish, from } = change
  if (change.kind === 'done') return { dish, from, to: null }
  return change.isUndo ? null : { dish, from, to: change.to }
}

/** Whether the last change can be taken back: the dish has not been moved since, and its old place is free. */
export function isUndoable(shown: BoardFacts, { dish, from, to }: LastChange): boolean {
  const place = standingOf(shown, dish)
  if (to === null) return place === null && putBackError(shown, dish, from) === null
  return place !== null && isSamePlace(place, to) && moveError(shown, dish, from) === null
}

export const undoOf = ({ dish, from, to }: LastChange, attempt: Attempt): DishChange =>
  to === null
    ? { kind: 'put back', dish, to: from, attempt }
    : { kind: 'move', dish, from: to, to: from, isUndo: true, attempt }
