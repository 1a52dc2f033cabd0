import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Slot } from '../slot.ts'

/** Puts somebody who came back in the slot that they had signed up for. */
export type RestoreSignup = TimedCommand<'RestoreSignup', Extract<SlotEvent, { type: 'SignupRestored' }>['data']>

/** The slot may be full by now: the dish is here all the same. */
export function restoreSignup({ data }: RestoreSignup, slot: Slot): SlotEvent[] {
  if (slot.status !== 'open') return dinnerErrors.fail('SLOT_DELETED')
  if (slot.signups.some(({ id }) => id === data.signupId)) return []
  return [{ type: 'SignupRestored', data }]
}

export const restoreSignupDecider = { decide: restoreSignup, evolve, initialState }
