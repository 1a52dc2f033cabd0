import {
  announcementStream,
  type PublishAnnouncement,
  publishAnnouncementDecider,
  type TakeBackAnnouncement,
  takeBackAnnouncementDecider,
} from '@ultimate/events/staff/announcement.ts'
import { announcementApi } from '@ultimate/events/staff/announcement-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readAnnouncement } from '../read/announcements.view.ts'

export function publishAnnouncementRoute(platform: Platform): Route {
  return route(announcementApi.publishAnnouncement, async ({ body }, { command: context, newId }) => {
    const id = newId()
    const { text, level, mail } = body
    const until = body.until ? new Date(body.until).toISOString() : null
    const command: PublishAnnouncement = {
      type: 'PublishAnnouncement',
      data: { text, level, until, mail },
      metadata: { now: context.now },
    }
    const stream = announcementStream(id)
    await platform.commands.handle(publishAnnouncementDecider, { stream, command, startsStream: true }, context)
    return { status: 201, body: { announcement: await readAnnouncement(platform, id) } }
  })
}

export function takeBackAnnouncementRoute({ commands }: Platform): Route {
  return route(announcementApi.takeBackAnnouncement, async ({ params: { id } }, { command: context }) => {
    const command: TakeBackAnnouncement = { type: 'TakeBackAnnouncement', data: {}, metadata: { now: context.now } }
    await commands.handle(takeBackAnnouncementDecider, { stream: announcementStream(id), command }, context)
    return { status: 204, body: undefined }
  })
}
