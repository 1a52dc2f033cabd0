import { roles } from '@ultimate/events/language/roles.ts'
import type { AnnouncementState } from '@ultimate/events/staff/announcement.ts'
import type { PhotoState } from '@ultimate/events/staff/change-photos.ts'
import { type EditionState, factsWith, yearOf } from '@ultimate/events/staff/edition.ts'
import { writeSettings } from '@ultimate/events/staff/edition-words.ts'
import type { MessageState } from '@ultimate/events/staff/message.ts'
import { type RemindersState, reminderKinds, reminderNames } from '@ultimate/events/staff/reminder.ts'
import { writeReminder } from '@ultimate/events/staff/reminder-words.ts'
import type { UnsubscriptionState } from '@ultimate/events/staff/unsubscription.ts'
import type { UserState } from '@ultimate/events/staff/user.ts'
import type { StateSummary } from '../platform/undo.ts'
import type { AccessState } from './write/sign-in/require-second-factor.decider.ts'

export function summarizeAccess({ required }: AccessState): StateSummary {
  return Object.fromEntries(roles.map((role) => [role, required.includes(role) ? 'needs a second factor' : 'chooses']))
}

export function summarizeUser(state: UserState): StateSummary {
  if (state.status !== 'active') return { Account: state.status === 'removed' ? 'removed' : 'none' }
  return { Account: state.role, Name: state.profile.fullName, Address: state.profile.email }
}

export function summarizePhoto(state: PhotoState): StateSummary {
  return state.status === 'shown' ? { Photo: 'shown', Title: state.title } : { Photo: state.status }
}

export function summarizeAnnouncement(state: AnnouncementState): StateSummary {
  if (state.status === 'unknown') return { Announcement: 'none' }
  return { Announcement: state.status === 'in-force' ? 'shown' : 'taken back', Text: state.notice.text }
}

const editionWords = { unstarted: 'first', next: 'started', published: 'published', removed: 'removed' } as const

export function summarizeEdition({ settings, status }: EditionState, stream: string): StateSummary {
  const written = writeSettings(factsWith(yearOf(stream), settings))
  return { Edition: editionWords[status], ...Object.fromEntries(written.map(({ label, value }) => [label, value])) }
}

const messageWords = {
  unknown: 'none',
  waiting: 'waits to be sent',
  cancelled: 'cancelled',
  sending: 'being sent',
  sent: 'sent',
} as const

export const summarizeMessage = ({ status, subject }: MessageState): StateSummary =>
  status === 'unknown' ? { Message: 'none' } : { Message: messageWords[status], Subject: subject }

export const summarizeReminders = (state: RemindersState): StateSummary =>
  Object.fromEntries(reminderKinds.map((kind) => [reminderNames[kind], writeReminder(state[kind])]))

export const summarizeUnsubscription = ({ status }: UnsubscriptionState): StateSummary => ({
  Messages: status === 'unsubscribed' ? 'unsubscribed' : 'come',
})
