import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Slot } from '../slot.ts'

export type DeleteSlot = TimedCommand<'DeleteSlot', { expectedRevision?: number | undefined }>

export function deleteSlot({ data: { expectedRevision } }: DeleteSlot, slot: Slot): SlotEvent {
  if (slot.status !== 'open') return dinnerErrors.fail('SLOT_NOT_FOUND')
  if (expectedRevision !== undefined && expectedRevision !== slot.revision) platformErrors.fail('STALE')
  return { type: 'SlotDeleted', data: { signupIds: slot.signups.map(({ id }) => id) } }
}

export const deleteSlotDecider = { decide: deleteSlot, evolve, initialState }
