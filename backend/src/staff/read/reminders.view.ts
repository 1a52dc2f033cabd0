import { readModel } from '@ultimate/event-store/read-model.ts'
import type { ReminderEvent } from '@ultimate/events/staff/events.ts'
import {
  evolveReminder,
  initialState,
  type ReminderKind,
  type ReminderState,
  type RemindersState,
  yearOfReminders,
} from '@ultimate/events/staff/reminder.ts'
import type { Sql } from 'postgres'

/** A reminder of an edition: its settings and its outcome. There is no row until the first event. */
export type ReminderRow = ReminderState & {
  /** `2025/volunteers-day`. */
  readonly id: string
  /** The year of its edition. */
  readonly edition: string
  readonly kind: ReminderKind
  /** True while it is paused by the site and not by a person. */
  readonly held: boolean
  /** Null until its sending starts. */
  readonly recipients: number | null
  /** Both null until each of its mails has left or failed. */
  readonly sent: number | null
  readonly failed: number | null
  /** The version of the stream, which all reminders of the edition share. */
  readonly version: number
}

export const reminders = readModel<ReminderRow, ReminderEvent>({
  table: 'reminders',
  version: 1,
  category: 'reminders',
  columns: {
    id: { type: 'text' },
    edition: { type: 'text' },
    kind: { type: 'text' },
    at: { type: 'text', nullable: true },
    paused: { type: 'boolean' },
    extra: { type: 'text' },
    status: { type: 'text' },
    held: { type: 'boolean' },
    recipients: { type: 'integer', nullable: true },
    sent: { type: 'integer', nullable: true },
    failed: { type: 'integer', nullable: true },
    version: { type: 'integer' },
  },
  rowsOf: ({ data, metadata }) => `${yearOfReminders(metadata.stream)}/${data.kind}`,
  evolve(row, event) {
    const { type, data, metadata } = event
    const edition = yearOfReminders(metadata.stream)
    const outcome = row ?? { held: false, recipients: null, sent: null, failed: null }
    const changesPause = type === 'ReminderSettingsChanged' && data.to.paused !== undefined
    return {
      ...outcome,
      ...evolveReminder(row, event),
      id: `${edition}/${data.kind}`,
      edition,
      kind: data.kind,
      held: changesPause ? data.to.paused === true && metadata.actor.kind === 'system' : outcome.held,
      ...(type === 'ReminderSendingStarted' && { recipients: data.recipients }),
      ...(type === 'ReminderSent' && { sent: data.sent, failed: data.failed }),
      version: metadata.version,
    }
  },
})

/** Reads the stored reminders of an edition by kind, and the version of their stream. */
export async function readReminders(
  sql: Sql,
  edition: string,
): Promise<{ readonly rows: ReadonlyMap<ReminderKind, ReminderRow>; readonly version: number }> {
  const rows = await sql<ReminderRow[]>`select * from reminders where edition = ${edition}`
  return {
    rows: new Map(rows.map((row) => [row.kind, row])),
    version: Math.max(0, ...rows.map(({ version }) => version)),
  }
}

/** Returns the rows as the state of the decider. */
export const buildState = (rows: ReadonlyMap<ReminderKind, ReminderRow>): RemindersState => ({
  ...initialState(),
  ...Object.fromEntries(rows),
})
