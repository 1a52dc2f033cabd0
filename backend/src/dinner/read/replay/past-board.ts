import type { ReplayAs } from '@ultimate/events/dinner/board/board-api.ts'
import type { Platform } from '../../../platform/module.ts'
import type { LoadedBoard } from '../board/board.query.ts'
import { readBoardEvents } from './board-events.ts'
import { type Moment, orderEvents, type TimedEvent } from './event-order.ts'
import { foldBoard } from './fold-board.ts'

export interface PastBoard extends LoadedBoard {
  /** The highest position of an event on this board; 0 if there is none. */
  readonly position: number
  /** When its last event was stored (for `known`) or happened (for `happened`); null if there is none. */
  readonly at: Date | null
}

/**
 * Returns the board of a moment. `known` is the board that the site knew then. `happened` also has what happened until
 * then, but was received later.
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
 * returns the first ones, up to the moment. A position stands for its event.
 */
async function readHappenedUntil(platform: BoardLog, then: Moment): Promise<readonly TimedEvent[]> {
  const events = orderEvents(await readBoardEvents(platform), 'happened')
  const lastIndex =
    'time' in then ? events.findLastIndex(({ at }) => at <= then.time) : findIndexOf(then.position, events)
  return events.slice(0, lastIndex + 1)
}

/**
 * Returns the index of the event with this position. If no board shows that event, takes the one that was stored last
 * before it; -1 if there is none.
 */
function findIndexOf(position: number, events: readonly TimedEvent[]): number {
  const positions = events.map(({ event }) => event.metadata.position)
  const storedUntil = positions.filter((one) => one <= position)
  return storedUntil.length === 0 ? -1 : positions.indexOf(Math.max(...storedUntil))
}
