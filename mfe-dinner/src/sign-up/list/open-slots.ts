import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'

type Counted = Pick<Slot, 'id' | 'current_signups' | 'max_signups'>

export const isOpen = ({ current_signups, max_signups }: Counted): boolean => current_signups < max_signups

/**
 * Slots with a free place, and those of `keeps`: what this device is signed up for, and what was shown a moment ago,
 * because a card does not go from under a finger when somebody takes its last place.
 */
export function openSlots<One extends Counted>(slots: readonly One[], keeps: ReadonlySet<string>): One[] {
  return slots.filter((slot) => isOpen(slot) || keeps.has(slot.id))
}
