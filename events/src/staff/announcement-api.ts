import { z } from 'zod'
import { endpoint } from '../language/endpoint.ts'
import { sentMoment } from '../language/moment.ts'
import { adminOrTd } from '../language/roles.ts'
import { requiredParagraph } from '../language/text/text.ts'
import { announcementLevels, mailGroups, maxAnnouncement } from './announcement.ts'

const announcementId = z.uuid('This is not the id of an announcement.')

export const newAnnouncement = z.strictObject({
  text: requiredParagraph(maxAnnouncement, 'Please enter a text'),
  level: z.enum(announcementLevels, 'Please choose a level'),
  until: sentMoment('Please enter a date and a time').nullish(),
  mail: z
    .array(z.enum(mailGroups))
    .refine((groups) => new Set(groups).size === groups.length, 'Please name each group once.')
    .default([]),
})

export const announcement = z.strictObject({
  id: announcementId,
  text: z.string(),
  level: z.enum(announcementLevels),
  /** Null where it stays until it is taken back. */
  until: z.iso.datetime().nullable(),
  at: z.iso.datetime(),
  mail: z.array(z.enum(mailGroups)),
  /** The moment its mail goes out, unless it is taken back before; null where it has none. */
  mail_at: z.iso.datetime().nullable(),
})
export type Announcement = z.infer<typeof announcement>

/** Numbers of addresses; an address in both groups gets one email. */
const audience = z.strictObject({ captains: z.int(), volunteers: z.int(), both: z.int() })
export type Audience = z.infer<typeof audience>

export const announcementApi = {
  listAnnouncements: endpoint({
    method: 'GET',
    path: '/api/announcements',
    summary: 'List the announcements in force: warnings first, then the newest first',
    allow: 'everyone',
    answers: { 200: z.strictObject({ announcements: z.array(announcement) }) },
  }),
  publishAnnouncement: endpoint({
    method: 'POST',
    path: '/api/announcements',
    summary: 'Publish an announcement on every page, and mail it a minute later to captains, volunteers or both',
    allow: adminOrTd,
    body: newAnnouncement,
    answers: { 201: z.strictObject({ announcement }) },
    errors: ['ANNOUNCEMENT_OVER', 'ANNOUNCEMENT_NOT_FOUND'],
  }),
  takeBackAnnouncement: endpoint({
    method: 'DELETE',
    path: '/api/announcements/{id}',
    summary: 'Take an announcement back; a mail that still waits is not sent',
    allow: adminOrTd,
    params: z.strictObject({ id: announcementId }),
    answers: { 204: null },
    errors: ['ANNOUNCEMENT_NOT_FOUND'],
  }),
  countAudience: endpoint({
    method: 'GET',
    path: '/api/announcements/audience',
    summary: 'Count the people whom an announcement can be mailed to',
    allow: adminOrTd,
    answers: { 200: audience },
    personal: true,
  }),
}
