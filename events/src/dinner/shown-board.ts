import type { BoardItem as BoardItemAnswer, Session } from './board/board-api.ts'
import { type BoardDish, type BoardItem, buildBoard } from './board.ts'
import type { DinnerSession } from './session.ts'
import type { Signup } from './slots/signup-api.ts'

/** A checked-in dish with everything the board shows of it, as it is or as it was. */
export interface ShownDish extends BoardDish {
  readonly signup: Signup
  readonly movedBy: string | null
}

export interface ShownBoard {
  readonly session: Session
  readonly items: BoardItemAnswer[]
  readonly finished: BoardItemAnswer[]
  readonly leftovers: BoardItemAnswer[]
}

/** The board in the words of the interface: the same for its answers and for a replay in the browser. */
export function shownBoard(dishes: readonly ShownDish[], session: DinnerSession): ShownBoard {
  const { layout, items, finished, leftovers } = buildBoard(dishes, session)
  const shown = (list: readonly BoardItem<ShownDish>[]) => list.map((item) => shownItem(item, session))
  return {
    session: {
      started_at: session.startedAt,
      finished_at: session.finishedAt,
      warming_slots: layout.warmingSlots,
      buffet_slots: layout.buffetSlots,
    },
    items: shown(items),
    finished: shown(finished),
    leftovers: shown(leftovers),
  }
}

function shownItem({ dish, ...item }: BoardItem<ShownDish>, session: DinnerSession): BoardItemAnswer {
  return {
    ...dish.signup,
    management_zone: item.zone,
    management_position: item.position,
    buffet_entered_at: item.buffetEnteredAt,
    buffet_total_duration: item.buffetTotalDuration,
    emptied_at: item.emptiedAt,
    emptied_from: item.emptiedFrom,
    moved_by: dish.state.dinner === session.dinner ? dish.movedBy : null,
  }
}
