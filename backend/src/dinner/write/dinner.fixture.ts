import type { SessionEvent } from '@ultimate/events/dinner/events.ts'
import { at } from './signup.fixture.ts'

export const started = (when = 0, dinner = 1): SessionEvent => ({
  type: 'DinnerStarted',
  data: { dinner, at: at(when) },
})
export const finishedAt = (when = 60, dinner = 1): SessionEvent => ({
  type: 'DinnerFinished',
  data: { dinner, at: at(when) },
})
export const reset = (dinner = 2): SessionEvent => ({ type: 'DinnerReset', data: { dinner } })
export const layout = (warmingSlots: number, buffetSlots: number): SessionEvent => ({
  type: 'LayoutChanged',
  data: { warmingSlots, buffetSlots },
})
