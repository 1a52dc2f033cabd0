import { type BoardState, type DishPlace, isSamePlace } from '@ultimate/events/dinner/board.ts'
import { findBoardRefusal, findPlace } from '@ultimate/events/dinner/dish.ts'
import type { Attempt, DishChange } from './dish-commands.ts'

/** A change of this page that the server did not refuse; `to` is null for Done. */
export interface LastChange {
  readonly dish: string
  readonly from: DishPlace
  readonly to: DishPlace | null
}

/** The number of changes that can be undone one by one. */
const longestHistory = 50

/** The history with this change. What is undone or put back leaves it. */
export function afterAll(history: readonly LastChange[], change: DishChange): readonly LastChange[] {
  if (change.kind === 'put back') return withoutLast(history, ({ dish, to }) => dish === change.dish && to === null)
  const { dish, from } = change
  if (change.kind === 'move' && change.isUndo)
    return withoutLast(history, (last) => last.dish === dish && last.to !== null && isSamePlace(last.to, from))
  return [...history, { dish, from, to: change.kind === 'done' ? null : change.to }].slice(-longestHistory)
}

/** The history once the server has rejected this change, which is in it. */
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

/** Returns the last change that this page can take back; one that others have changed since is passed over. */
export const lastUndoable = (history: readonly LastChange[], shown: BoardState): LastChange | null =>
  history.findLast((last) => isUndoable(shown, last)) ?? null

/** Returns true if a change can be taken back: the dish has not been moved since, and its old place is free. */
function isUndoable(shown: BoardState, { dish, from, to }: LastChange): boolean {
  const place = findPlace(shown, dish)
  const isAsLeft = to === null ? place === null : place !== null && isSamePlace(place, to)
  return (
    isAsLeft &&
    findBoardRefusal(shown, to === null ? { kind: 'put back', dish } : { kind: 'move', dish, to: from }) === null
  )
}

export const buildUndo = ({ dish, from, to }: LastChange, attempt: Attempt): DishChange =>
  to === null
    ? { kind: 'put back', dish, to: from, attempt }
    : { kind: 'move', dish, from: to, to: from, isUndo: true, attempt }
