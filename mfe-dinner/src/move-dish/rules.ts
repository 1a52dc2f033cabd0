import { type DishPlace, isSamePlace } from '@ultimate/events/dinner/place.ts'
import {
  type Attempt,
  type BoardFacts,
  type DishChange,
  type ErrorCode,
  holderOf,
  slotsIn,
  standingOf,
} from '../board/facts.ts'

/** The code the server would refuse this move with; null where it would be taken, or changes nothing. */
export function moveError(facts: BoardFacts, dish: string, to: DishPlace): ErrorCode | null {
  if (facts.phase === 'completed') return 'DINNER_ALREADY_FINISHED'
  if (to.zone !== 'holding' && to.position >= slotsIn(facts, to.zone)) return 'NO_SUCH_PLACE'
  if (facts.finished.includes(dish)) return 'DISH_FINISHED'
  if (standingOf(facts, dish) === null) return 'DISH_NOT_CHECKED_IN'
  const holder = holderOf(facts, to)
  return holder === null || holder === dish ? null : 'SLOT_OCCUPIED'
}

/** The code the server would refuse Done with; null where it would be taken, or changes nothing. */
export function doneError(facts: BoardFacts, dish: string): ErrorCode | null {
  if (facts.finished.includes(dish)) return null
  const place = standingOf(facts, dish)
  if (place === null) return 'DISH_NOT_CHECKED_IN'
  if (facts.phase !== 'in-progress') return 'DINNER_NOT_IN_PROGRESS'
  return place.zone === 'buffet' ? null : 'DISH_NOT_ON_BUFFET'
}

/** The code the server would refuse with to put a dish back to `to`, where it stood before Done. */
export function putBackError(facts: BoardFacts, dish: string, to: DishPlace): ErrorCode | null {
  if (standingOf(facts, dish) !== null) return null
  if (!facts.finished.includes(dish)) return 'DISH_NOT_CHECKED_IN'
  if (facts.phase !== 'in-progress') return 'DINNER_NOT_IN_PROGRESS'
  return holderOf(facts, to) === null ? null : 'SLOT_OCCUPIED'
}

/** The code the server would refuse this change with; null where it would be taken, or changes nothing. */
export function changeError(facts: BoardFacts, change: DishChange): ErrorCode | null {
  const { dish } = change
  if (change.kind === 'done') return doneError(facts, dish)
  return (change.kind === 'move' ? moveError : putBackError)(facts, dish, change.to)
}

/** A change of this page that the server did not refuse; `to` is null for Done. */
export interface LastChange {
  readonly dish: string
  readonly from: DishPlace
  readonly to: DishPlace | null
}

/** How many changes can be undone one by one. */
const longestHistory = 50

/** The history with this change. What is undone or put back leaves it. */
export function afterAll(history: readonly LastChange[], change: DishChange): readonly LastChange[] {
  if (change.kind === 'put back') return withoutLast(history, ({ dish, to }) => dish === change.dish && to === null)
  const { dish, from } = change
  if (change.kind === 'move' && change.isUndo)
    return withoutLast(history, (last) => last.dish === dish && last.to !== null && isSamePlace(last.to, from))
  return [...history, { dish, from, to: change.kind === 'done' ? null : change.to }].slice(-longestHistory)
}

/** The history once the server has refused this change, which is in it. */
export function asBefore(history: readonly LastChange[], change: DishChange): readonly LastChange[] {
  if (change.kind === 'put back') return history
  const { dish, from } = change
  if (change.kind === 'move' && change.isUndo) return [...history, { dish, from: change.to, to: from }]
  return withoutLast(history, (last) => last.dish === dish && (last.to === null) === (change.kind === 'done'))
}

function withoutLast(history: readonly LastChange[], isMeant: (last: LastChange) => boolean): readonly LastChange[] {
  const index = history.findLastIndex(isMeant)
  return index < 0 ? history : history.toSpliced(index, 1)
}

/** What others have changed since is not this page's to take back: then the change before it is the last one. */
export const lastUndoable = (history: readonly LastChange[], shown: BoardFacts): LastChange | null =>
  history.findLast((last) => isUndoable(shown, last)) ?? null

/** Whether a change can be taken back: the dish has not been moved since, and its old place is free. */
function isUndoable(shown: BoardFacts, { dish, from, to }: LastChange): boolean {
  const place = standingOf(shown, dish)
  if (to === null) return place === null && putBackError(shown, dish, from) === null
  return place !== null && isSamePlace(place, to) && moveError(shown, dish, from) === null
}

export const undoOf = ({ dish, from, to }: LastChange, attempt: Attempt): DishChange =>
  to === null
    ? { kind: 'put back', dish, to: from, attempt }
    : { kind: 'move', dish, from: to, to: from, isUndo: true, attempt }
