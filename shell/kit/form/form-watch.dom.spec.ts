import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formWatch, heldBack } from './form-watch.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('The watch over a form', () => {
  it('counts from the opening, and from the next one', () => {
    const watch = formWatch()
    vi.advanceTimersByTime(1200)
    expect(watch.mark().filledMs).toBe(1200)
    watch.opened()
    vi.advanceTimersByTime(300)
    expect(watch.mark().filledMs).toBe(300)
  })

  it('tells what stands in the trap, and lets the next try pass', () => {
    const watch = formWatch()
    const trap = document.createElement('input')
    watch.attach(trap)
    trap.value = 'https://spam.example'
    expect(watch.mark().website).toBe('https://spam.example')
    watch.clearTrap()
    expect(watch.mark().website).toBe('')
  })
})

describe('A mark that is held back', () => {
  it('waits for the rest of the shortest time, and is the same every time', async () => {
    const mark = { filledMs: 1500, website: '' }
    for (let time = 0; time < 2; time++) {
      const done = vi.fn()
      void heldBack(mark, 2000).then(done)
      await vi.advanceTimersByTimeAsync(499)
      expect(done).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(done).toHaveBeenCalledWith({ filledMs: 2000, website: '' })
    }
  })

  it('goes at once where it took longer', async () => {
    const mark = { filledMs: 2000, website: '' }
    expect(await heldBack(mark, 2000)).toBe(mark)
  })
})
