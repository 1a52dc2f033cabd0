import type { LogFilter } from '../../../platform/event-store/event-log.ts'
import type { Platform } from '../../../platform/module.ts'
import type { KnownBoard } from '../board/query.ts'
import { foldPast } from './past.ts'

/** A moment in time, or right after the event with that position. */
export type Then = { readonly time: Date } | { readonly position: number }

export interface PastBoard extends KnownBoard {
  /** Of the last event that counted, 0 where there was none; and when that was stored. */
  readonly position: number
  readonly at: Date | null
}

const page = 1_000

/** Reads the log from its beginning: exact, and fast enough for a season of dinners. */
export async function readPast({ log }: Pick<Platform, 'log'>, then: Then): Promise<PastBoard> {
  const past = foldPast()
  const until: LogFilter = 'time' in then ? { to: then.time } : { before: then.position + 1 }
  let position = 0
  let at: Date | null = null
  for (;;) {
    const events = await log.read({ ...until, categories: past.categories, after: position, limit: page })
    for (const event of events) past.add(event)
    const last = events.at(-1)
    if (last) ({ position, at } = last.metadata)
    if (events.length < page) return { ...past.board(), position, at }
  }
}
