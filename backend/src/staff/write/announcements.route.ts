import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import {
  announcementStream,
  isOver,
  type MailGroup,
  publishAnnouncementDecider,
  takeBackAnnouncementDecider,
} from '@ultimate/events/staff/announcement.ts'
import { announcementApi } from '@ultimate/events/staff/announcement-api.ts'
import { commandRoute } from '../../platform/commands.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { listAnnouncements, readAnnouncement } from '../read/announcements.view.ts'
import { findPeople, groupsOfAnnouncement, readAudience } from '../read/audience.ts'

export const announcementRoutes = (platform: Platform): Route[] => [
  announcementsRoute(platform),
  audienceRoute(platform),
  publishAnnouncementRoute(platform),
  takeBackAnnouncementRoute(platform),
]

/**
 * Serves the announcements. Every open page reads them again when one is published, so the body is built once until
 * something is appended or one ends.
 */
function announcementsRoute(platform: Platform): Route {
  const { log, clock } = platform
  const list = cachedUntilAppend(log, async () => ({
    announcements: await listAnnouncements(platform, clock.now()),
  }))
  return route(announcementApi.listAnnouncements, async () => {
    const body = await list()
    const now = clock.now()
    const remaining = body.announcements.filter(({ until }) => !isOver(until, now))
    return { status: 200, body: remaining.length === body.announcements.length ? body : { announcements: remaining } }
  })
}

/** Serves the sizes of the groups; addresses stay in the modules. */
function audienceRoute({ modules }: Platform): Route {
  return route(announcementApi.countAudience, async () => {
    const audience = await readAudience(modules())
    const count = (...groups: MailGroup[]) => findPeople(audience, groupsOfAnnouncement(groups)).length
    const [captains, volunteers, both] = [count('captains'), count('volunteers'), count('captains', 'volunteers')]
    return { status: 200, body: { captains, volunteers, both } }
  })
}

function publishAnnouncementRoute(platform: Platform): Route {
  return commandRoute(platform, announcementApi.publishAnnouncement, async ({ body }, { newId, send }) => {
    const id = newId()
    const { text, level, mail } = body
    const until = body.until ? new Date(body.until).toISOString() : null
    const command = { type: 'PublishAnnouncement', data: { text, level, until, mail } } as const
    await send(publishAnnouncementDecider, announcementStream(id), command, { startsStream: true })
    return { status: 201, body: { announcement: await readAnnouncement(platform, id) } }
  })
}

function takeBackAnnouncementRoute(platform: Platform): Route {
  return commandRoute(platform, announcementApi.takeBackAnnouncement, async ({ params: { id } }, { send }) => {
    await send(takeBackAnnouncementDecider, announcementStream(id), { type: 'TakeBackAnnouncement', data: {} })
    return { status: 204, body: undefined }
  })
}
