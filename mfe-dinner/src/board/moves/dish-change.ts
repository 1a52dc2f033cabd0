import type { BoardState } from '@ultimate/events/dinner/board.ts'
import { applyCommand } from '@ultimate/events/dinner/board-rules.ts'
import type { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { DishPlace } from '@ultimate/events/dinner/place.ts'
import type { BoardDish } from '../board-query.ts'

export type ErrorCode = keyof typeof dinnerErrors.registry

/** A request that is repeated takes effect once, at the time of the first tap. */
export interface Attempt {
  readonly key: string
  readonly at: string
}

/** A command of this page about one dish. */
export type DishChange =
  | {
      readonly kind: 'move'
      readonly dish: string
      readonly from: DishPlace
      readonly to: DishPlace
      readonly isUndo: boolean
      readonly attempt: Attempt
    }
  | { readonly kind: 'done'; readonly dish: string; readonly from: DishPlace; readonly attempt: Attempt }
  | { readonly kind: 'put back'; readonly dish: string; readonly to: DishPlace; readonly attempt: Attempt }

export type DishBoard = BoardState<BoardDish>

/** The board as the rules of the server make it of these changes. */
export const withChanges = (board: DishBoard, changes: readonly DishChange[]): DishBoard =>
  changes.reduce((before, change) => applyCommand(before, change, new Date(change.attempt.at)), board)
