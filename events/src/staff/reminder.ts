import type { Decider, TimedCommand } from '../language/command.ts'
import { defineErrors } from '../language/domain-error.ts'
import type { FactsOfYear } from '../language/edition-facts.ts'
import { momentAtVenue } from '../language/venue-clock.ts'
import { editErrors } from '../platform/errors.ts'
import type { ReminderEvent } from './events.ts'
import { refuseGroups } from './message.ts'

export const reminderKinds = ['volunteers-before', 'volunteers-day', 'captains-unpaid'] as const
export type ReminderKind = (typeof reminderKinds)[number]

export const isReminderKind = (kind: string): kind is ReminderKind =>
  (reminderKinds as readonly string[]).includes(kind)

/** The recipients of each kind, as people call them. */
export const reminderNames: Readonly<Record<ReminderKind, string>> = {
  'volunteers-before': 'Volunteers, before the dinner',
  'volunteers-day': 'Volunteers, on the day',
  'captains-unpaid': 'Captains who have not paid',
}

/** Maximum characters of the extra line. */
export const maxExtra = 300

export const reminderErrors = /* @__PURE__ */ defineErrors({
  REMINDER_NOT_FOUND: { status: 404, message: 'There is no such reminder.' },
  REMINDER_SENT: { status: 409, message: 'This reminder has been sent. Everyone gets it once.' },
  REMINDER_WITHOUT_DEADLINE: {
    status: 409,
    message: 'There is nothing to remind of: the settings have no fee with a deadline.',
  },
  REMINDER_TOO_LATE: { status: 409, message: 'It is too late for this reminder: what it reminds of has begun.' },
})

/** The settings of one reminder that a director chooses. */
export interface ReminderSettings {
  /** Null for the usual time, which follows from the dates of the edition. */
  readonly at: string | null
  readonly paused: boolean
  /** The words of staff that are added to each email; may be empty. */
  readonly extra: string
}

/** The settings to change; those that are absent stay. */
export type ReminderChange = { readonly [K in keyof ReminderSettings]?: ReminderSettings[K] | undefined }

export interface ReminderState extends ReminderSettings {
  readonly status: 'planned' | 'sending' | 'sent'
}

/** The state that decisions about the reminders of an edition need. */
export type RemindersState = Readonly<Record<ReminderKind, ReminderState>>

const initialReminder: ReminderState = { at: null, paused: false, extra: '', status: 'planned' }

export const initialState = (): RemindersState => ({
  'volunteers-before': initialReminder,
  'volunteers-day': initialReminder,
  'captains-unpaid': initialReminder,
})

/** Returns one reminder after an event about it. `current` is null before its first event. */
export function evolveReminder(current: ReminderState | null, event: ReminderEvent): ReminderState {
  const state = current ?? initialReminder
  switch (event.type) {
    case 'ReminderSettingsChanged':
      return change(state, event.data.to)
    case 'ReminderSendingStarted':
      return { ...state, status: 'sending' }
    case 'ReminderSent':
      return { ...state, status: 'sent' }
    default:
      return state
  }
}

const change = (state: ReminderState, { at, paused, extra }: ReminderChange): ReminderState => ({
  ...state,
  at: at === undefined ? state.at : at,
  paused: paused ?? state.paused,
  extra: extra ?? state.extra,
})

export function evolve(state: RemindersState, event: ReminderEvent): RemindersState {
  const { kind } = event.data
  return { ...state, [kind]: evolveReminder(state[kind], event) }
}

export const remindersStream = (year: number | string): string => `reminders-${year}`

export const yearOfReminders = (stream: string): string => stream.slice('reminders-'.length)

/** The usual time of a reminder, and the moment from which on it is of no use. */
export interface ReminderTimes {
  readonly at: Date
  readonly until: Date
}

/** Times of day at the venue. */
const usualTime = '09:00'
const lastTime = '23:59'

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

/** Computes the times from the dates of the edition; null where there is nothing to remind of. */
export function computeTimes(kind: ReminderKind, facts: FactsOfYear): ReminderTimes | null {
  const { first_day: day, fee, fee_deadline: deadline, dinner } = facts
  if (kind === 'captains-unpaid') {
    if (deadline === null || fee === '') return null
    return { at: momentAtVenue(daysBefore(deadline, 7), usualTime), until: momentAtVenue(deadline, lastTime) }
  }
  const daysAhead = kind === 'volunteers-before' ? 2 : 0
  return { at: momentAtVenue(daysBefore(day, daysAhead), usualTime), until: momentAtVenue(day, dinner.starts) }
}

/** For this long after its time a reminder is still sent automatically, such as after the site was down. */
const dueForMs = 12 * 60 * 60_000

/** Returns when a reminder is sent automatically: from `from` on, before `to`. Null if there is nothing to remind of. */
export function dueTimes(
  kind: ReminderKind,
  { at }: Pick<ReminderSettings, 'at'>,
  facts: FactsOfYear,
): { readonly from: Date; readonly to: Date } | null {
  const usual = computeTimes(kind, facts)
  if (usual === null) return null
  const from = at === null ? usual.at : new Date(at)
  return { from, to: new Date(Math.min(from.getTime() + dueForMs, usual.until.getTime())) }
}

