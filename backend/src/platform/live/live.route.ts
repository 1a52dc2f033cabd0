import type { ServerResponse } from 'node:http'
import { platformApi, platformErrors, topics } from '@ultimate/events/platform/api.ts'
import type { Route } from '../http/http-route.ts'
import { route } from '../http/http-route.ts'
import { type LiveReader, openReader, type ReaderParts } from './reader.ts'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Proxies of the nginx family hold answers back until they are complete, unless a header asks them not to.
  'x-accel-buffering': 'no',
}

/** Streams that one user, or one visitor with a cookie, may have open at a time; then the oldest ends. */
const maxStreams = 20
/** The pages of a browser share one stream, so a reader with more than that many is not looking at the oldest. */
const replacedRetryMs = 60_000

/** Ends the oldest stream of a reader who has too many. An address is no reader: 500 phones may share one. */
function limitStreams() {
  const byReader = new Map<string, Set<LiveReader>>()
  return (reader: string, stream: LiveReader, response: ServerResponse) => {
    const open = byReader.get(reader) ?? new Set()
    byReader.set(reader, open.add(stream))
    response.once('close', () => {
      open.delete(stream)
      if (open.size === 0) byReader.delete(reader)
    })
    const [oldest] = open
    if (open.size > maxStreams) oldest?.end(replacedRetryMs)
  }
}

export function liveRoute(parts: ReaderParts): Route {
  const limit = limitStreams()
  return route(platformApi.live, async ({ query }, { user, visitorId, lastEventId, reauthenticate }) => {
    if (!user && query.topics?.some(parts.announcements.isForUsersOnly)) platformErrors.fail('NO_TOKEN')
    const after = /^\d{1,16}$/.test(lastEventId ?? '') ? Number(lastEventId) : (query.after ?? null)
    const position = await parts.hub.resume(after)
    const reader = user ? `user ${user.id}` : visitorId && `visitor ${visitorId}`
    const body = (response: ServerResponse) => {
      const stream = openReader(parts, { topics: query.topics ?? topics, position, user, reauthenticate }, response)
      if (reader) limit(reader, stream, response)
    }
    // The endpoint's types have none for a stream without an end.
    return { status: 200, body: body as unknown as undefined, headers }
  })
}
