import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { at, buffet, checkedIn, moved, reset, started, undone } from '@ultimate/events/dinner/dinner.fixture.ts'
import { describe, expect, it } from 'vitest'
import { orderEvents } from './event-order.ts'

let position = 0
/** Stored so many minutes after six, and happened earlier where that is given. */
function stored(stream: string, event: object, minute: number, happened: number | null = null): RecordedEvent {
  const happenedAt = happened === null ? null : new Date(at(happened))
  const metadata = { stream, position: ++position, at: new Date(at(minute)), happenedAt }
  return { ...event, metadata } as RecordedEvent
}
const order = (...events: RecordedEvent[]) =>
  orderEvents(events, 'happened').map(({ event, at: moment }) => [
    event.metadata.stream,
    event.type,
    moment.toISOString(),
  ])

describe('The order in which things happened', () => {
  it('puts what came in late where it belongs', () => {
    const [pie, ham] = [stored('signup-pie', checkedIn(30), 30), stored('signup-ham', checkedIn(10), 40, 10)]
    expect(order(pie, ham)).toEqual([
      ['signup-ham', 'CheckedIn', at(10)],
      ['signup-pie', 'CheckedIn', at(30)],
    ])
  })

  it('keeps the order within a stream', () => {
    const facts = [stored('signup-pie', checkedIn(30), 30), stored('signup-pie', undone, 40, 10)]
    expect(order(...facts)).toEqual([
      ['signup-pie', 'CheckedIn', at(30)],
      ['signup-pie', 'CheckInUndone', at(30)],
    ])
  })

  it('lets nothing of a dinner happen before that dinner began', () => {
    const facts = [
      stored('dinner', started(0), 0),
      stored('dinner', reset(2), 20),
      stored('signup-pie', moved(buffet(1), 10, 2), 30, 10),
    ]
    expect(order(...facts).at(-1)).toEqual(['signup-pie', 'DishMoved', at(20)])
  })

  it('keeps the log’s order of what happened at one moment', () => {
    const facts = ['a', 'b', 'c'].map((stream) => stored(stream, checkedIn(5), 5))
    expect(order(...facts).map(([stream]) => stream)).toEqual(['a', 'b', 'c'])
  })
})
