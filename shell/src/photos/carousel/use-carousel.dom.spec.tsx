import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { slideshowInterval, useSlideshow } from './use-carousel.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Show({ isAllowed = true }: { readonly isAllowed?: boolean }) {
  const area = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(0)
  const { isOn, toggle } = useSlideshow({ area, index, isAllowed, onNext: (from) => setIndex(from + 1) })
  return (
    <div ref={area}>
      <output>{index}</output>
      <button type="button">Next</button>
      <button type="button" data-slideshow="" onClick={toggle}>
        {isOn ? 'Pause' : 'Play'}
      </button>
    </div>
  )
}

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const shown = () => Number(screen.getByRole('status').textContent)
const button = (name: string) => screen.getByRole('button', { name })
const start = () => fireEvent.click(button('Play'))

describe('the slideshow', () => {
  it('is off until the visitor starts it, and moves every four seconds then', () => {
    render(<Show />)
    wait(60_000)
    expect(shown()).toBe(0)
    start()
    wait(slideshowInterval - 1)
    expect(shown()).toBe(0)
    wait(1)
    expect(shown()).toBe(1)
    wait(slideshowInterval)
    expect([shown(), slideshowInterval]).toEqual([2, 4000])
  })

  it('stops by its button', () => {
    render(<Show />)
    start()
    fireEvent.click(button('Pause'))
    wait(60_000)
    expect(shown()).toBe(0)
  })

  it('waits while the visitor points at it, and gives each photo its whole time afterwards', () => {
    render(<Show />)
    start()
    wait(slideshowInterval - 1)
    fireEvent.pointerOver(screen.getByRole('status'))
    wait(60_000)
    expect(shown()).toBe(0)
    const area = screen.getByRole('status').parentElement as HTMLElement
    act(() => void area.dispatchEvent(new PointerEvent('pointerleave')))
    wait(slideshowInterval - 1)
    expect(shown()).toBe(0)
    wait(1)
    expect(shown()).toBe(1)
  })

  it('waits while the focus is in it, but not on the button that started it', () => {
    render(<Show />)
    start()
    act(() => button('Pause').focus())
    wait(slideshowInterval)
    expect(shown()).toBe(1)
    act(() => button('Next').focus())
    wait(60_000)
    expect(shown()).toBe(1)
    act(() => button('Next').blur())
    wait(slideshowInterval)
    expect(shown()).toBe(2)
  })

  it('stops where nothing may move by itself', () => {
    const { rerender } = render(<Show />)
    start()
    rerender(<Show isAllowed={false} />)
    wait(60_000)
    expect(shown()).toBe(0)
  })
})
