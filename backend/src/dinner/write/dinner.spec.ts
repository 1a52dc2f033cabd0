import type { SessionEvent } from '@ultimate/events/dinner/events.ts'
import { describe, expect, it } from 'vitest'
import { at, finishedAt, layout, reset, resumed, reverted, started } from './dinner.fixture.ts'
import { dinnerStream, evolve, initialState } from './dinner.ts'

const after = (...events: SessionEvent[]) => events.reduce(evolve, initialState())

describe('The dinner', () => {
  it('has 24 places to warm and 16 on the buffet, and has not started', () => {
    expect(after()).toEqual({ dinner: 1, warmingSlots: 24, buffetSlots: 16, startedAt: null, finishedAt: null })
  })

  it('starts, finishes, goes on after a mistaken Finish, and begins anew with the same layout', () => {
    expect(after(layout(10, 8), started(0))).toMatchObject({ startedAt: at(0), finishedAt: null, buffetSlots: 8 })
    expect(after(started(0), finishedAt(60))).toMatchObject({ startedAt: at(0), finishedAt: at(60) })
    expect(after(started(0), finishedAt(60), resumed())).toEqual(after(started(0)))
    expect(after(layout(10, 8), started(0), finishedAt(60), reset())).toEqual({
      dinner: 2,
      warmingSlots: 10,
      buffetSlots: 8,
      startedAt: null,
      finishedAt: null,
    })
  })

  it('is what it was before a Start or a Reset that is undone, with the layout of now', () => {
    expect(after(started(0), reverted(), layout(10, 8))).toEqual(after(layout(10, 8)))
    const finished = { dinner: 1, startedAt: at(0), finishedAt: at(60) }
    expect(after(started(0), finishedAt(60), reset(), layout(10, 8), reverted(finished))).toEqual(
      after(layout(10, 8), started(0), finishedAt(60)),
    )
  })

  it('is not touched by an unknown fact', () => {
    const unknown = { type: 'DinnerPostponed', data: {} } as unknown as SessionEvent
    expect(evolve(after(started(0)), unknown)).toEqual(after(started(0)))
  })

  it('has one stream in every edition', () => {
    expect(dinnerStream('2025')).toBe('dinner')
    expect(dinnerStream('2026')).toBe('dinner-2026')
  })
})
