import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttled } from './throttled.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('runs at once, and once more for all that was asked for meanwhile', () => {
  const work = vi.fn()
  const ask = throttled(work, 250)
  for (let time = 0; time < 500; time++) ask()
  expect(work).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(250)
  expect(work).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(10_000)
  expect(work).toHaveBeenCalledTimes(2)
})

it('can be stopped, and begun again', () => {
  const work = vi.fn()
  const ask = throttled(work, 250)
  for (let time = 0; time < 3; time++) ask()
  ask.stop()
  vi.advanceTimersByTime(10_000)
  expect(work).toHaveBeenCalledTimes(1)
  ask()
  expect(work).toHaveBeenCalledTimes(2)
})

it('runs at once again after a rest, and never twice within one', () => {
  const work = vi.fn()
  const ask = throttled(work, 250)
  ask()
  vi.advanceTimersByTime(250)
  ask()
  expect(work).toHaveBeenCalledTimes(2)
  for (let time = 0; time < 100; time++) {
    ask()
    vi.advanceTimersByTime(10)
  }
  expect(work).toHaveBeenCalledTimes(6)
})
