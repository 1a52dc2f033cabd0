import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import { reminderChange } from '@ultimate/events/staff/reminder-api.ts'
import { firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { localInput, parseMoment } from '../../audit/filter/audit-filter.ts'

/** What the form of one reminder holds. */
export interface ReminderDraft {
  /** As an `<input type="datetime-local">` has it, by the clock at the venue; empty for the usual time. */
  readonly at: string
  readonly extra: string
}

export const reminderFields = ['at', 'extra'] as const

export const toDraft = ({ at, extra }: Pick<Reminder, 'at' | 'extra'>): ReminderDraft => ({
  at: localInput(at ?? ''),
  extra,
})

/** As the server takes it. The usual time is none of its own, so that it goes on to follow the dates. */
export const toChange = ({ at, extra }: ReminderDraft, usual: string | null) => ({
  at: at === '' || at === localInput(usual ?? '') ? null : parseMoment(at),
  extra,
})

export const reminderMachine = formMachine<ReminderDraft, { readonly key: string }>({
  id: 'change-reminder',
  fields: reminderFields,
  empty: { at: '', extra: '' },
  // By the schema that the server uses.
  findErrors: (draft) => firstIssues(reminderFields, reminderChange.safeParse(toChange(draft, null))),
  failed: 'Failed to change the reminder',
})
