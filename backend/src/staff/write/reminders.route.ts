import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import {
  changeReminderDecider,
  computeTimes,
  dueTimes,
  initialState,
  isMissed,
  isReminderKind,
  type ReminderKind,
  type ReminderState,
  reminderErrors,
  reminderKinds,
  remindersStream,
} from '@ultimate/events/staff/reminder.ts'
import { type Reminder, reminderApi } from '@ultimate/events/staff/reminder-api.ts'
import { commandRoute } from '../../platform/commands.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform, Recipient } from '../../platform/module.ts'
import { type GroupMail, readMails } from '../mails/group-mails.query.ts'
import { findGroupReminder, readRemindedPeople, reminderPrefix, startReminder } from '../mails/reminder.mail.ts'
import { findPeople, readAudience } from '../read/audience.ts'
import { type ReminderRow, readReminders } from '../read/reminders.view.ts'
import { listFailures, mapNames } from './messages.route.ts'

export const reminderRoutes = (platform: Platform): Route[] => [
  remindersRoute(platform),
  reminderSampleRoute(platform),
  changeReminderRoute(platform),
  sendReminderRoute(platform),
]

function remindersRoute(platform: Platform): Route {
  return route(reminderApi.listReminders, async () => {
    const { reminders, version } = await listReminders(platform)
    return { status: 200, body: { reminders }, version, content: reminders }
  })
}

/** Serves the mail to the first person as a sample, without what only that person may open. */
function reminderSampleRoute(platform: Platform): Route {
  const { sql, current } = platform
  return route(reminderApi.readReminderSample, async ({ params }) => {
    const kind = parseKind(params.kind)
    const [people, { rows }] = await Promise.all([
      readRemindedPeople(platform, kind),
      readReminders(sql, current.edition),
    ])
    const [first] = people.values()
    const mail = first && (await findGroupReminder(platform, kind)?.mailTo(first.address, rows.get(kind)?.extra ?? ''))
    const sample = mail ? { subject: mail.subject, text: mail.text.replaceAll(/^(https?:[^\s#]*#).*$/gm, '$1…') } : null
    return { status: 200, body: { sample } }
  })
}

async function present(platform: Platform, kind: ReminderKind) {
  const { reminders, version } = await listReminders(platform)
  const reminder = reminders.find((one) => one.kind === kind)
  if (!reminder) throw new Error(`There is no reminder ${kind}`)
  return { body: { reminder }, version }
}

function changeReminderRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    reminderApi.changeReminder,
    async ({ params, body }, { send, current, expectedVersion }) => {
      const kind = parseKind(params.kind)
      const at = body.at && { at: new Date(body.at).toISOString() }
      const data = { kind, settings: { ...body, ...at }, facts: await current.facts() }
      const stream = remindersStream(current.edition)
      await send(changeReminderDecider, stream, { type: 'ChangeReminder', data }, { expectedVersion })
      return { status: 200, ...(await present(platform, kind)) }
    },
    { answerIfStale: async ({ params }) => ({ status: 200, ...(await present(platform, parseKind(params.kind))) }) },
  )
}

function sendReminderRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    reminderApi.sendReminder,
    async ({ params }, { commandContext: context, expectedVersion }) => {
      const kind = parseKind(params.kind)
      await startReminder(platform, { kind, by: 'hand', expectedVersion }, context)
      return { status: 202, ...(await present(platform, kind)) }
    },
    { answerIfStale: async ({ params }) => ({ status: 202, ...(await present(platform, parseKind(params.kind))) }) },
  )
}

/** @throws DomainError where there is no such kind */
const parseKind = (kind: string): ReminderKind =>
  isReminderKind(kind) ? kind : reminderErrors.fail('REMINDER_NOT_FOUND')

/** Lists the reminders of the current edition, in the order of {@link reminderKinds}; the version is that of all. */
async function listReminders(
  platform: Platform,
): Promise<{ readonly reminders: Reminder[]; readonly version: number }> {
  const { sql, modules, current, facts, clock } = platform
  const { edition } = current
  const [settings, { rows, version }, audience, mails] = await Promise.all([
    facts(edition),
    readReminders(sql, edition),
    readAudience(modules()),
    readMails(sql, `reminder-${edition}-`),
  ])
  const reminders = reminderKinds.map((kind) => {
    const group = findGroupReminder(platform, kind)?.group ?? ''
    return buildReminder(kind, rows.get(kind), {
      facts: settings,
      now: clock.now(),
      people: findPeople(audience, [group]).length,
      mails: mails.filter(({ id }) => id.startsWith(reminderPrefix(edition, kind))),
      audience,
    })
  })
  return { reminders, version }
}

interface Circumstances {
  readonly facts: FactsOfYear
  readonly now: Date
  /** The number of people who would get it now. */
  readonly people: number
  readonly mails: readonly GroupMail[]
  readonly audience: readonly Recipient[]
}

function buildReminder(kind: ReminderKind, row: ReminderRow | undefined, circumstances: Circumstances): Reminder {
  const { facts, people, mails, audience } = circumstances
  const state = row ?? initialState()[kind]
  const failures = listFailures(mails, mapNames(audience))
  return {
    kind,
    at: dueTimes(kind, state, facts)?.from.toISOString() ?? null,
    usual_at: computeTimes(kind, facts)?.at.toISOString() ?? null,
    recipients: row?.recipients ?? people,
    state: state.status === 'planned' ? (state.paused ? 'paused' : 'planned') : 'sent',
    extra: state.extra,
    note: writeNote(kind, state, circumstances, row?.held ?? false),
    sent: row?.sent ?? mails.filter((mail) => mail.state === 'sent').length,
    failed: row?.failed ?? failures.length,
    failures,
  }
}

function writeNote(
  kind: ReminderKind,
  state: ReminderState,
  { facts, now, people }: Circumstances,
  isHeld: boolean,
): string | null {
  if (state.status === 'sending') return 'Its emails are being sent now.'
  if (state.status === 'sent') return null
  const times = computeTimes(kind, facts)
  if (times === null) return 'There is nothing to remind of: the settings have no fee with a deadline.'
  if (now >= times.until) return 'It was not sent, and now it is too late.'
  if (state.paused && isHeld)
    return 'The site was restored from a backup. Resume this only if it was not sent since the backup was made.'
  if (isMissed(kind, state, facts, now))
    return 'It was not sent at its time: the reminder was paused, no one was in the group, or the site was down. Send it now, or set another time.'
  return people === 0 ? 'No one would get it now.' : null
}
