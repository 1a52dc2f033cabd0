import { allergenNames } from '@ultimate/events/dinner/allergens.ts'
import { nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { type FactsOfYear, joinTexts, writeFacts } from '@ultimate/events/language/edition-facts.ts'
import type { Mail } from '../../platform/mail.ts'
import { buildCalendar } from './calendar.ts'
import { describeDinner, formatSlots, maxSlots, nameDinner, writeHead } from './mail-words.ts'

export interface Visit {
  /** The sign-ups of this visit, without those canceled since. */
  readonly added: readonly OwnSignup[]
  /** The earlier sign-ups of the address. */
  readonly earlier: readonly OwnSignup[]
  /** The slots of `added`, with their recipes. */
  readonly slots: readonly Slot[]
  /** Paragraphs about what staff corrected. */
  readonly corrected: readonly string[]
  readonly link: string
  readonly siteUrl: string
  readonly now: Date
  readonly facts: FactsOfYear
}

/**
 * Writes the mail that lists what was signed up for, with the private link. The visitor may not own the address, so the
 * mail repeats nothing that they typed, except a name that staff have corrected. Staff wrote the slots and recipes, and
 * the mail names only allergens of the list.
 */
export function writeConfirmation({
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
  const moreCount = slots.length - shown.length
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
  ...writeCategory(shown, { added, category: 'dishes', facts }),
  ...writeCategory(shown, { added, category: 'serving', facts }),
  ...(moreCount > 0 ? [`And ${moreCount} more, which your private link shows.`] : []),
  ...writeEarlier(earlier),
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

interface CategoryPart {
  readonly added: readonly OwnSignup[]
  readonly category: Slot['category']
  readonly facts: FactsOfYear
}

/** Writes the paragraphs about the slots of a category; none if there are no slots. */
function writeCategory(slots: readonly Slot[], { added, category, facts }: CategoryPart): string[] {
  const ofCategory = slots.filter((slot) => slot.category === category)
  if (ofCategory.length === 0) return []
  const signupsOf = (slot: Slot) => added.filter(({ slot_id }) => slot_id === slot.id)
  return [writeHead(category, facts), ...ofCategory.map((slot) => writeSlot(slot, signupsOf(slot)))]
}

/** `signups` are those of this visit for the slot. */
function writeSlot(slot: Slot, signups: readonly OwnSignup[]): string {
  const { recipe_title: title, recipe_ingredients: ingredients, recipe_instructions: instructions } = slot
  const texts = [
    `${nameOfSlot(slot)}${signups.length > 1 ? ` (${signups.length} times)` : ''}`,
    slot.description,
    slot.category === 'dishes' && writeAllergens(signups),
    title && `Recipe: ${title}`,
    ingredients && `Ingredients\n${ingredients}`,
    instructions && `Instructions\n${instructions}`,
  ]
  return texts.flatMap((text) => (text ? [indent(text)] : [])).join('\n\n')
}

function writeAllergens(signups: readonly OwnSignup[]): string {
  const listed = allergenNames.filter((name) => signups.some(({ allergens }) => allergens.listed.includes(name)))
  const ownWords = signups.some(({ allergens }) => allergens.other !== '') ? ['what was added in own words'] : []
  const named = [...listed, ...ownWords].join(', ')
  return named ? `Allergens named: ${named}` : 'No allergens named.'
}

/** Indents every line that is not empty. */
const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

function writeEarlier(earlier: readonly OwnSignup[]): string[] {
  if (earlier.length === 0) return []
  return [`This address was signed up before for:\n\n${formatSlots(earlier)}`]
}
