import type { Place } from '@ultimate/events/dinner/board/place.ts'
import { type BoardFacts, type ErrorCode, holderOf, standingOf } from '../board/facts.ts'

/** The code the server would refuse Done with; null where it would be taken, or changes nothing. */
export function doneError(facts: BoardFacts, dish: string): ErrorCode | null {
  if (facts.finished.includes(dish)) return null
  const place = standingOf(facts, dish)
  if (place === null) return 'DISH_NOT_CHECKED_IN'
  if (facts.phase !== 'in-progress') return 'DINNER_NOT_IN_PROGRESS'
  return place.zone === 'buffet' ? null : 'DISH_NOT_ON_BUFFET'
}

/** The code the server would refuse with to put a dish back to `to`, where it stood before Done. */
export function putBackError(facts: BoardFacts, dish: string, to: Place): ErrorCode | null {
  if (standingOf(facts, dish) !== null) return null
  if (!facts.finished.includes(dish)) return 'DISH_NOT_CHECKED_IN'
  if (facts.phase !== 'in-progress') return 'DINNER_NOT_IN_PROGRESS'
  return holderOf(facts, to) === null ? null : 'SLOT_OCCUPIED'
}
