import type { EventMetadata, RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import {
  arrivedAnyway,
  at,
  buffet,
  canceled,
  checkedIn,
  emptied,
  holding,
  moved,
  restored,
  undone,
  warming,
} from '@ultimate/events/dinner/dinner.fixture.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import { describe, expect, it } from 'vitest'
import { type CheckInRow, checkIns, findLateReceipt } from './check-ins.view.ts'

const id = '6f9619ff-8b86-4011-b42d-00c04fc964aa'

const rowAfter = (...events: SignupEvent[]) => rowAfterLate(0, ...events)

/** The last one came in so many seconds after it had happened. */
function rowAfterLate(seconds: number, ...events: SignupEvent[]): CheckInRow | null {
  const lastOne = events.length - 1
  const recorded = events.map((event, index) => recordedAt(index, event, index === lastOne ? seconds : 0))
  return recorded.reduce<CheckInRow | null>(checkIns.evolve, null)
}

const recordedAt = (index: number, event: SignupEvent, late = 0): RecordedEvent<SignupEvent> => ({
  ...event,
  metadata: {
    position: 0,
    stream: `signup-${id}`,
    version: index + 1,
    at: new Date(at(index)),
    happenedAt: late > 0 ? new Date(Date.parse(at(index)) - late * 1_000) : null,
    actor: { kind: 'staff', id: 'user', name: index % 2 ? 'Ada' : 'Thea', role: 'TD' },
    correlationId: 'c',
    causationId: 'c',
    edition: '2025',
  },
})

describe('The row of a check-in', () => {
  it('has the time, and loses it with the undo', () => {
    expect(rowAfter(checkedIn(12))).toMatchObject({ id, checked_at: new Date(at(12)), held_place: null, version: 1 })
    expect(rowAfter(checkedIn(12), undone)).toMatchObject({ checked_at: null, version: 2 })
  })

  it('holds a place of its dinner from the move there until it leaves or is done', () => {
    const place = (...events: SignupEvent[]) => rowAfter(checkedIn(), ...events)?.held_place
    expect(place(moved(warming(3)))).toBe('1/warming/3')
    expect(place(moved(warming(3)), moved(buffet(0)))).toBe('1/buffet/0')
    expect(place(moved(buffet(3), 1, 2))).toBe('2/buffet/3')
    expect(place(moved(buffet(3)), moved(holding))).toBeNull()
    expect(place(moved(buffet(3)), emptied())).toBeNull()
  })

  it('tells when the last thing came in, where that was a minute or more after it had happened', () => {
    expect(rowAfterLate(60, checkedIn())?.came_in_at).toEqual(new Date(at(0)))
    expect(rowAfterLate(59, checkedIn())?.came_in_at).toBeNull()
    expect(rowAfterLate(60, checkedIn(), undone)?.came_in_at).toEqual(new Date(at(1)))
    expect(rowAfterLate(60, checkedIn(), moved(buffet(1)))?.came_in_at).toEqual(new Date(at(1)))
    expect(rowAfterLate(0, checkedIn(), moved(buffet(1)))?.came_in_at).toBeNull()
  })

  it('does not call late what the system tells of the past', () => {
    const bySystem = { at: new Date(at(9)), happenedAt: new Date(at(0)), actor: { kind: 'system' } } as EventMetadata
    expect(findLateReceipt(bySystem)).toBeNull()
    expect(findLateReceipt({ ...bySystem, actor: { kind: 'staff', id: 'a', name: 'Ada', role: 'TD' } })).toEqual(
      new Date(at(9)),
    )
  })

  it('keeps when an arrival after the removal came in, also once it is restored', () => {
    const late = rowAfterLate(60, canceled(), arrivedAnyway())
    expect(late).toMatchObject({ undecided_at: new Date(at(0)), came_in_at: new Date(at(1)), checked_at: null })
    expect(checkIns.evolve(late, recordedAt(2, restored))).toMatchObject({
      checked_at: new Date(at(0)),
      came_in_at: new Date(at(1)),
      undecided_at: null,
    })
    expect(rowAfter(canceled(), restored)).toMatchObject({ checked_at: null, came_in_at: null })
  })

  it('names who moved the dish last, not who checked it in', () => {
    expect(rowAfter(checkedIn())?.moved_by).toBeNull()
    expect(rowAfter(checkedIn(), moved(buffet(1)))?.moved_by).toBe('Ada')
  })

  it('is gone when the sign-up was canceled', () => {
    expect(rowAfter(checkedIn(), moved(buffet(1)), canceled('slot-deleted'))).toBeNull()
  })

  it('lets one dish alone have a place', () => {
    expect(checkIns.constraints).toContain('create unique index {table}_held_place on {table} (held_place)')
    expect(checkIns.conflicts).toEqual({ [`${checkIns.table}_held_place`]: 'SLOT_OCCUPIED' })
  })

  it('has a column for every field, and no other', () => {
    expect(Object.keys(checkIns.columns)).toEqual(Object.keys(rowAfter(checkedIn()) ?? {}))
  })
})
