import { endOfServing, servingMinutes } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slot-api.ts'

/** `18:00` as `6:00 PM`, the way the invitation writes times. */
export function clockTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** The half hour that begins at `time`: `6:00 PM - 6:30 PM`. */
export const servingRange = (time: string): string => `${clockTime(time)} - ${clockTime(endOfServing(time))}`

/** Beginnings of so many half hours in a row; they go on past midnight. */
export function servingRow(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => minutesLater(first, index * servingMinutes))
}

function minutesLater(time: string, minutes: number): string {
  const [hours = 0, past = 0] = time.split(':').map(Number)
  const later = (hours * 60 + past + minutes) % (24 * 60)
  return `${String(Math.floor(later / 60)).padStart(2, '0')}:${String(later % 60).padStart(2, '0')}`
}

/** A name that is unique among the slots: serving slots share a name and differ in time. */
export const nameOfSlot = ({ name, time_slot: time }: Pick<Slot, 'name' | 'time_slot'>): string =>
  time === null ? name : `${name}, ${servingRange(time)}`
