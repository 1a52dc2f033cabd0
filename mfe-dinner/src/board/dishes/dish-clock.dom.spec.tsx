import { act, cleanup, render, screen } from '@testing-library/react'
import type { BoardItem, SessionAnswer } from '@ultimate/events/dinner/board/board-api.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BoardViewContext } from '../board-actions.ts'
import { learnServerTime } from '../server-clock.ts'
import { Zones } from '../zones/zones.tsx'
import { DishClock, StoodTime } from './dish-clock.tsx'

const session: SessionAnswer = {
  started_at: '2025-11-23T00:00:00.000Z',
  finished_at: null,
  warming_slots: 2,
  buffet_slots: 2,
}

/** Counts how often the dish's name is read: each rendering of the card reads it. */
function countedDish(seen: { draws: number }): BoardItem {
  const dish = {
    id: '6f9619ff-8b86-4011-b42d-00c04fc964aa',
    person_name: 'Becky Thatcher',
    team_name: 'Huck Finns',
    management_zone: 'buffet',
    management_position: 0,
    buffet_entered_at: '2025-11-23T00:00:00.000Z',
    buffet_total_duration: 100,
    emptied_at: null,
  }
  return Object.defineProperty(dish, 'slot_name', {
    get: () => {
      seen.draws++
      return 'Gravy'
    },
  }) as unknown as BoardItem
}

const shown = () => Number(document.querySelector('[data-clock]')?.getAttribute('data-clock'))

describe('The clock of a dish', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2025-11-23T01:00:10.000Z') }))
  afterEach(() => {
    cleanup()
    learnServerTime(new Date().toISOString(), Date.now(), Date.now())
    vi.useRealTimers()
  })

  it('ticks each second by the server’s time, on top of earlier stays, and the board does not render again', () => {
    // This device is an hour ahead.
    learnServerTime('2025-11-23T00:00:10.000Z', Date.now(), Date.now())
    const seen = { draws: 0 }
    const dish = { item: countedDish(seen), place: { zone: 'buffet', position: 0 } } as const
    render(
      <BoardViewContext value={{ session, actions: null }}>
        <Zones items={[dish]} />
      </BoardViewContext>,
    )
    expect(shown()).toBe(110)
    const drawn = seen.draws
    for (const expected of [111, 112, 113]) {
      act(() => void vi.advanceTimersByTime(1000))
      expect(shown()).toBe(expected)
    }
    expect(seen.draws).toBe(drawn)
  })

  it('is not put wrong by an answer that came after the device had slept', () => {
    learnServerTime('2025-11-23T00:00:10.000Z', Date.now(), Date.now())
    learnServerTime('2025-11-23T00:00:10.000Z', Date.now() - 2 * 3_600_000, Date.now())
    const dish = { item: countedDish({ draws: 0 }), place: { zone: 'buffet', position: 0 } } as const
    render(
      <BoardViewContext value={{ session, actions: null }}>
        <Zones items={[dish]} />
      </BoardViewContext>,
    )
    expect(shown()).toBe(110)
  })

  it('stands still at a moment of the past', () => {
    const item = { buffet_entered_at: '2025-11-23T00:00:00.000Z', buffet_total_duration: 0 }
    render(<DishClock item={item} session={session} asOf="2025-11-23T00:05:00.000Z" />)
    act(() => void vi.advanceTimersByTime(5000))
    expect(shown()).toBe(300)
  })

  it('says how long a dish that came back from the buffet stood there, and nothing for other dishes', () => {
    render(<StoodTime item={{ buffet_total_duration: 4330.6 }} />)
    expect(screen.getByText('Buffet 1:12:10')).toBeTruthy()
    expect(screen.getByText('stood on the buffet for 1 hour 12 minutes')).toBeTruthy()
    cleanup()
    const { container } = render(<StoodTime item={{ buffet_total_duration: 0 }} />)
    expect(container.textContent).toBe('')
  })
})
