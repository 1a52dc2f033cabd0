import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import type { BoardState } from '@ultimate/events/dinner/board.ts'
import { initialState } from '@ultimate/events/dinner/session.ts'
import type { DishPlace } from '@ultimate/events/dinner/signup.ts'
import type { BoardDish } from './board-query.ts'

const at = '2025-11-22T18:00:00.000Z'

/** A dish that stands there, or that is done and stood there. */
export const dishAt = (id: string, place: DishPlace, isDone = false): BoardDish => ({
  id,
  checkedInAt: at,
  state: {
    dinner: 1,
    place,
    stays: place.zone === 'buffet' ? [{ from: at, to: isDone ? at : null }] : [],
    emptiedAt: isDone ? at : null,
    since: null,
  },
  item: { id } as BoardItem,
})

/** A board of so many places to warm and on the buffet, while the dinner is in progress. */
export const boardInProgress = (slots: number, ...dishes: BoardDish[]): BoardState<BoardDish> => ({
  session: { ...initialState(), startedAt: at, warmingSlots: slots, buffetSlots: slots },
  dishes,
})

export const afterFinish = (board: BoardState<BoardDish>): BoardState<BoardDish> => ({
  ...board,
  session: { ...board.session, finishedAt: at },
})
