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

/** Returns the groups that get the announcement by email. */
export const listGroups = ({ captains, volunteers }: Pick<AnnouncementDraft, MailGroup>): MailGroup[] => [
  ...(captains ? (['captains'] as const) : []),
  ...(volunteers ? (['volunteers'] as const) : []),
]

/** Returns the draft as the body of `POST /api/announcements`. */
export const toAnnouncement = ({ text, level, until, ...groups }: AnnouncementDraft) => ({
  text,
  level,
  until: until === '' ? null : parseMoment(until),
  mail: listGroups(groups),
})

/** The form for a new announcement. Its value is the idempotency key of the request that published it. */
export const publishAnnouncementMachine = formMachine<AnnouncementDraft, { readonly key: string }>({
  id: 'publish-announcement',
  fields: announcementFields,
  empty: emptyAnnouncement,
  // The server uses the same schema.
  findErrors: (draft) => firstIssues(announcementFields, newAnnouncement.safeParse(toAnnouncement(draft))),
  failed: 'Failed to publish the announcement',
})
