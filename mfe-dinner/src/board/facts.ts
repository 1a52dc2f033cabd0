import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { isSamePlace, type Place, type Zone } from '@ultimate/events/dinner/place.ts'

export type Phase = 'not-started' | 'in-progress' | 'completed'
export type ErrorCode = keyof typeof dinnerErrors.registry

export interface Standing {
  readonly id: string
  readonly place: Place
}

/** What the server has said of the board, as far as it decides where a dish may go. */
export interface BoardFacts {
  readonly phase: Phase
  readonly warmingSlots: number
  readonly buffetSlots: number
  readonly dishes: readonly Standing[]
  /** Dishes that are done. */
  readonly finished: readonly string[]
}

export const noFacts: BoardFacts = { phase: 'not-started', warmingSlots: 0, buffetSlots: 0, dishes: [], finished: [] }

/** Sent again it happens once, and at the moment the finger said so. */
export interface Attempt {
  readonly key: string
  readonly at: string
}

export type Deed =
  | {
      readonly kind: 'move'
      readonly dish: string
      readonly from: Place
      readonly to: Place
      readonly isUndo: boolean
      readonly attempt: Attempt
    }
  | { readonly kind: 'done'; readonly dish: string; readonly from: Place; readonly attempt: Attempt }
  | { readonly kind: 'put back'; readonly dish: string; readonly to: Place; readonly attempt: Attempt }

export const standingOf = (facts: BoardFacts, dish: string): Place | null =>
  facts.dishes.find(({ id }) => id === dish)?.place ?? null

export const holderOf = (facts: BoardFacts, place: Place): string | null =>
  place.zone === 'holding' ? null : (facts.dishes.find((other) => isSamePlace(other.place, place))?.id ?? null)

export const slotsIn = (facts: Pick<BoardFacts, 'warmingSlots' | 'buffetSlots'>, zone: Zone): number =>
  zone === 'holding' ? Number.POSITIVE_INFINITY : zone === 'warming' ? facts.warmingSlots : facts.buffetSlots

/** The code the server would refuse this move with; null where it would be taken, or changes nothing. */
export function moveError(facts: BoardFacts, dish: string, to: Place): ErrorCode | null {
  if (facts.phase === 'completed') return 'DINNER_ALREADY_FINISHED'
  if (to.zone !== 'holding' && to.position >= slotsIn(facts, to.zone)) return 'NO_SUCH_PLACE'
  if (facts.finished.includes(dish)) return 'DISH_FINISHED'
  if (standingOf(facts, dish) === null) return 'DISH_NOT_CHECKED_IN'
  const holder = holderOf(facts, to)
  return holder === null || holder === dish ? null : 'SLOT_OCCUPIED'
}

/** The same for Done. */
export function doneError(facts: BoardFacts, dish: string): ErrorCode | null {
  if (facts.finished.includes(dish)) return null
  const place = standingOf(facts, dish)
  if (place === null) return 'DISH_NOT_CHECKED_IN'
  if (facts.phase !== 'in-progress') return 'DINNER_NOT_IN_PROGRESS'
  return place.zone === 'buffet' ? null : 'DISH_NOT_ON_BUFFET'
}

/** The same for taking Done back, to where the dish stood. */
export function putBackError(facts: BoardFacts, dish: string, to: Place): ErrorCode | null {
  if (standingOf(facts, dish) !== null) return null
  if (!facts.finished.includes(dish)) return 'DISH_NOT_CHECKED_IN'
  if (facts.phase !== 'in-progress') return 'DINNER_NOT_IN_PROGRESS'
  return holderOf(facts, to) === null ? null : 'SLOT_OCCUPIED'
}

/** The board with these deeds done. */
export function withDeeds(facts: BoardFacts, deeds: readonly Deed[]): BoardFacts {
  return deeds.reduce(withDeed, facts)
}

function withDeed(facts: BoardFacts, deed: Deed): BoardFacts {
  const { dish } = deed
  if (deed.kind === 'put back') return withPutBack(facts, dish, deed.to)
  if (standingOf(facts, dish) === null) return facts
  if (deed.kind === 'done')
    return {
      ...facts,
      dishes: facts.dishes.filter(({ id }) => id !== dish),
      finished: [...facts.finished, dish],
    }
  return { ...facts, dishes: facts.dishes.map((other) => (other.id === dish ? { id: dish, place: deed.to } : other)) }
}

function withPutBack(facts: BoardFacts, dish: string, place: Place): BoardFacts {
  if (!facts.finished.includes(dish)) return facts
  return {
    ...facts,
    dishes: [...facts.dishes, { id: dish, place }],
    finished: facts.finished.filter((other) => other !== dish),
  }
}

export const sentenceFor = (code: ErrorCode): string => dinnerErrors.registry[code].message
