import { writeVenueMoment } from '../language/venue-clock.ts'
import type { ReminderChange, ReminderKind, ReminderState } from './reminder.ts'

/** The names within a sentence. */
export const nameReminder: Readonly<Record<ReminderKind, string>> = {
  'volunteers-before': 'the reminder to volunteers before the dinner',
  'volunteers-day': 'the reminder to volunteers on the day of the dinner',
  'captains-unpaid': 'the reminder to captains who have not paid',
}

const writeAt = (at: string | null): string => (at === null ? 'its usual time' : writeVenueMoment(new Date(at)))
const writeExtra = (extra: string): string => (extra === '' ? 'nothing' : `“${extra}”`)

/** Describes a change of a reminder, and the state before it. */
export function describeReminder(
  kind: ReminderKind,
  {
    to,
    from,
  }: {
    readonly to: ReminderChange
    readonly from: ReminderChange
  },
): { readonly text: string; readonly was: string } {
  const name = nameReminder[kind]
  const parts = [
    to.paused === undefined
      ? null
      : { text: `${to.paused ? 'paused' : 'resumed'} ${name}`, was: from.paused ? 'paused' : 'planned' },
    to.at === undefined
      ? null
      : { text: `set the time of ${name} to ${writeAt(to.at)}`, was: writeAt(from.at ?? null) },
    to.extra === undefined
      ? null
      : { text: `set the extra line of ${name} to ${writeExtra(to.extra)}`, was: writeExtra(from.extra ?? '') },
  ].flatMap((part) => part ?? [])
  return { text: parts.map(({ text }) => text).join(', and '), was: parts.map(({ was }) => was).join(', ') }
}

const statusWords = { sending: 'being sent', sent: 'sent' } as const

/** `planned, at its usual time, with “Bring a spoon”`. */
export function writeReminder({ at, paused, extra, status }: ReminderState): string {
  const state = status === 'planned' ? `${paused ? 'paused' : 'planned'}, at ${writeAt(at)}` : statusWords[status]
  return extra === '' ? state : `${state}, with ${writeExtra(extra)}`
}
