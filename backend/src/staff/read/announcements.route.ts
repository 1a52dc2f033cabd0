import { announcementApi } from '@ultimate/events/staff/announcement-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readAudience } from './announcement-audience.ts'
import { listAnnouncements } from './announcements.view.ts'

export function announcementsRoute(platform: Platform): Route {
  return route(announcementApi.listAnnouncements, async () => ({
    status: 200,
    body: { announcements: await listAnnouncements(platform, platform.clock.now()) },
  }))
}

/** Numbers alone: the addresses stay in the modules. */
export function audienceRoute({ modules }: Platform): Route {
  return route(announcementApi.countAudience, async () => {
    const [captains, volunteers, both] = await Promise.all([
      readAudience(modules(), ['captains']),
      readAudience(modules(), ['volunteers']),
      readAudience(modules(), ['captains', 'volunteers']),
    ])
    return { status: 200, body: { captains: captains.length, volunteers: volunteers.length, both: both.length } }
  })
}
