import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import {
  at,
  finished,
  finishedAt,
  layout,
  minute,
  notStarted,
  reset,
  started,
} from '@ultimate/events/dinner/dinner.fixture.ts'
import type { SessionEvent } from '@ultimate/events/dinner/events.ts'
import { describe, expect, it } from 'vitest'
import { type SessionRow, sessions, toSession } from './session.view.ts'

const recorded = (event: SessionEvent, index: number): RecordedEvent<SessionEvent> =>
  ({
    ...event,
    metadata: {
      position: 0,
      stream: 'dinner',
      version: index + 1,
      at: new Date(at(index)),
      happenedAt: null,
      actor: { kind: 'staff', id: 't', name: 'Thea', role: 'TD' },
      correlationId: 'c',
      causationId: 'c',
      edition: '2025',
    },
  }) as RecordedEvent<SessionEvent>
const rowAfter = (...events: SessionEvent[]) => events.map(recorded).reduce<SessionRow | null>(sessions.evolve, null)

describe('The row of the dinner', () => {
  it('has when it started and finished, and neither before', () => {
    const row = { id: 'dinner', dinner: 1, warming_slots: 24, buffet_slots: 16, started_at: null, finished_at: null }
    expect(rowAfter(layout(10, 8))).toEqual({ ...row, warming_slots: 10, buffet_slots: 8, version: 1 })
    expect(rowAfter(started(5))).toEqual({ ...row, started_at: minute(5), version: 1 })
    const over = { ...row, started_at: minute(5), finished_at: minute(60), version: 2 }
    expect(rowAfter(started(5), finishedAt(60))).toEqual(over)
    expect(rowAfter(started(5), finishedAt(60), reset())).toEqual({ ...row, dinner: 2, version: 3 })
  })

  it('is read as the dinner that it was written from, and as the first one where there is none', () => {
    expect(toSession(null)).toEqual(notStarted())
    expect(toSession(rowAfter(layout(24, 16)))).toEqual(notStarted())
    expect(toSession(rowAfter(started(0), finishedAt(60)))).toEqual(finished())
  })
})
