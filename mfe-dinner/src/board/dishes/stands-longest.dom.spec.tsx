import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { learnServerTime } from '../server-clock.ts'
import type { ShownItem } from './shown-items.ts'
import { longestFirst, StandsLongest } from './stands-longest.tsx'

const session = { started_at: '2025-11-23T00:00:00.000Z', finished_at: null, warming_slots: 2, buffet_slots: 9 }
const now = '2025-11-23T01:45:00.000Z'

function dish(name: string, position: number, entered: string | null, earlier = 0): ShownItem {
  const item = { id: name, slot_name: name, buffet_entered_at: entered, buffet_total_duration: earlier }
  const place = entered === null ? ({ zone: 'holding' } as const) : ({ zone: 'buffet', position } as const)
  return { item: item as BoardItem, place }
}
const items = [
  dish('Pie', 0, '2025-11-23T01:40:00.000Z'),
  dish('Ham', 1, '2025-11-23T00:10:00.000Z'),
  dish('Gravy', 2, '2025-11-23T00:30:00.000Z', 3600),
  dish('Rolls', 3, null, 9000),
]

afterEach(() => {
  cleanup()
  learnServerTime(new Date().toISOString(), Date.now(), Date.now())
})

describe('What stands longest on the buffet', () => {
  it('counts earlier stays as well, and only what stands there now', () =>
    expect(longestFirst(items, session, new Date(now)).map(({ item }) => item.id)).toEqual(['Gravy', 'Ham', 'Pie']))

  it('is called first, before it has stood for two hours', () => {
    learnServerTime(now, Date.now(), Date.now())
    render(<StandsLongest items={items} session={session} />)
    const called = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(called.map((text) => /^(Gravy|Ham|Pie)/.exec(text ?? '')?.[0])).toEqual(['Gravy', 'Ham', 'Pie'])
    expect(called[1]).toContain('almost 2 h')
    expect(called[2]).toContain('fresh')
  })

  it('raises an alarm over 2 hours, and a louder one over 4, which is said and can be silenced here', () => {
    vi.useFakeTimers({ now: new Date('2025-11-23T02:10:00.000Z') })
    const sounds = vi.fn()
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0
        resume = () => Promise.resolve()
        createOscillator = () => ({
          frequency: {},
          connect: (next: unknown) => next,
          start: sounds,
          stop: () => undefined,
        })
        createGain = () => ({
          gain: { setValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 },
          connect: () => 0,
        })
      },
    )
    /** Each alarm is three tones. */
    const alarms = () => sounds.mock.calls.length / 3
    learnServerTime(new Date().toISOString(), Date.now(), Date.now())
    render(<StandsLongest items={items.slice(0, 2)} session={session} />)
    const said = () => screen.getByRole('alert').textContent
    expect([said(), alarms()]).toEqual(['Ham has been on the buffet for over 2 hours.', 1])
    expect(screen.getByRole('heading').textContent).toBe('1 over 2 h')
    act(() => void vi.advanceTimersByTime(30 * 60_000))
    expect(alarms()).toBe(1)

    act(() => void vi.advanceTimersByTime(90 * 60_000))
    expect(screen.getByRole('heading').textContent).toBe('1 over 4 h')
    expect(said()).toBe(
      'Ham has been on the buffet for over 4 hours: take it off. Pie has been on the buffet for over 2 hours.',
    )
    const loud = alarms()
    act(() => void vi.advanceTimersByTime(2 * 60_000))
    expect(alarms()).toBe(loud + 2)
    fireEvent.click(screen.getByRole('button', { name: 'Silence the alarm on this device' }))
    act(() => void vi.advanceTimersByTime(10 * 60_000))
    expect(alarms()).toBe(loud + 2)
    expect(said()).toContain('over 4 hours')
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('is nothing where nothing stands there', () => {
    render(<StandsLongest items={[]} session={session} />)
    expect(screen.getByText('Nothing is on the buffet.')).toBeTruthy()
  })
})
