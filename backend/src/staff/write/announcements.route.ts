import {
  announcementStream,
  publishAnnouncementDecider,
  takeBackAnnouncementDecider,
} from '@ultimate/events/staff/announcement.ts'
import { announcementApi } from '@ultimate/events/staff/announcement-api.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readAnnouncement } from '../read/announcements.view.ts'

export function publishAnnouncementRoute(platform: Platform): Route {
  return commandRoute(platform, announcementApi.publishAnnouncement, async ({ body }, { newId, send }) => {
    const id = newId()
    const { text, level, mail } = body
    const until = body.until ? new Date(body.until).toISOString() : null
    const command = { type: 'PublishAnnouncement', data: { text, level, until, mail } } as const
    await send(publishAnnouncementDecider, announcementStream(id), command, { startsStream: true })
    return { status: 201, body: { announcement: await readAnnouncement(platform, id) } }
  })
}

export function takeBackAnnouncementRoute(platform: Platform): Route {
  return commandRoute(platform, announcementApi.takeBackAnnouncement, async ({ params: { id } }, { send }) => {
    await send(takeBackAnnouncementDecider, announcementStream(id), { type: 'TakeBackAnnouncement', data: {} })
    return { status: 204, body: undefined }
  })
}
