import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'

/** An event of the log with the moment by which it is ordered. */
export interface TimedEvent {
  readonly event: RecordedEvent
  readonly at: Date
}

/** Orders events as the site learned of them: by the time at which they were stored. */
export const asKnown = (event: RecordedEvent): TimedEvent => ({ event, at: event.metadata.at })

/**
 * Orders events as they really happened, even if a device without a connection reported them later. Within a stream
 * the order stays, since each event was decided on the ones before it; and no event of a dinner comes before the
 * beginning of that dinner.
 */
export function asHappened(events: readonly RecordedEvent[]): TimedEvent[] {
  const latest = new Map<string, number>()
  const begun = new Map<number, number>()
  for (const { type, data, metadata } of events)
    if (type === 'DinnerReset') begun.set((data as { dinner: number }).dinner, metadata.at.getTime())
  const timed = events.map((event): TimedEvent => {
    const { stream, at, happenedAt } = event.metadata
    const dinner = dinnerOf(event as RecordedEvent<SignupEvent>)
    const notBefore = Math.max(latest.get(stream) ?? 0, (dinner && begun.get(dinner)) ?? 0)
    const moment = Math.max((happenedAt ?? at).getTime(), notBefore)
    latest.set(stream, moment)
    return { event, at: new Date(moment) }
  })
  // Sorting keeps the order of what happened at one moment.
  return timed.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

function dinnerOf(event: RecordedEvent<SignupEvent>): number | null {
  return event.type === 'DishMoved' || event.type === 'DishEmptied' || event.type === 'DishPutBack'
    ? event.data.dinner
    : null
}
