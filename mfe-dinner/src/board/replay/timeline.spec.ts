import { describe, expect, it } from 'vitest'
import {
  buildTimeline,
  computeTicks,
  cursorAtEnd,
  cursorAtOffset,
  formatCursor,
  maxQuietMs,
  parseCursor,
  timeAt,
} from './timeline.ts'

/** Six in the evening, and so many minutes later. */
const at = (minutes: number): string => new Date(Date.UTC(2025, 10, 22, 18, minutes)).toISOString()
const steps = (...minutes: number[]) => minutes.map((minute) => ({ at: at(minute) }))
const minute = 60_000

describe('The timeline of a dinner', () => {
  it('keeps the distances of what happens soon after each other', () =>
    expect(buildTimeline(steps(0, 1, 1, 9), at(12))).toMatchObject({
      offsets: [0, minute, minute, 9 * minute],
      length: 12 * minute,
    }))

  it('shortens what is quiet for long, also after the last event', () =>
    expect(buildTimeline(steps(0, 500, 501), at(900))).toMatchObject({
      offsets: [0, maxQuietMs, maxQuietMs + minute],
      length: 2 * maxQuietMs + minute,
    }))

  it('has one moment where there is one event', () => {
    const timeline = buildTimeline(steps(7), at(7))
    expect(timeline.length).toBe(0)
    expect(timeAt(timeline, cursorAtEnd(timeline))).toBe(Date.parse(at(7)))
  })

  it('tells the time at every place, and passes a shortened stretch faster', () => {
    const timeline = buildTimeline(steps(0, 4, 104), at(104))
    expect(timeAt(timeline, cursorAtOffset(timeline, 2 * minute))).toBe(Date.parse(at(2)))
    expect(timeAt(timeline, cursorAtOffset(timeline, 4 * minute + maxQuietMs / 2))).toBe(Date.parse(at(54)))
    expect(timeAt(timeline, cursorAtEnd(timeline))).toBe(Date.parse(at(104)))
  })
})

describe('The address of a moment', () => {
  const timeline = buildTimeline(steps(0, 4, 8), at(10))
  const positions = [{ position: 10 }, { position: 20 }, { position: 30 }]
  const cursor = (text: string | null) => parseCursor(timeline, positions, text)

  it('names an event of the log, or one that changed nothing here by the event before it', () => {
    expect(cursor('20')).toEqual({ step: 1, offset: 4 * minute })
    expect(cursor('25')).toEqual({ step: 1, offset: 4 * minute })
    expect(cursor('5')).toEqual({ step: 0, offset: 0 })
    expect(cursor('99')).toEqual({ step: 2, offset: 8 * minute })
  })

  it('names a time', () => {
    expect(cursor(at(6))).toEqual({ step: 1, offset: 6 * minute })
    expect(cursor(at(-60))).toEqual({ step: 0, offset: 0 })
  })

  it('is the end where it names none, or the future', () => {
    for (const text of [null, 'soon', at(5000)]) expect(cursor(text)).toEqual({ step: 2, offset: 10 * minute })
  })

  it('leads back to where it was taken', () => {
    expect(
      [0, 4, 6, 10].map((minutes) => formatCursor(timeline, positions, cursorAtOffset(timeline, minutes * minute))),
    ).toEqual(['10', '20', at(6), null])
    for (const minutes of [0, 1, 4, 6.5, 8, 9, 10]) {
      const there = cursorAtOffset(timeline, minutes * minute)
      expect(cursor(formatCursor(timeline, positions, there))).toEqual(there)
    }
  })
})

describe('The ticks of the slider', () => {
  const ticks = (timeline: Parameters<typeof computeTicks>[0], ...types: string[]) =>
    computeTicks(
      timeline,
      types.map((type) => ({ type })),
    )

  it('stand where their events are, and those that change the phase apart', () => {
    const evening = ticks(
      buildTimeline(steps(0, 1, 2, 5, 6, 8), at(10)),
      'CheckedIn',
      'DinnerStarted',
      'DishMoved',
      'DinnerFinished',
      'DinnerResumed',
      'DinnerReset',
    )
    expect(evening).toEqual(['M100 0v1M500 0v1M600 0v1M800 0v1', 'M0 0v1M200 0v1'])
  })

  it('stand at the beginning where the dinner is one moment', () =>
    expect(ticks(buildTimeline(steps(7), at(7)), 'DinnerStarted')).toEqual(['M0 0v1', '']))
})
