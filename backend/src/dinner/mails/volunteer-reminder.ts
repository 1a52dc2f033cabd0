import { emailKey } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { dayAfter, type FactsOfYear, writeFacts } from '@ultimate/events/language/edition-facts.ts'
import { formatVenueDay } from '@ultimate/events/language/venue-clock.ts'
import type { Mail } from '../../platform/mail.ts'
import type { GroupReminder, Platform } from '../../platform/module.ts'
import { readSignupsOf } from '../read/signups.view.ts'
import { readSpellings } from '../read/volunteers.query.ts'
import type { PrivateLinks } from '../secrets/private-link.ts'
import { describeDinner, formatSlots, nameDinner, writeHead } from './mail-words.ts'

/** The sign-ups of one spelling of an address, and the link that opens them. */
export interface OwnSignups {
  readonly signups: readonly OwnSignup[]
  readonly link: string
}

/** Reminds volunteers of their sign-ups as they are when the mail is sent. */
export function volunteerReminders(
  { current, clock }: Platform,
  links: PrivateLinks,
): Readonly<Record<string, GroupReminder>> {
  const reminder: GroupReminder = {
    group: 'volunteers',
    mailTo: async (address, extra) => {
      const spellings = await readSpellings(current, address)
      const bySpelling = await Promise.all(
        spellings.map(async (email) => ({
          signups: await readSignupsOf(current, emailKey(email)),
          link: await links.linkFor(email),
        })),
      )
      const own = bySpelling.filter(({ signups }) => signups.length > 0)
      if (own.length === 0) return null
      return writeReminder({ own, extra, now: clock.now(), facts: await current.facts() })
    },
  }
  return { 'volunteers-before': reminder, 'volunteers-day': reminder }
}

export interface VolunteerReminder {
  readonly own: readonly OwnSignups[]
  /** Staff may leave it empty. */
  readonly extra: string
  readonly now: Date
  readonly facts: FactsOfYear
}

/** Repeats nothing that a visitor typed, because a stranger may have typed the address. */
export function writeReminder({
  own,
  extra,
  now,
  facts,
}: VolunteerReminder): Pick<Mail, 'subject' | 'text' | 'button'> {
  const { name, venueName, address } = writeFacts(facts.year, facts)
  const all = own.flatMap(({ signups }) => signups)
  const placeLines = [venueName, address].filter((line) => line !== '')
  return {
    subject: `${describeWhen(facts, now)}${nameDinner(facts)}`,
    button: 'Show my sign-ups',
    text: `Hello,

a reminder: you (or someone using this address) signed up for the dinner of ${name}
(${describeDinner(facts)}).

${[
  ...writeCategory(all, 'dishes', facts),
  ...writeCategory(all, 'serving', facts),
  ...(placeLines.length === 0 ? [] : [`The place:\n\n${placeLines.map((line) => `  ${line}`).join('\n')}`]),
  ...(extra === '' ? [] : [`The tournament crew adds:\n\n  ${extra}`]),
].join('\n\n')}

Can't make it? Please remove your sign-up with your private link, so that someone else can
take it. Anyone who has the link can do so, so please keep it to yourself:

${own.map(({ link }) => link).join('\n\n')}

If it was not you, there is nothing to do.

See you at the table,
the tournament crew
`,
  }
}

/** Returns the words before the subject. A TD may send the reminder on any day. */
function describeWhen({ first_day: day }: FactsOfYear, now: Date): string {
  const today = formatVenueDay(now)
  if (today === day) return 'Today: '
  return dayAfter(today) === day ? 'Tomorrow: ' : 'Coming up: '
}

function writeCategory(all: readonly OwnSignup[], category: OwnSignup['category'], facts: FactsOfYear): string[] {
  const signups = all.filter((signup) => signup.category === category)
  return signups.length === 0 ? [] : [writeHead(category, facts), formatSlots(signups)]
}
