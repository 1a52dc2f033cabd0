import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { ReplayAs } from '@ultimate/events/dinner/board/board-api.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'

/** A time; or a position, which means the moment of the event with this position. */
export type Moment = { readonly time: Date } | { readonly position: number }

/** An event of the log with the moment by which it is ordered. */
export interface TimedEvent {
  readonly event: RecordedEvent
  readonly at: Date
}

/** Orders events of the log. For `known`, they stay in the order of the log; for `happened`, they come as they happened. */
export const orderEvents = (events: readonly RecordedEvent[], as: ReplayAs): TimedEvent[] =>
  as === 'happened' ? orderAsHappened(events) : events.map((event) => ({ event, at: event.metadata.at }))

/**
 * Orders events as they really happened, even if an offline device reported them later. Two rules limit that:
 *
 * - Within a stream the order stays, because each event was decided on the ones before it.
 * - No event of a dinner comes before the reset that began the dinner.
 */
function orderAsHappened(events: readonly RecordedEvent[]): TimedEvent[] {
  const lastTimeByStream = new Map<string, number>()
  const resetTimeByDinner = new Map<number, number>()
  for (const { type, data, metadata } of events)
    if (type === 'DinnerReset') resetTimeByDinner.set((data as { dinner: number }).dinner, metadata.at.getTime())
  const timed = events.map((event): TimedEvent => {
    const { stream, at, happenedAt } = event.metadata
    const dinner = dinnerOf(event as RecordedEvent<SignupEvent>)
    const notBefore = Math.max(lastTimeByStream.get(stream) ?? 0, (dinner && resetTimeByDinner.get(dinner)) ?? 0)
    const moment = Math.max((happenedAt ?? at).getTime(), notBefore)
    lastTimeByStream.set(stream, moment)
    return { event, at: new Date(moment) }
  })
  // Sorting is stable, so events of one moment stay in their order.
  return timed.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** Returns the number of the dinner in which a dish was moved; null for all other events. */
function dinnerOf(event: RecordedEvent<SignupEvent>): number | null {
  return event.type === 'DishMoved' || event.type === 'DishEmptied' || event.type === 'DishPutBack'
    ? event.data.dinner
    : null
}
