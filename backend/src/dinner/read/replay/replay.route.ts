import { boardApi, type ReplayAs } from '@ultimate/events/dinner/board/board-api.ts'
import { buildShownBoard } from '@ultimate/events/dinner/board.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import type { LoadedBoard } from '../board/board.query.ts'
import { readBoardEvents } from './board-events.ts'
import { type Moment, orderEvents, type TimedEvent } from './event-order.ts'
import { foldBoard } from './fold-board.ts'
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

interface PastBoard extends LoadedBoard {
  /** The highest position of an event on this board; 0 if there is none. */
  readonly position: number
  /** When its last event was stored, or happened, as was asked for; null if there is none. */
  readonly at: Date | null
}

/** Returns the board of a moment: as the site knew it then, or as it really was, with what was received only later. */
export async function readPastBoard(
  platform: Pick<Platform, 'log' | 'current'>,
  then: Moment,
  as: ReplayAs,
): Promise<PastBoard> {
  const events =
    as === 'known'
      ? orderEvents(await readBoardEvents(platform, toLimit(then)), as)
      : selectUntil(orderEvents(await readBoardEvents(platform), as), then)
  const fold = foldBoard(platform.current.edition)
  for (const { event } of events) fold.add(event)
  const position = Math.max(0, ...events.map(({ event }) => event.metadata.position))
  return { ...fold.board(), position, at: events.at(-1)?.at ?? null }
}

const toLimit = (then: Moment) => ('time' in then ? { to: then.time } : { before: then.position + 1 })

/** Returns the events up to a moment. Where that is a position, those before its event count even if stored after it. */
function selectUntil(events: readonly TimedEvent[], then: Moment): readonly TimedEvent[] {
  const lastIndex =
    'time' in then ? events.findLastIndex(({ at }) => at <= then.time) : findLastStored(events, then.position)
  return events.slice(0, lastIndex + 1)
}

/** Returns the index of the event that was stored last up to this position; -1 if there is none. */
function findLastStored(events: readonly TimedEvent[], upTo: number): number {
  const positions = events.map(({ event }) => event.metadata.position)
  // No event has the position 0.
  return positions.indexOf(Math.max(0, ...positions.filter((position) => position <= upTo)))
}
