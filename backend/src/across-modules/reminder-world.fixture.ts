import { PermanentError } from '@ultimate/event-store/automation.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import type { ReminderEvent } from '@ultimate/events/staff/events.ts'
import { changeReminderDecider, type ReminderKind, remindersStream } from '@ultimate/events/staff/reminder.ts'
import type { Sql } from 'postgres'
import type { Mail } from '../platform/mail.ts'
import type { GroupReminder, Module, Platform } from '../platform/module.ts'
import { systemContext } from '../staff/first-td.ts'
import { startDueReminders, startReminder, whenReminderStartedThenMail } from '../staff/mails/reminder.mail.ts'
import { type Arrivals, type Fate, noteArrival, type Person, type World } from './reminder-histories.fixture.ts'

const toEmail = (person: string): string => `${person}@example.org`
const parsePerson = (address: string): Person => address.slice(0, address.indexOf('@')) as Person

/** The site's own code on its database, with people and a mail server of the history's own. It has an edition for itself. */
export function realWorld(
  { platform: site, sql: owner }: { readonly platform: Platform; readonly sql: Sql },
  facts: FactsOfYear,
  arrivals: Arrivals,
): World {
  const edition = String(facts.year)
  const stream = remindersStream(edition)
  const isIn = new Set<Person>()
  let isReplayed = false

  const reminding = (group: string): GroupReminder => ({
    group,
    mailTo: async (address) => (isIn.has(parsePerson(address)) ? { subject: 'A reminder', text: 'Come!' } : null),
  })
  const groups = ['volunteers', 'captains:unpaid']
  const knowing = {
    listRecipients: async () =>
      [...isIn].map((person) => ({ address: toEmail(person), name: person, of: person, groups })),
    reminders: {
      'volunteers-before': reminding('volunteers'),
      'volunteers-day': reminding('volunteers'),
      'captains-unpaid': reminding('captains:unpaid'),
    },
  } as Partial<Module> as Module

  const at = (now: Date, mailer = site.mailer): Platform => ({
    ...site,
    current: { sql: site.sql, edition, facts: async () => facts },
    facts: async () => facts,
    clock: { now: () => now },
    modules: () => [knowing],
    mailer,
  })

  /** A backend that ends never comes back to what it was doing. */
  function mailServer(kind: ReminderKind, nextFate: () => Fate, end: () => void) {
    let hasEnded = false
    const send = async ({ to }: Mail): Promise<'sent'> => {
      const fate = hasEnded ? 'ends before' : nextFate()
      const person = parsePerson(to)
      if (fate === 'refused') throw new PermanentError('The mail server answered 550')
      if (fate !== 'ends before') noteArrival(arrivals, kind, person, isIn.has(person))
      if (fate === 'arrives') return 'sent'
      hasEnded = true
      end()
      return new Promise(() => {})
    }
    return { send }
  }

  const unlessRefused = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
    })

  return {
    join: async (person) => void isIn.add(person),
    cancel: async (person) => void isIn.delete(person),
    look: (_, now) => startDueReminders(at(now)),
    lookTogether: async (now) => void (await Promise.all([1, 2, 3].map(() => startDueReminders(at(now))))),
    sendByHand: async (kind, now) => {
      const platform = at(now)
      await unlessRefused(startReminder(platform, { kind, by: 'hand' }, systemContext(platform, 'a director')))
    },
    set: async (kind, settings, now) => {
      const command = { type: 'ChangeReminder', data: { kind, settings, facts }, metadata: { now } } as const
      const context = systemContext(at(now), 'a director')
      await unlessRefused(site.commands.handle(changeReminderDecider, { stream, command }, context))
    },
    mail: async (kind, now, nextFate) => {
      const events = await site.log.read({
        stream,
        types: ['ReminderSendingStarted'] satisfies ReminderEvent['type'][],
      })
      const event = events.find(({ data }) => (data as { kind: string }).kind === kind)
      if (!event) return
      const ended = Promise.withResolvers<void>()
      const mailer = mailServer(kind, nextFate, ended.resolve)
      const automation = whenReminderStartedThenMail(at(now, mailer))
      if ('handle' in automation) await Promise.race([automation.handle(event), ended.promise])
    },
    replay: async () => {
      if (isReplayed) return
      isReplayed = true
      const { differences } = await rebuild({ sql: owner, modules: site.modules(), apply: true })
      if (differences.length > 0) throw new Error('Rows differ after a replay')
    },
    isHeld: async () => false,
  }
}
