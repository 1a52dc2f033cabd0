import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import { dinnerRefusals } from '@ultimate/events/dinner/refusals.ts'
import { platformRefusals } from '@ultimate/events/platform/api.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import type { Slot } from '../slot.ts'

export type DeleteSlot = TimedCommand<'DeleteSlot', { expectedRevision?: number | undefined }>

export function deleteSlot({ data: { expectedRevision } }: DeleteSlot, slot: Slot): SlotEvent {
  if (slot.status !== 'open') return dinnerRefusals.refuse('SLOT_NOT_FOUND')
  if (expectedRevision !== undefined && expectedRevision !== slot.revision) platformRefusals.refuse('STALE')
  return { type: 'SlotDeleted', data: { signupIds: slot.signups.map(({ id }) => id) } }
}
