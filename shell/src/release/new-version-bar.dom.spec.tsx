import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { noticeRelease, startRelease, withoutReload } from '@ultimate/kit/state/release.ts'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NewVersionBar } from './new-version-bar.tsx'

const reload = vi.fn()

function hide(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
  fireEvent(document, new Event('visibilitychange'))
}

const release = (named: string) => noticeRelease(new Response(null, { headers: { 'x-release': named } }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response()),
  )
  vi.stubGlobal('location', { ...location, reload })
  startRelease({ shell: 'a1' })
  const page = (
    <>
      <NewVersionBar />
      <input aria-label="Name" />
    </>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)
})
afterEach(() => {
  hide(false)
  cleanup()
  sessionStorage.clear()
  reload.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('An open page of an older version', () => {
  it('says so, and takes the new one at a tap', () => {
    expect(screen.getByRole('status').textContent).toBe('')
    act(() => release('shell=b2'))
    expect(screen.getByRole('status').textContent).toContain('A new version is ready.')
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('reloads by itself once it has been hidden for a while, one time for each version', () => {
    act(() => release('shell=b2'))
    vi.advanceTimersByTime(60_000)
    expect(reload).not.toHaveBeenCalled()
    for (let times = 0; times < 2; times++) {
      act(() => hide(true))
      vi.advanceTimersByTime(60_000)
      act(() => hide(false))
    }
    expect(reload).toHaveBeenCalledTimes(1)
  })

  const answer = Promise.withResolvers<void>()
  const reasons: Record<string, () => void> = {
    'something was typed': () => fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'A' } }),
    'an answer is awaited': () => void withoutReload(answer.promise),
    'something unsaved holds the page': () =>
      addEventListener('beforeunload', (event) => event.preventDefault(), { once: true }),
    'a dialog is open': () => document.body.append(Object.assign(document.createElement('div'), { role: 'dialog' })),
  }
  it.each(Object.entries(reasons))('stays as it is while %s', async (_, hold) => {
    act(() => release('shell=b2'))
    act(hold)
    act(() => hide(true))
    vi.advanceTimersByTime(60_000)
    expect(reload).not.toHaveBeenCalled()
    document.querySelector('[role="dialog"]')?.remove()
    answer.resolve()
    await answer.promise
  })
})
