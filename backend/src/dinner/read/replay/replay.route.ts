import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import { buildShownBoard } from '@ultimate/events/dinner/board.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Moment } from './event-order.ts'
import { readPastBoard } from './past-board.ts'
import { readSteps } from './steps.ts'

export function replayRoutes(platform: Platform): Route[] {
  return [
    route(boardApi.replayBoard, async ({ query }) => {
      const then = parseMoment(query.at, platform.clock.now())
      const { dishes, session, position, at } = await readPastBoard(platform, then, query.as)
      const moment = 'time' in then ? then.time : (at ?? new Date(0))
      return { status: 200, body: { at: moment.toISOString(), position, ...buildShownBoard(dishes, session) } }
    }),
    route(boardApi.listReplaySteps, async ({ query: { dinner, at, as } }) => {
      const then = at === undefined ? null : parseMoment(at, platform.clock.now())
      return { status: 200, body: await readSteps(platform, dinner === undefined ? then : { dinner }, as) }
    }),
  ]
}

/** Parses a moment; one in the future becomes now, because there is no board of it yet. */
function parseMoment(at: string, now: Date): Moment {
  if (/^\d+$/.test(at)) return { position: Number(at) }
  const time = new Date(at)
  return { time: time < now ? time : now }
}
