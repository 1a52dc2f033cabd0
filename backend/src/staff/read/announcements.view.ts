import { readModel } from '@ultimate/event-store/read-model.ts'
import {
  type AnnouncementLevel,
  announcementErrors,
  announcementIdOf,
  type MailGroup,
} from '@ultimate/events/staff/announcement.ts'
import type { Announcement } from '@ultimate/events/staff/announcement-api.ts'
import type { AnnouncementEvent } from '@ultimate/events/staff/events.ts'
import type { Configuration } from '../../platform/configuration/configuration.ts'
import type { Platform } from '../../platform/module.ts'

/** An announcement that was published and not taken back, also after its end. */
export type AnnouncementRow = {
  readonly id: string
  readonly text: string
  readonly level: AnnouncementLevel
  /** Null where it stays until it is taken back. */
  readonly until: Date | null
  readonly mail: readonly MailGroup[]
  readonly at: Date
  /** The year of its weekend. */
  readonly edition: string
}

export const announcements = readModel<AnnouncementRow, AnnouncementEvent>({
  table: 'announcements',
  version: 1,
  category: 'announcement',
  columns: {
    id: { type: 'uuid' },
    text: { type: 'text' },
    level: { type: 'text' },
    until: { type: 'timestamptz', nullable: true },
    mail: { type: 'jsonb' },
    at: { type: 'timestamptz' },
    edition: { type: 'text' },
  },
  rowsOf: ({ metadata }) => announcementIdOf(metadata.stream),
  evolve(row, { type, data, metadata }) {
    if (type === 'AnnouncementTakenBack') return null
    if (type !== 'AnnouncementPublished') return row
    const { text, level, until, mail, at } = data
    return {
      id: announcementIdOf(metadata.stream),
      text,
      level,
      until: until === null ? null : new Date(until),
      mail,
      at: new Date(at),
      edition: metadata.edition,
    }
  },
})

type AnnouncementSource = Pick<Platform, 'sql' | 'configuration' | 'current'>

/** Lists the announcements of this edition until they end: warnings first, then the newest first. */
export async function listAnnouncements(platform: AnnouncementSource, now: Date): Promise<Announcement[]> {
  const { sql, edition } = platform.current
  const rows = await sql<AnnouncementRow[]>`
    select * from announcements where edition = ${edition} and (until is null or until > ${now})
    order by level = 'warning' desc, at desc, id`
  return rows.map((row) => buildAnswer(row, platform.configuration))
}

/** @throws ANNOUNCEMENT_NOT_FOUND where it was taken back */
export async function readAnnouncement({ sql, configuration }: AnnouncementSource, id: string): Promise<Announcement> {
  const [row] = await sql<AnnouncementRow[]>`select * from announcements where id = ${id}`
  return row ? buildAnswer(row, configuration) : announcementErrors.fail('ANNOUNCEMENT_NOT_FOUND')
}

function buildAnswer(
  { id, text, level, until, mail, at }: AnnouncementRow,
  { mailQuietSeconds }: Pick<Configuration, 'mailQuietSeconds'>,
): Announcement {
  const mailAt = new Date(at.getTime() + mailQuietSeconds * 1000)
  return {
    id,
    text,
    level,
    until: until?.toISOString() ?? null,
    at: at.toISOString(),
    mail: [...mail],
    mail_at: mail.length === 0 ? null : mailAt.toISOString(),
  }
}
