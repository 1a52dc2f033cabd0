import { allergenNames } from '@ultimate/events/dinner/allergens.ts'
import { nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { type FactsOfYear, joinTexts, writeFacts } from '@ultimate/events/language/edition-facts.ts'
import type { Mail } from '../../platform/mail.ts'
import { buildCalendar } from './calendar.ts'

export interface Visit {
  /** The sign-ups of this visit that are still there. */
  readonly added: readonly OwnSignup[]
  /** The earlier sign-ups of the address. */
  readonly earlier: readonly OwnSignup[]
  /** The slots of `added`, with their recipes. */
  readonly slots: readonly Slot[]
  /** Paragraphs about what staff corrected of it. */
  readonly corrected: readonly string[]
  readonly link: string
  readonly siteUrl: string
  readonly now: Date
  readonly facts: FactsOfYear
}

/** A stranger may sign an address up for anything, any number of times. */
const maxSlots = 20

/**
 * The mail that lists what was signed up for, with the link that lets any device show and remove it. Slots and recipes
 * are written by staff; the visitor may not own this address, so nothing else that they typed is repeated, but a name that
 * staff have read and corrected. Of allergens, only those of the list are named.
 */
export function confirmation({
  added,
  earlier,
  slots,
  corrected,
  link,
  siteUrl,
  now,
  facts,
}: Visit): Omit<Mail, 'id' | 'to' | 'mailbox'> {
  const shown = slots.slice(0, maxSlots)
  const more = slots.length - shown.length
  const [first] = slots
  const { name, venue } = writeFacts(facts.year, facts)
  return {
    subject:
      first && slots.length === 1
        ? `${nameDinner(facts)}: ${first.name}`
        : `${nameDinner(facts)}: ${added.length} sign-ups`,
    button: 'Show my sign-ups',
    text: `Hello,

you (or someone using this address) signed up for the dinner of ${name}
(${joinTexts(describeDinner(facts), venue)}).

${[
  ...part(shown, { added, category: 'dishes', facts }),
  ...part(shown, { added, category: 'serving', facts }),
  ...(more > 0 ? [`And ${more} more, which your private link shows.`] : []),
  ...before(earlier),
  ...corrected,
  'The calendar file in this email has the times.',
].join('\n\n')}

To see or remove your sign-ups, or to name what is in a dish, on this or another device,
open your private link.
Anyone who has it can remove them, so please keep it to yourself:

${link}

We send at most three emails a day to an address whose link has not been opened yet. If it
was not you, there is nothing to do.

See you at the table,
the tournament crew
`,
    calendar: buildCalendar(added, { siteUrl, now, facts }),
  }
}

/** `Saturday, November 22, 2025, 6:00 PM to 9:00 PM`. */
export function describeDinner(facts: FactsOfYear): string {
  const { dinnerDay, dinner } = writeFacts(facts.year, facts)
  return `${dinnerDay}, ${dinner}`
}

/** `Saturday dinner`. */
export const nameDinner = (facts: FactsOfYear): string => `${writeFacts(facts.year, facts).firstWeekday} dinner`

/** Lists the slots by name, one per line. */
export function formatSlots(signups: readonly OwnSignup[]): string {
  const names = new Set(signups.map(({ slot_name: name, time_slot }) => nameOfSlot({ name, time_slot })))
  return [...names]
    .slice(-maxSlots)
    .map((name) => `  - ${name}`)
    .join('\n')
}

/** Explains what to do with the slots of a category, and when. */
export function writeHead(category: Slot['category'], facts: FactsOfYear): string {
  const { firstWeekday: day, dishesFrom, dishesUntil } = writeFacts(facts.year, facts)
  return category === 'dishes'
    ? `You bring, on ${day} between ${dishesFrom} and ${dishesUntil}:`
    : `You serve, on ${day}; please show up ten minutes early:`
}

interface Part {
  readonly added: readonly OwnSignup[]
  readonly category: Slot['category']
  readonly facts: FactsOfYear
}

function part(slots: readonly Slot[], { added, category, facts }: Part): string[] {
  const own = slots.filter((slot) => slot.category === category)
  return own.length === 0
    ? []
    : [
        writeHead(category, facts),
        ...own.map((slot) =>
          described(
            slot,
            added.filter(({ slot_id }) => slot_id === slot.id),
          ),
        ),
      ]
}

/** `signups` are those that were added to the slot. */
function described(slot: Slot, signups: readonly OwnSignup[]): string {
  const times = signups.length
  const { recipe_title: title, recipe_ingredients: ingredients, recipe_instructions: instructions } = slot
  const texts = [
    `${nameOfSlot(slot)}${times > 1 ? ` (${times} times)` : ''}`,
    slot.description,
    slot.category === 'dishes' && allergensNamed(signups),
    title && `Recipe: ${title}`,
    ingredients && `Ingredients\n${ingredients}`,
    instructions && `Instructions\n${instructions}`,
  ]
  return texts.flatMap((text) => (text ? [indented(text)] : [])).join('\n\n')
}

function allergensNamed(signups: readonly OwnSignup[]): string {
  const named = allergenNames.filter((name) => signups.some(({ allergens }) => allergens.listed.includes(name)))
  const own = signups.some(({ allergens }) => allergens.other !== '') ? ['what was added in own words'] : []
  const words = [...named, ...own].join(', ')
  return words ? `Allergens named: ${words}` : 'No allergens named.'
}

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

function before(earlier: readonly OwnSignup[]): string[] {
  if (earlier.length === 0) return []
  return [`This address was signed up before for:\n\n${formatSlots(earlier)}`]
}
