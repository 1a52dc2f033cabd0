import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import { reminderChange } from '@ultimate/events/staff/reminder-api.ts'
import { firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { localInput, parseMoment } from '../audit/audit-filter.ts'

export interface ReminderDraft {
  /** The value of an `<input type="datetime-local">`, in venue time; empty for the usual time. */
  readonly at: string
  readonly extra: string
}

export const reminderFields = ['at', 'extra'] as const

export const toDraft = ({ at, extra }: Pick<Reminder, 'at' | 'extra'>): ReminderDraft => ({
  at: localInput(at ?? ''),
  extra,
})

/** Returns the body of the request. The usual time is sent as null, so that it still follows changes of the dates. */
export const toChange = ({ at, extra }: ReminderDraft, usual: string | null) => ({
  at: at === '' || at === localInput(usual ?? '') ? null : parseMoment(at),
  extra,
})

export const reminderMachine = formMachine<ReminderDraft, { readonly key: string }>({
  id: 'change-reminder',
  fields: reminderFields,
  empty: { at: '', extra: '' },
  // The server uses the same schema.
  findErrors: (draft) => firstIssues(reminderFields, reminderChange.safeParse(toChange(draft, null))),
  failed: 'Failed to change the reminder',
})
