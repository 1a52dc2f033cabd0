import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import type { SlotFields } from '@ultimate/events/dinner/slots/slot-schema.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { definitionOf, evolve, initialState, type Slot } from '../slot.ts'

export type AddSlot = TimedCommand<'AddSlot', SlotFields>

/** The same request again finds its slot there. */
export function addSlot({ data }: AddSlot, slot: Slot): SlotEvent[] {
  return slot.status === 'unknown' ? [{ type: 'SlotAdded', data: { slot: definitionOf(data) } }] : []
}

export const addSlotDecider = { decide: addSlot, evolve, initialState }
