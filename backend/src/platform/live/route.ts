import { platformApi, platformErrors, topics } from '@ultimate/events/platform/api.ts'
import type { Route } from '../http/route.ts'
import { route } from '../http/route.ts'
import { openReader, type ReaderParts } from './reader.ts'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Proxies of the nginx family hold answers back until they are complete, unless told not to.
  'x-accel-buffering': 'no',
}

export function liveRoute(parts: ReaderParts): Route {
  return route(platformApi.live, async ({ query }, { user, lastEventId, reauthenticate }) => {
    if (!user && query.topics?.some(parts.announcements.isForUsersOnly)) platformErrors.fail('NO_TOKEN')
    const after = /^\d{1,16}$/.test(lastEventId ?? '') ? Number(lastEventId) : (query.after ?? null)
    const body = await openReader(parts, { topics: query.topics ?? topics, after, user, reauthenticate })
    // The endpoint's types have none for a stream without an end.
    return { status: 200, body: body as unknown as undefined, headers }
  })
}
