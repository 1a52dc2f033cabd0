import { nameOfSlot, type SlotCategory } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type FactsOfYear, writeFacts } from '@ultimate/events/language/edition-facts.ts'

/** `Saturday, November 22, 2025, 6:00 PM to 9:00 PM`. */
export function describeDinner(facts: FactsOfYear): string {
  const { dinnerDay, dinner } = writeFacts(facts.year, facts)
  return `${dinnerDay}, ${dinner}`
}

/** `Saturday dinner`. */
export const nameDinner = (facts: FactsOfYear): string => `${writeFacts(facts.year, facts).firstWeekday} dinner`

/** Limits lists, because a stranger may sign an address up for anything, any number of times. */
export const maxSlots = 20

export const nameSlot = ({ slot_name: name, time_slot }: Pick<OwnSignup, 'slot_name' | 'time_slot'>): string =>
  nameOfSlot({ name, time_slot })

/** Lists the slots of sign-ups by name, one per line; of many, the last ones. */
export function formatSlots(signups: readonly OwnSignup[]): string {
  const names = new Set(signups.map(nameSlot))
  return [...names]
    .slice(-maxSlots)
    .map((name) => `  - ${name}`)
    .join('\n')
}

/** Explains what to do with the slots of a category, and when. */
export function writeHead(category: SlotCategory, facts: FactsOfYear): string {
  const { firstWeekday: day, dishesFrom, dishesUntil } = writeFacts(facts.year, facts)
  return category === 'dishes'
    ? `You bring, on ${day} between ${dishesFrom} and ${dishesUntil}:`
    : `You serve, on ${day}; please show up ten minutes early:`
}
