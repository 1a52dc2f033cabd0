import type { ReasonOfEnd, SessionEvent, SignupEvent } from './events.ts'
import type { DinnerSession } from './session.ts'
import type { DishPlace } from './signup.ts'

/** A time so many minutes after six on the evening of the dinner. */
export const minute = (count: number): Date => new Date(Date.UTC(2025, 10, 22, 18, count))
export const at = (count: number): string => minute(count).toISOString()

export const holding: DishPlace = { zone: 'holding' }
export const warming = (position: number): DishPlace => ({ zone: 'warming', position })
export const buffet = (position: number): DishPlace => ({ zone: 'buffet', position })

export const checkedIn = (when = 0, category: 'dishes' | 'serving' = 'dishes'): SignupEvent => ({
  type: 'CheckedIn',
  data: { slotId: 'slot-a', category, at: at(when) },
})
export const undone: SignupEvent = { type: 'CheckInUndone', data: {} }
export const canceled = (reason: ReasonOfEnd = 'removed'): SignupEvent => ({
  type: 'SignupWithdrawn',
  data: { slotId: 'slot-a', reason },
})
export const arrivedAnyway = (when = 0): SignupEvent => ({
  type: 'RemovedSignupCheckedIn',
  data: { slotId: 'slot-a', category: 'dishes', at: at(when) },
})
export const restored: SignupEvent = { type: 'ArrivalRestored', data: {} }
export const dismissed: SignupEvent = { type: 'ArrivalDismissed', data: {} }
export const moved = (to: DishPlace, when = 1, dinner = 1): SignupEvent => ({
  type: 'DishMoved',
  data: { dinner, to, at: at(when) },
})
export const emptied = (when = 2, dinner = 1): SignupEvent => ({ type: 'DishEmptied', data: { dinner, at: at(when) } })
export const putBack = (when = 3, dinner = 1): SignupEvent => ({ type: 'DishPutBack', data: { dinner, at: at(when) } })

const fresh: DinnerSession = { dinner: 1, warmingSlots: 24, buffetSlots: 16, startedAt: null, finishedAt: null }
export const notStarted = (changes: Partial<DinnerSession> = {}): DinnerSession => ({ ...fresh, ...changes })
export const inProgress = (changes: Partial<DinnerSession> = {}): DinnerSession =>
  notStarted({ startedAt: at(0), ...changes })
export const finished = (changes: Partial<DinnerSession> = {}): DinnerSession =>
  inProgress({ finishedAt: at(60), ...changes })

export const started = (when = 0, dinner = 1): SessionEvent => ({
  type: 'DinnerStarted',
  data: { dinner, at: at(when) },
})
export const finishedAt = (when = 60, dinner = 1): SessionEvent => ({
  type: 'DinnerFinished',
  data: { dinner, at: at(when) },
})
export const resumed = (when = 70, dinner = 1): SessionEvent => ({
  type: 'DinnerResumed',
  data: { dinner, at: at(when) },
})
export const reset = (dinner = 2): SessionEvent => ({ type: 'DinnerReset', data: { dinner } })
export const reverted = (
  to: Partial<Extract<SessionEvent, { type: 'DinnerReverted' }>['data']> = {},
): SessionEvent => ({
  type: 'DinnerReverted',
  data: { dinner: 1, startedAt: null, finishedAt: null, ...to },
})
export const layout = (warmingSlots: number, buffetSlots: number): SessionEvent => ({
  type: 'LayoutChanged',
  data: { warmingSlots, buffetSlots },
})
