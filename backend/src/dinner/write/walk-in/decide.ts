import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { type ReportedTime, trustOf } from '../reported-time.ts'
import { momentOf } from '../signup.ts'
import { evolve, initialState, type Slot } from '../slot.ts'

export interface WalkInData extends Record<string, unknown>, ReportedTime {
  readonly signupId: string
  readonly name: string
  readonly team: string
}
export type WalkIn = TimedCommand<'WalkIn', WalkInData>

/** The dish or the helper is already here, so a full slot refuses none. */
export function walkIn({ data, metadata }: WalkIn, slot: Slot): SlotEvent {
  if (slot.status !== 'open') return dinnerErrors.fail('UNKNOWN_SLOT', { slot_id: slotSentence })
  const { signupId, name, team } = data
  const at = momentOf(data.at, metadata.now, null)
  return { type: 'WalkedIn', data: { signupId, person: { name, team }, at, ...trustOf(data) } }
}

const slotSentence = dinnerErrors.registry.UNKNOWN_SLOT.message

export const walkInDecider = { decide: walkIn, evolve, initialState }
