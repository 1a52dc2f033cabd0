import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import { isOver, type MailGroup } from '@ultimate/events/staff/announcement.ts'
import { announcementApi } from '@ultimate/events/staff/announcement-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { listAnnouncements } from './announcements.view.ts'
import { groupsOfAnnouncement, peopleIn, readAudience } from './audience.ts'

/** Every open page reads them again when one is published: the same body as long as nothing happens and none ends. */
export function announcementsRoute(platform: Platform): Route {
  const { log, clock } = platform
  const list = cachedUntilAppend(log, async () => ({
    announcements: await listAnnouncements(platform, clock.now()),
  }))
  return route(announcementApi.listAnnouncements, async () => {
    const body = await list()
    const now = clock.now()
    const left = body.announcements.filter(({ until }) => !isOver(until, now))
    return { status: 200, body: left.length === body.announcements.length ? body : { announcements: left } }
  })
}

/** Numbers alone: the addresses stay in the modules. */
export function audienceRoute({ modules }: Platform): Route {
  return route(announcementApi.countAudience, async () => {
    const audience = await readAudience(modules())
    const count = (...groups: MailGroup[]) => peopleIn(audience, groupsOfAnnouncement(groups)).length
    const [captains, volunteers, both] = [count('captains'), count('volunteers'), count('captains', 'volunteers')]
    return { status: 200, body: { captains, volunteers, both } }
  })
}
