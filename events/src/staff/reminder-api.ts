import { z } from 'zod'
import { endpoint } from '../language/endpoint.ts'
import { sentMoment } from '../language/moment.ts'
import { adminOrTd, tdOnly } from '../language/roles.ts'
import { line } from '../language/text/text.ts'
import { maxExtra, reminderKinds } from './reminder.ts'

/** Kinds that do not exist are answered by the route, with 404. */
const params = z.strictObject({ kind: z.string().max(100) })

export const reminderChange = z
  .strictObject({
    /** Null for the usual time. */
    at: sentMoment('Please enter a date and a time.').nullable(),
    paused: z.boolean(),
    extra: line(maxExtra),
  })
  .partial()

export const reminder = z.strictObject({
  kind: z.enum(reminderKinds),
  /** Null where there is nothing to remind of. */
  at: z.iso.datetime().nullable(),
  /** The time unless a TD sets another one. */
  usual_at: z.iso.datetime().nullable(),
  /** The number of people who would get the reminder now; once it was sent, of those who were to get it. */
  recipients: z.int(),
  state: z.enum(['planned', 'sent', 'paused']),
  extra: z.string(),
  /** A sentence that adds what the state alone does not show. */
  note: z.string().nullable(),
  /** The numbers of emails that were sent and that failed, also while others wait. */
  sent: z.int(),
  failed: z.int(),
  /** The failures without addresses: people are named as staff know them. */
  failures: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
})
export type Reminder = z.infer<typeof reminder>

const sample = z.strictObject({ subject: z.string(), text: z.string() })

const errors = ['REMINDER_NOT_FOUND', 'REMINDER_SENT'] as const

export const reminderApi = {
  listReminders: endpoint({
    method: 'GET',
    path: '/api/reminders',
    summary: 'List the reminders of the current edition: when each is sent, to how many people, and what became of it',
    allow: adminOrTd,
    answers: { 200: z.strictObject({ reminders: z.array(reminder) }) },
    personal: true,
  }),
  readReminderSample: endpoint({
    method: 'GET',
    path: '/api/reminders/{kind}/sample',
    summary: 'Read one email of a reminder as it would be sent now; null where no one would get it',
    allow: adminOrTd,
    params,
    answers: { 200: z.strictObject({ sample: sample.nullable() }) },
    errors: ['REMINDER_NOT_FOUND'],
    personal: true,
  }),
  changeReminder: endpoint({
    method: 'PUT',
    path: '/api/reminders/{kind}',
    summary: 'Set when a reminder is sent, pause it, or add a line to its emails',
    allow: tdOnly,
    params,
    body: reminderChange,
    answers: { 200: z.strictObject({ reminder }) },
    errors: [...errors, 'STALE'],
  }),
  sendReminder: endpoint({
    method: 'POST',
    path: '/api/reminders/{kind}/send',
    summary: 'Send a reminder now, once to each address',
    allow: tdOnly,
    params,
    answers: { 202: z.strictObject({ reminder }) },
    errors: [...errors, 'REMINDER_WITHOUT_DEADLINE', 'REMINDER_TOO_LATE', 'NO_RECIPIENTS', 'STALE'],
  }),
}
