import type { Decider, TimedCommand } from '../language/command.ts'
import { defineErrors } from '../language/domain-error.ts'
import type { AnnouncementEvent } from './events.ts'

/** Degrees of urgency. */
export const announcementLevels = ['info', 'warning'] as const
export type AnnouncementLevel = (typeof announcementLevels)[number]

/** The groups of people that an announcement can be mailed to. */
export const mailGroups = ['captains', 'volunteers'] as const
export type MailGroup = (typeof mailGroups)[number]

/** Maximum characters of an announcement. */
export const maxAnnouncement = 500

export const announcementErrors = /* @__PURE__ */ defineErrors({
  ANNOUNCEMENT_NOT_FOUND: { status: 404, message: 'There is no such announcement.' },
  ANNOUNCEMENT_OVER: { status: 422, message: 'Please choose an end that is still to come.' },
})

/**
 * An announcement as visitors read it. `until` is null where it stays until it is taken back; `at` is when it was first
 * published.
 */
export type Notice = {
  readonly text: string
  readonly level: AnnouncementLevel
  readonly until: string | null
  readonly at: string
}

/** The state that decisions about one announcement need. */
export type AnnouncementState = { status: 'unknown' } | { status: 'in-force' | 'taken-back'; notice: Notice }

export const initialState = (): AnnouncementState => ({ status: 'unknown' })

export function evolve(state: AnnouncementState, event: AnnouncementEvent): AnnouncementState {
  switch (event.type) {
    case 'AnnouncementPublished': {
      const { mail: _, ...notice } = event.data
      return { status: 'in-force', notice }
    }
    case 'AnnouncementTakenBack':
      return state.status === 'unknown' ? state : { ...state, status: 'taken-back' }
    default:
      return state
  }
}

export const announcementStream = (id: string): string => `announcement-${id}`

export const announcementIdOf = (stream: string): string => stream.slice('announcement-'.length)

/** Returns whether an announcement with this end is over at `now`. */
export const isOver = (until: string | null, now: Date): boolean => until !== null && new Date(until) <= now

export type PublishAnnouncement = TimedCommand<
  'PublishAnnouncement',
  Omit<Notice, 'at'> & { readonly mail: MailGroup[] }
>

/**
 * A repeated request has the same id, and publishes nothing a second time, not even after the announcement was taken
 * back.
 */
export function publishAnnouncement(
  { data, metadata }: PublishAnnouncement,
  announcement: AnnouncementState,
): AnnouncementEvent[] {
  if (announcement.status !== 'unknown') return []
  if (isOver(data.until, metadata.now)) rejectEnd()
  return [{ type: 'AnnouncementPublished', data: { ...data, at: metadata.now.toISOString() } }]
}

export const publishAnnouncementDecider: Decider<AnnouncementState, PublishAnnouncement, AnnouncementEvent> = {
  decide: publishAnnouncement,
  evolve,
  initialState,
}

const rejectEnd = (): never =>
  announcementErrors.fail('ANNOUNCEMENT_OVER', { until: announcementErrors.registry.ANNOUNCEMENT_OVER.message })

export type TakeBackAnnouncement = TimedCommand<'TakeBackAnnouncement'>

export function takeBackAnnouncement(_: TakeBackAnnouncement, announcement: AnnouncementState): AnnouncementEvent[] {
  if (announcement.status === 'unknown') return announcementErrors.fail('ANNOUNCEMENT_NOT_FOUND')
  return announcement.status === 'in-force' ? [{ type: 'AnnouncementTakenBack', data: {} }] : []
}

export const takeBackAnnouncementDecider: Decider<AnnouncementState, TakeBackAnnouncement, AnnouncementEvent> = {
  decide: takeBackAnnouncement,
  evolve,
  initialState,
}

export type RestoreAnnouncement = TimedCommand<'RestoreAnnouncement'>

/** Shows an announcement again as it was, without a mail about it. */
export function restoreAnnouncement(
  { metadata }: RestoreAnnouncement,
  announcement: AnnouncementState,
): AnnouncementEvent[] {
  if (announcement.status === 'unknown') return announcementErrors.fail('ANNOUNCEMENT_NOT_FOUND')
  if (announcement.status === 'in-force') return []
  if (isOver(announcement.notice.until, metadata.now)) rejectEnd()
  return [{ type: 'AnnouncementPublished', data: { ...announcement.notice, mail: [] } }]
}

export const restoreAnnouncementDecider: Decider<AnnouncementState, RestoreAnnouncement, AnnouncementEvent> = {
  decide: restoreAnnouncement,
  evolve,
  initialState,
}
