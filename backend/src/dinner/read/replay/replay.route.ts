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
      // The moment of a position is the time of its event.
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
  /** The last event was stored (for `known`) or happened (for `happened`) then; null if there is none. */
  readonly at: Date | null
}

/**
 * Returns the board of a moment: for `known`, from what the server had received by then; for `happened`, from what had
 * happened by then, including what devices that were offline reported later.
 */
export async function readPastBoard(platform: BoardLog, then: Moment, as: ReplayAs): Promise<PastBoard> {
  const events = as === 'known' ? await readStoredUntil(platform, then) : await readHappenedUntil(platform, then)
  const fold = foldBoard(platform.current.edition)
  for (const { event } of events) fold.add(event)
  const position = Math.max(0, ...events.map(({ event }) => event.metadata.position))
  return { ...fold.board(), position, at: events.at(-1)?.at ?? null }
}

type BoardLog = Pick<Platform, 'log' | 'current'>

async function readStoredUntil(platform: BoardLog, then: Moment): Promise<readonly TimedEvent[]> {
  const limit = 'time' in then ? { to: then.time } : { before: then.position + 1 }
  return orderEvents(await readBoardEvents(platform, limit), 'known')
}

/**
 * Reads all events, because those that happened before a moment may be stored after it. Orders them as they happened, and
 * returns the first ones: up to a time, or up to the event with a position.
 */
async function readHappenedUntil(platform: BoardLog, then: Moment): Promise<readonly TimedEvent[]> {
  const events = orderEvents(await readBoardEvents(platform), 'happened')
  const lastIndex =
    'time' in then ? events.findLastIndex(({ at }) => at <= then.time) : findIndexOf(then.position, events)
  return events.slice(0, lastIndex + 1)
}

/**
 * Returns the index of the event with this position; -1 if there is none. Positions count all events of the log, and boards
 * don't show every event. If `events` lacks this position, the nearest earlier position counts.
 */
function findIndexOf(position: number, events: readonly TimedEvent[]): number {
  // The events are ordered by time, so the highest position may be anywhere.
  const positions = events.map(({ event }) => event.metadata.position)
  const storedUntil = positions.filter((one) => one <= position)
  return storedUntil.length === 0 ? -1 : positions.indexOf(Math.max(...storedUntil))
}
