import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

const email = 'turkey@ultimate.example'

/** Stands in for the clipboard that jsdom lacks: everything written, the latest last. */
const clipboard: string[] = []
beforeAll(() => {
  const value = { writeText: async (text: string) => void clipboard.push(text) }
  Object.defineProperty(navigator, 'clipboard', { value, configurable: true })
})
afterAll(() => {
  Reflect.deleteProperty(navigator, 'clipboard')
})

beforeEach(() => {
  vi.useFakeTimers()
  clipboard.length = 0
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const press = (button: HTMLElement) =>
  act(async () => {
    fireEvent.click(button)
    await vi.advanceTimersByTimeAsync(0)
  })

describe('the copy button', () => {
  it('puts the text on the clipboard and says so for 1500 ms', async () => {
    render(<CopyButton text={email}>{email}</CopyButton>)
    const said = screen.getByRole('status')
    expect(said.textContent).toBe('')

    await press(screen.getByRole('button', { name: email }))

    expect(clipboard).toEqual([email])
    expect(said.textContent).toBe('Copied')

    act(() => vi.advanceTimersByTime(1499))
    expect(said.textContent).toBe('Copied')

    act(() => vi.advanceTimersByTime(1))
    expect(said.textContent).toBe('')
  })

  it('starts the time again when it is pressed again', async () => {
    render(<CopyButton text={email}>{email}</CopyButton>)
    const button = screen.getByRole('button', { name: email })

    await press(button)
    act(() => vi.advanceTimersByTime(1000))
    await press(button)
    act(() => vi.advanceTimersByTime(1000))

    expect(screen.getByRole('status').textContent).toBe('Copied')
  })
})
