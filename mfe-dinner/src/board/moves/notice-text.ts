import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import type { BoardState } from '@ultimate/events/dinner/board.ts'
import { findPlace } from '@ultimate/events/dinner/dish.ts'
import { phaseOf } from '@ultimate/events/dinner/session.ts'
import { type LoadedBoard, standsOn, toPlace } from '../board-query.ts'
import type { Notice } from './move-dish.machine.ts'

export const findDish = ({ items, finished, leftovers }: LoadedBoard, dish: string): BoardItem | undefined =>
  [...items, ...finished, ...leftovers].find(({ id }) => id === dish)

export const nameOfDish = (board: LoadedBoard, dish: string): string => findDish(board, dish)?.slot_name ?? 'This dish'

/** Describes what is true of the dish now, and why. */
export function noticeText(board: LoadedBoard, shown: BoardState, { kind, dish, sentence }: Notice): string {
  const name = nameOfDish(board, dish)
  if (kind === 'taken') return takenText(board, shown, dish)
  const place = findPlace(shown, dish)
  if (kind === 'elsewhere') return `${sentence} ${name} is ${place === null ? 'done' : standsOn(place)} now.`
  return `${name} is still ${place === null ? 'done' : standsOn(place)}. ${sentence}`
}

/** Describes why a dish is no longer in the hand. */
function takenText(board: LoadedBoard, shown: BoardState, dish: string): string {
  const item = findDish(board, dish)
  const name = nameOfDish(board, dish)
  const mover = item?.moved_by ?? 'Someone'
  const end = 'It is no longer in your hand.'
  if (phaseOf(shown.session) === 'completed') return `Dinner is finished. ${end}`
  if (item === undefined) return `${name} is no longer on the board. ${end}`
  if (findPlace(shown, dish) === null) return `${mover} marked ${name} as done. ${end}`
  return `${mover} has moved ${name}: it is ${standsOn(toPlace(item))} now. ${end}`
}
