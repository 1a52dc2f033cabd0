import type { Automation } from '@ultimate/event-store/automation.ts'
import { type CommandContext, causedBy } from '@ultimate/event-store/commands.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { ReminderEvent } from '@ultimate/events/staff/events.ts'
import {
  computeTimes,
  finishReminderDecider,
  holdRemindersDecider,
  isDue,
  type ReminderKind,
  reminderKinds,
  remindersStream,
  type StartReminder,
  startReminderDecider,
  yearOfReminders,
} from '@ultimate/events/staff/reminder.ts'
import { sendAs } from '../../platform/commands.ts'
import type { Logger } from '../../platform/logging.ts'
import type { GroupReminder, Platform, Recipient } from '../../platform/module.ts'
import { listEditions } from '../editions.ts'
import { systemContext } from '../first-td.ts'
import { findPeople, readAudience } from '../read/audience.ts'
import { buildState, readReminders } from '../read/reminders.view.ts'
import { countOutcomes, type FailureReason, planningMails, readMails } from './group-mails.query.ts'
import { computeDigest, sendMails } from './group-mails.ts'

type Started = RecordedEvent<Extract<ReminderEvent, { type: 'ReminderSendingStarted' }>>

const name = 'when-reminder-started-then-mail'

export const reminderPrefix = (edition: string, kind: ReminderKind): string => `reminder-${edition}-${kind}-`

/** Finds the group and the mail of this kind of reminder, as a module defines them. */
export const findGroupReminder = (
  { modules }: Pick<Platform, 'modules'>,
  kind: ReminderKind,
): GroupReminder | undefined =>
  modules()
    .flatMap(({ reminders }) => reminders?.[kind] ?? [])
    .at(0)

/** Reads the people whom this kind of reminder is for now, by the digest of their mailbox. */
export async function readRemindedPeople(
  platform: Pick<Platform, 'modules' | 'configuration'>,
  kind: ReminderKind,
): Promise<ReadonlyMap<string, Recipient>> {
  const groupReminder = findGroupReminder(platform, kind)
  if (!groupReminder) return new Map()
  const people = findPeople(await readAudience(platform.modules()), [groupReminder.group])
  return new Map(people.map((one) => [computeDigest(one.address, platform.configuration.authSecret), one]))
}

/** Stores the start of the sending together with the waiting mails, one for each person of the group. */
export async function startReminder(
  platform: Platform,
  {
    kind,
    by,
    expectedVersion,
  }: Pick<StartReminder['data'], 'kind' | 'by'> & { readonly expectedVersion?: number | undefined },
  context: CommandContext,
): Promise<void> {
  const { commands, current, facts } = platform
  const { edition = current.edition } = context
  const [people, settings] = await Promise.all([readRemindedPeople(platform, kind), facts(edition)])
  const prefix = reminderPrefix(edition, kind)
  const plannedMails = [...people].map(([digest, { of }]) => ({ id: `${prefix}${digest}`, recipient: of }))
  await sendAs(commands, context)(
    startReminderDecider,
    remindersStream(edition),
    { type: 'StartReminder', data: { kind, by, facts: settings, recipients: people.size } },
    { expectedVersion, writes: [planningMails(plannedMails, context.now)] },
  )
}

/** Sends one mail to each mailbox, except to people who need no reminder by then. */
export function whenReminderStartedThenMail(platform: Platform): Automation {
  const { clock, commands, sql } = platform
  return {
    name,
    on: ['ReminderSendingStarted'] satisfies ReminderEvent['type'][],
    handle: async (recorded) => {
      const { data, metadata } = recorded as Started
      const { kind } = data
      const edition = yearOfReminders(metadata.stream)
      const prefix = reminderPrefix(edition, kind)
      await mailAll(platform, edition, kind)
      const send = sendAs(commands, causedBy(recorded, name, clock.now()))
      const outcome = { kind, ...countOutcomes(await readMails(sql, prefix)) }
      await send(finishReminderDecider, metadata.stream, { type: 'FinishReminder', data: outcome })
    },
  }
}

async function mailAll(platform: Platform, edition: string, kind: ReminderKind): Promise<void> {
  const { clock, facts, sql } = platform
  const recipients = await readRemindedPeople(platform, kind)
  const { rows } = await readReminders(sql, edition)
  const extra = rows.get(kind)?.extra ?? ''
  // Without a time, as of a fee without a deadline, every mail is too late.
  const until = computeTimes(kind, await facts(edition))?.until ?? new Date(0)
  const compose = async (digest: string): Promise<Composed | FailureReason> => {
    if (clock.now() >= until) return 'late'
    const address = recipients.get(digest)?.address ?? ''
    return (await findGroupReminder(platform, kind)?.mailTo(address, extra)) ?? 'left'
  }
  await sendMails(platform, { prefix: reminderPrefix(edition, kind), recipients, compose, failures: 'list' })
}

type Composed = NonNullable<Awaited<ReturnType<GroupReminder['mailTo']>>>

const lookEveryMs = 10_000

/** Starts reminders when their time comes. Returns how to stop. */
export function remindWhenDue(platform: Platform, logger: Logger): () => void {
  const startDue = () =>
    startDueReminders(platform).catch((err: unknown) => logger.warn({ err }, 'Due reminders could not be started'))
  const timer = setInterval(startDue, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Starts the reminders that are due. If several backends look at once, only one of them starts a reminder. */
export async function startDueReminders(platform: Platform): Promise<void> {
  for (const kind of await listDue(platform))
    await startReminder(platform, { kind, by: 'time' }, systemContext(platform, 'reminders'))
}

export async function listDue({ sql, current, facts, clock }: Platform): Promise<ReminderKind[]> {
  const { edition } = current
  const [{ rows }, settings] = await Promise.all([readReminders(sql, edition), facts(edition)])
  const state = buildState(rows)
  return reminderKinds.filter((kind) => isDue(kind, state[kind], settings, clock.now()))
}

/**
 * Pauses, after a backup was restored, the unsent reminders of the current and the next edition, because they may have
 * been sent since the backup was made. Returns their number.
 */
export async function holdRemindersAfterRestore(platform: Platform): Promise<number> {
  const send = sendAs(platform.commands, systemContext(platform, 'npm run restore'))
  const editions = (await listEditions(platform)).filter(({ state }) => state !== 'past')
  let count = 0
  for (const { year } of editions) {
    const { events } = await send(holdRemindersDecider, remindersStream(year), { type: 'HoldReminders', data: {} })
    count += events.length
  }
  return count
}
