import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttled } from './throttled.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const work = vi.fn()
  const ask = throttled(work, 250)
  const times = () => work.mock.calls.length
  /** Asks so many times, once in every `everyMs`; then rests. */
  const askOften = (count: number, everyMs: number, restMs = 10_000) => {
    for (let time = 0; time < count; time++) {
      ask()
      vi.advanceTimersByTime(everyMs)
    }
    vi.advanceTimersByTime(restMs)
  }
  return { ask, times, askOften }
}

it('runs at once, and once more for all that was asked for meanwhile', () => {
  const { times, askOften } = start()
  askOften(500, 0, 0)
  expect(times()).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(times()).toBe(2)
})

it('runs for each of what comes one by one', () => {
  const { times, askOften } = start()
  askOften(50, 600)
  expect(times()).toBe(50)
})

it('runs for two in quick succession without waiting for more', () => {
  const { times, askOften } = start()
  askOften(2, 100, 150)
  expect(times()).toBe(2)
})

it.each([
  [1, 2],
  [20, 3],
  [60, 3],
  [200, 5],
])('runs at most five times for fifty in a burst, one in every %i ms', (everyMs, most) => {
  const { times, askOften } = start()
  askOften(50, everyMs)
  expect(times()).toBeLessThanOrEqual(most)
})

it('runs every few seconds in a burst without an end', () => {
  const { times, askOften } = start()
  askOften(600, 100, 0)
  expect(times()).toBeGreaterThanOrEqual(60 / 4.5)
})

it('can be stopped, and begun again', () => {
  const { ask, times, askOften } = start()
  askOften(3, 0, 0)
  ask.stop()
  vi.advanceTimersByTime(10_000)
  expect(times()).toBe(1)
  ask()
  expect(times()).toBe(2)
})