/** Returns whether a reminder is to be sent automatically now. */
export function isDue(kind: ReminderKind, reminder: ReminderState, facts: FactsOfYear, now: Date): boolean {
  const dueTime = dueTimes(kind, reminder, facts)
  return (
    reminder.status === 'planned' && !reminder.paused && dueTime !== null && dueTime.from <= now && now < dueTime.to
  )
}

/** Lists the reminders that would become due at once with the new facts. */
export const listNewlyDue = (
  state: RemindersState,
  { before, after }: { readonly before: FactsOfYear; readonly after: FactsOfYear },
  now: Date,
): ReminderKind[] =>
  reminderKinds.filter((kind) => isDue(kind, state[kind], after, now) && !isDue(kind, state[kind], before, now))

/** Returns whether a reminder was not sent in time, so that only a person can send it or set another time. */
export function isMissed(kind: ReminderKind, reminder: ReminderState, facts: FactsOfYear, now: Date): boolean {
  const dueTime = dueTimes(kind, reminder, facts)
  return reminder.status === 'planned' && dueTime !== null && now >= dueTime.to
}

export type ChangeReminder = TimedCommand<
  'ChangeReminder',
  { readonly kind: ReminderKind; readonly settings: ReminderChange; readonly facts: FactsOfYear }
>

/** Stores each difference with the value before. */
export function changeReminder({ data, metadata }: ChangeReminder, state: RemindersState): ReminderEvent[] {
  const { kind, settings, facts } = data
  const reminder = state[kind]
  const changedEntries = Object.entries(settings).filter(
    ([key, value]) => value !== undefined && value !== reminder[key as keyof ReminderSettings],
  )
  if (changedEntries.length === 0) return []
  if (reminder.status !== 'planned') reminderErrors.fail('REMINDER_SENT')
  const to = Object.fromEntries(changedEntries) as ReminderChange
  const mistake = to.at ? findMistake(new Date(to.at), computeTimes(kind, facts), metadata.now) : null
  if (mistake !== null) editErrors.fail('INVALID_FIELDS', { at: mistake })
  const from = Object.fromEntries(changedEntries.map(([key]) => [key, reminder[key as keyof ReminderSettings]]))
  return [{ type: 'ReminderSettingsChanged', data: { kind, to, from: from as ReminderChange } }]
}

/** Returns why a reminder cannot be set to this time; null if it can. */
function findMistake(at: Date, times: ReminderTimes | null, now: Date): string | null {
  if (times === null) return reminderErrors.registry.REMINDER_WITHOUT_DEADLINE.message
  if (at <= now) return 'This time has passed. Please choose a later one.'
  return at < times.until ? null : 'What it reminds of has begun by then. Please choose an earlier time.'
}

export const changeReminderDecider: Decider<RemindersState, ChangeReminder, ReminderEvent> = {
  decide: changeReminder,
  evolve,
  initialState,
}

export type StartReminder = TimedCommand<
  'StartReminder',
  {
    readonly kind: ReminderKind
    readonly facts: FactsOfYear
    readonly recipients: number
    /** `time`: it is due by the clock; `hand`: a person sends it. */
    readonly by: 'time' | 'hand'
  }
>

/** Runs once, before the first email leaves. If it cannot be sent, the clock does nothing, and a person gets an error. */
export function startReminder({ data, metadata }: StartReminder, state: RemindersState): ReminderEvent[] {
  const { kind, facts, recipients, by } = data
  const startedEvent: ReminderEvent = { type: 'ReminderSendingStarted', data: { kind, recipients } }
  if (by === 'time') return isDue(kind, state[kind], facts, metadata.now) && recipients > 0 ? [startedEvent] : []
  const times = computeTimes(kind, facts)
  if (state[kind].status !== 'planned') reminderErrors.fail('REMINDER_SENT')
  if (times === null) return reminderErrors.fail('REMINDER_WITHOUT_DEADLINE')
  if (metadata.now >= times.until) reminderErrors.fail('REMINDER_TOO_LATE')
  if (recipients === 0) refuseGroups()
  return [startedEvent]
}

export const startReminderDecider: Decider<RemindersState, StartReminder, ReminderEvent> = {
  decide: startReminder,
  evolve,
  initialState,
}

export type FinishReminder = TimedCommand<
  'FinishReminder',
  { readonly kind: ReminderKind; readonly sent: number; readonly failed: number }
>

/** Runs once each of its emails has left or failed. */
export function finishReminder({ data }: FinishReminder, state: RemindersState): ReminderEvent[] {
  return state[data.kind].status === 'sending' ? [{ type: 'ReminderSent', data }] : []
}

export const finishReminderDecider: Decider<RemindersState, FinishReminder, ReminderEvent> = {
  decide: finishReminder,
  evolve,
  initialState,
}

export type HoldReminders = TimedCommand<'HoldReminders'>

/**
 * Pauses all reminders after a restore, because no one knows which were sent since the backup was made: a person
 * decides. Reminders that were paused in the backup get an event too, because they may have been resumed after it.
 */
export function holdReminders(_: HoldReminders, state: RemindersState): ReminderEvent[] {
  return reminderKinds
    .filter((kind) => state[kind].status === 'planned')
    .map((kind) => ({
      type: 'ReminderSettingsChanged',
      data: { kind, to: { paused: true }, from: { paused: state[kind].paused } },
    }))
}

export const holdRemindersDecider: Decider<RemindersState, HoldReminders, ReminderEvent> = {
  decide: holdReminders,
  evolve,
  initialState,
}
