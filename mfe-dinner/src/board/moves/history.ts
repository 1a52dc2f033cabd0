import { type BoardState, type DishCommand, findBoardError, findPlace } from '@ultimate/events/dinner/board.ts'
import { type DishPlace, isSamePlace } from '@ultimate/events/dinner/signup.ts'
import type { DishChange, MoveAttempt } from './move-dish.machine.ts'

/** A change of this page that Undo may take back. */
export interface PastChange {
  readonly dish: string
  readonly from: DishPlace
  /** Null for Done. */
  readonly to: DishPlace | null
}

/** The number of changes that can be undone one by one. */
const maxHistory = 50

/** Returns the history after a change was pressed. */
export function addToHistory(history: readonly PastChange[], change: DishChange): readonly PastChange[] {
  const takenBack = findTakenBack(change)
  if (takenBack) return withoutLast(history, takenBack)
  return change.kind === 'put back' ? history : [...history, toPast(change)].slice(-maxHistory)
}

/** Reverses {@link addToHistory} for a change that the server has rejected. */
export function removeFromHistory(history: readonly PastChange[], change: DishChange): readonly PastChange[] {
  const takenBack = findTakenBack(change)
  if (takenBack) {
    const last = history.at(-1)
    // A rejected command can be sent again, and be rejected again.
    const isBackAlready = last !== undefined && isSameResult(last, takenBack)
    return isBackAlready ? history : [...history, takenBack]
  }
  return change.kind === 'put back' ? history : withoutLast(history, toPast(change))
}

/** Returns true if the board shows the result of a past change, and the rules allow to take the change back. */
export function isUndoable(board: BoardState, { dish, from, to }: PastChange): boolean {
  const undo: DishCommand = to === null ? { kind: 'put back', dish } : { kind: 'move', dish, to: from }
  return isSameResult({ dish, to: findPlace(board, dish) }, { dish, to }) && findBoardError(board, undo) === null
}

export const buildUndo = ({ dish, from, to }: PastChange, attempt: MoveAttempt): DishChange =>
  to === null
    ? { kind: 'put back', dish, to: from, isUndo: true, attempt }
    : { kind: 'move', dish, from: to, to: from, isUndo: true, attempt }

/** Returns true if the user has marked the dish as done here, so that to put it back is an undo. */
export const hasDone = (history: readonly PastChange[], dish: string): boolean =>
  history.some((past) => isSameResult(past, { dish, to: null }))

/** Returns the past change that an undo takes back; null for other changes. */
function findTakenBack(change: DishChange): PastChange | null {
  if (change.kind === 'done' || !change.isUndo) return null
  return { dish: change.dish, from: change.to, to: change.kind === 'move' ? change.from : null }
}

const toPast = (change: Exclude<DishChange, { kind: 'put back' }>): PastChange => ({
  dish: change.dish,
  from: change.from,
  to: change.kind === 'move' ? change.to : null,
})

function withoutLast(history: readonly PastChange[], past: PastChange): readonly PastChange[] {
  const index = history.findLastIndex((other) => isSameResult(other, past))
  return index < 0 ? history : history.toSpliced(index, 1)
}

/** Returns true if both leave the same dish on the same place, or done. */
function isSameResult(one: Pick<PastChange, 'dish' | 'to'>, other: Pick<PastChange, 'dish' | 'to'>): boolean {
  if (one.dish !== other.dish) return false
  return one.to === null || other.to === null ? one.to === other.to : isSamePlace(one.to, other.to)
}
