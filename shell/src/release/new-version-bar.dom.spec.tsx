import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const reload = vi.fn()
let state: typeof import('@ultimate/kit/state/release.ts')

function hide(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
  fireEvent(document, new Event('visibilitychange'))
}

const release = (named: string) => state.noticeRelease(new Response(null, { headers: { 'x-release': named } }))

beforeEach(async () => {
  // Each test begins as in a new page: calls of other tests may still be on their way, and would hold a reload.
  vi.resetModules()
  state = await import('@ultimate/kit/state/release.ts')
  const { NewVersionBar } = await import('./new-version-bar.tsx')
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response()),
  )
  vi.stubGlobal('location', { ...location, reload })
  state.startRelease({ shell: 'a1' })
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

  it('does not ask while something waits to be sent, and does once only refused ones are left', async () => {
    const { useWaitingStore } = await import('@ultimate/kit/state/waiting.ts')
    const of = { userId: 'hank', username: 'helper', count: 2, since: 0, isHeldUp: true }
    act(() => useWaitingStore.setState({ of: [{ ...of, refused: 1 }] }))
    act(() => release('shell=b2'))
    expect(screen.getByRole('status').textContent).toBe('')
    act(() => useWaitingStore.setState({ of: [{ ...of, refused: 2 }] }))
    expect(screen.getByRole('status').textContent).toContain('A new version is ready.')
  })

  const answer = Promise.withResolvers<void>()
  const reasons: Record<string, () => void> = {
    'something was typed': () => fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'A' } }),
    'an answer is awaited': () => void state.withoutReload(answer.promise),
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
