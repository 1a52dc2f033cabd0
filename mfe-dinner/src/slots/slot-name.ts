import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import { servingRange } from './serving-time.ts'

/** What tells a slot from all others where it is read out: several slots of serving have the same name. */
export const nameOfSlot = ({ name, time_slot: time }: Pick<Slot, 'name' | 'time_slot'>): string =>
  time === null ? name : `${name}, ${servingRange(time)}`
