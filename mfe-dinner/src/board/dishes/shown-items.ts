import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import { type BoardState, buildBoard } from '@ultimate/events/dinner/board.ts'
import type { DishPlace, Zone } from '@ultimate/events/dinner/signup.ts'
import type { BoardDishWithItem } from '../board-query.ts'

export interface ShownItem {
  readonly item: BoardItem
  readonly place: DishPlace
}

/**
 * Returns the dishes where the board shows them: the server's answer, with the changes of this page on top. The answer
 * has the seconds on the buffet so far; `buildBoard` counts those since, and both are added.
 */
export const listShownItems = ({ dishes, session }: BoardState<BoardDishWithItem>): readonly ShownItem[] =>
  buildBoard(dishes, session).items.map(({ dish, buffetEnteredAt, buffetTotalDuration }) => ({
    item: withClock(dish.item, buffetEnteredAt, dish.item.buffet_total_duration + buffetTotalDuration),
    place: dish.state.place,
  }))

/** Returns the item with the clock that the rules compute; the same object if nothing differs, so it is not redrawn. */
function withClock(item: BoardItem, enteredAt: string | null, totalSeconds: number): BoardItem {
  const isSame =
    item.emptied_at === null && item.buffet_entered_at === enteredAt && item.buffet_total_duration === totalSeconds
  return isSame
    ? item
    : { ...item, emptied_at: null, buffet_entered_at: enteredAt, buffet_total_duration: totalSeconds }
}

/** Returns the finished dishes, including those that this page has just marked as done. */
export const listShownFinished = ({ dishes, session }: BoardState<BoardDishWithItem>): readonly BoardItem[] =>
  buildBoard(dishes, session).finished.map(({ dish }) => dish.item)

export const filterByZone = (items: readonly ShownItem[], zone: Zone): readonly ShownItem[] =>
  items.filter(({ place }) => place.zone === zone)
