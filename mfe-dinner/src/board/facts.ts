import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { type DishPlace, isSamePlace, type Zone } from '@ultimate/events/dinner/place.ts'

export type Phase = 'not-started' | 'in-progress' | 'completed'

export type SessionAction = 'start' | 'finish' | 'reset'

interface PhaseAction {
  readonly action: SessionAction
  readonly label: string
}

/** The one action of each phase. */
export const sessionActions: Readonly<Record<Phase, PhaseAction>> = {
  'not-started': { action: 'start', label: 'Start Dinner' },
  'in-progress': { action: 'finish', label: 'Finish Dinner' },
  completed: { action: 'reset', label: 'Reset Dinner' },
}
export type ErrorCode = keyof typeof dinnerErrors.registry

export interface Standing {
  readonly id: string
  readonly place: DishPlace
}

/** The part of the server's state that decides where a dish may go. */
export interface BoardFacts {
  readonly phase: Phase
  readonly warmingSlots: number
  readonly buffetSlots: number
  readonly dishes: readonly Standing[]
  /** Dishes that are done. */
  readonly finished: readonly string[]
}

export const noFacts: BoardFacts = { phase: 'not-started', warmingSlots: 0, buffetSlots: 0, dishes: [], finished: [] }

/** A request that is repeated takes effect once, at the time of the first tap. */
export interface Attempt {
  readonly key: string
  readonly at: string
}

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

export const standingOf = (facts: BoardFacts, dish: string): DishPlace | null =>
  facts.dishes.find(({ id }) => id === dish)?.place ?? null

export const holderOf = (facts: BoardFacts, place: DishPlace): string | null =>
  place.zone === 'holding' ? null : (facts.dishes.find((other) => isSamePlace(other.place, place))?.id ?? null)

export const slotsIn = (facts: Pick<BoardFacts, 'warmingSlots' | 'buffetSlots'>, zone: Zone): number =>
  zone === 'holding' ? Number.POSITIVE_INFINITY : zone === 'warming' ? facts.warmingSlots : facts.buffetSlots

/** The board after these changes. */
export function withChanges(facts: BoardFacts, changes: readonly DishChange[]): BoardFacts {
  return changes.reduce(withChange, facts)
}

function withChange(facts: BoardFacts, change: DishChange): BoardFacts {
  const { dish } = change
  if (change.kind === 'put back') return withPutBack(facts, dish, change.to)
  if (standingOf(facts, dish) === null) return facts
  if (change.kind === 'done')
    return {
      ...facts,
      dishes: facts.dishes.filter(({ id }) => id !== dish),
      finished: [...facts.finished, dish],
    }
  return { ...facts, dishes: facts.dishes.map((other) => (other.id === dish ? { id: dish, place: change.to } : other)) }
}

function withPutBack(facts: BoardFacts, dish: string, place: DishPlace): BoardFacts {
  if (!facts.finished.includes(dish)) return facts
  return {
    ...facts,
    dishes: [...facts.dishes, { id: dish, place }],
    finished: facts.finished.filter((other) => other !== dish),
  }
}

export const sentenceFor = (code: ErrorCode): string => dinnerErrors.registry[code].message
