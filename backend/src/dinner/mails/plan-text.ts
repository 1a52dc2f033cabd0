import type { ChangeOfPlan, Plan } from '@ultimate/events/dinner/events.ts'
import { clockTime } from '@ultimate/events/dinner/serving-times.ts'
import { nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import type { Mail } from '../../platform/mail.ts'
import { buildCalendar } from './calendar.ts'
import { describeDinner, nameDinner, nameSlot } from './mail-words.ts'

export interface ChangedPlan {
  /** Either all of these sign-ups were canceled, or none was. */
  readonly changes: readonly ChangeOfPlan[]
  /** The slots of the changes, without deleted ones. */
  readonly slots: readonly Slot[]
  /** The present sign-ups of the address. */
  readonly all: readonly OwnSignup[]
  readonly link: string
  readonly siteUrl: string
  readonly now: Date
  readonly facts: FactsOfYear
}

/** Repeats nothing that a visitor typed, because a stranger may have typed the address. */
export function writePlanMail({
  changes,
  slots,
  all,
  link,
  siteUrl,
  now,
  facts,
}: ChangedPlan): Omit<Mail, 'id' | 'to' | 'mailbox'> {
  const areCanceled = changes.every(({ is }) => is === null)
  const findSlot = ({ slotId }: ChangeOfPlan) => slots.find(({ id }) => id === slotId)
  const changedIds = new Set(changes.map(({ signupId }) => signupId))
  const calendarEntries = changes.flatMap((change) => {
    const shown = change.is ?? change.was
    const { description = '' } = findSlot(change) ?? {}
    const { signupId: id, sequence } = change
    return shown ? [{ id, slot_name: shown.name, time_slot: shown.timeSlot, description, sequence }] : []
  })
  return {
    subject: `${nameDinner(facts)}: ${writeSubject(changes)}`,
    button: 'Show my sign-ups',
    text: `Hello,

the tournament crew has changed the plan for the dinner of ${facts.name}
(${describeDinner(facts)}). ${areCanceled ? canceledLead : changedLead}

${changes.map((change) => formatLine(change, findSlot(change) !== undefined)).join('\n')}

${writeOthers(all.filter(({ id }) => !changedIds.has(id)))}

There may be room elsewhere. Your private link shows what is open, and your sign-ups:

${link}

Questions? Our address is at the bottom of every page.

The tournament crew
`,
    calendar: buildCalendar(calendarEntries, { siteUrl, now, facts, ends: areCanceled }),
  }
}

const canceledLead = `These sign-ups of yours were removed. If
the calendar file in this email does not take them out of your calendar, please do so:`
const changedLead = `This is what you signed up for, as it
is now. The calendar file in this email has the times:`

const nameOfPlan = ({ name, timeSlot }: Plan): string => nameOfSlot({ name, time_slot: timeSlot })

function formatLine({ was, is }: ChangeOfPlan, isOpen: boolean): string {
  if (is === null) return `  - ${was ? nameOfPlan(was) : 'a slot'}${isOpen ? '' : ' (no longer needed)'}`
  if (was === null) return `  - ${nameOfPlan(is)} (it is back)`
  return `  - ${nameOfPlan(is)} (it was ${nameOfPlan(was)})`
}

function writeSubject([first, ...others]: readonly ChangeOfPlan[]): string {
  if (!first || others.length > 0) return 'changed sign-ups'
  const { was, is } = first
  if (is === null) return `without ${was ? nameOfPlan(was) : 'one sign-up'}`
  if (was === null) return `${nameOfPlan(is)} is back`
  return is.timeSlot !== null && is.timeSlot !== was.timeSlot
    ? `${is.name} is at ${clockTime(is.timeSlot)} now`
    : `${nameOfPlan(was)} is ${nameOfPlan(is)} now`
}

function writeOthers(signups: readonly OwnSignup[]): string {
  const names = new Set(signups.map(nameSlot))
  return names.size === 0
    ? 'This address is signed up for nothing else.'
    : `This address is still signed up for:\n\n${[...names].map((name) => `  - ${name}`).join('\n')}`
}
