import type { AnnouncementLevel, MailGroup } from '@ultimate/events/staff/announcement.ts'
import { newAnnouncement } from '@ultimate/events/staff/announcement-api.ts'
import { firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { parseMoment } from '../audit/audit-filter.ts'

export interface AnnouncementDraft {
  readonly text: string
  readonly level: AnnouncementLevel
  /** The value of an `<input type="datetime-local">`, in venue time; empty without an end. */
  readonly until: string
  readonly captains: boolean
  readonly volunteers: boolean
}

export const emptyAnnouncement: AnnouncementDraft = {
  text: '',
  level: 'info',
  until: '',
  captains: false,
  volunteers: false,
}

export const announcementFields = ['text', 'level', 'until'] as const satisfies readonly (keyof AnnouncementDraft)[]

/** Returns the groups that it is mailed to. */
export const listGroups = ({ captains, volunteers }: Pick<AnnouncementDraft, MailGroup>): MailGroup[] => [
  ...(captains ? (['captains'] as const) : []),
  ...(volunteers ? (['volunteers'] as const) : []),
]

/** The draft as the server takes it. */
export const toAnnouncement = ({ text, level, until, ...groups }: AnnouncementDraft) => ({
  text,
  level,
  until: until === '' ? null : parseMoment(until),
  mail: listGroups(groups),
})

/** A new announcement from the empty form to the idempotency key under which it was published. */
export const publishAnnouncementMachine = formMachine<AnnouncementDraft, { readonly key: string }>({
  id: 'publish-announcement',
  fields: announcementFields,
  empty: emptyAnnouncement,
  // The server uses the same schema.
  findErrors: (draft) => firstIssues(announcementFields, newAnnouncement.safeParse(toAnnouncement(draft))),
  failed: 'Failed to publish the announcement',
})
