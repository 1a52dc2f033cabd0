import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { startRelease, useReleaseStore } from '@ultimate/kit/state/release.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isFileMissing, LateAnswer, late } from './late.tsx'
import { SkeletonRows } from './skeleton.tsx'

const Login = ({ name }: { readonly name: string }) => <p>Login of {name}</p>
const gone = () => Promise.reject(Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' }))

/** The file comes at the attempt with this number. */
function comingAt(attempt: number) {
  let attempts = 0
  const load = vi.fn(async () => {
    attempts += 1
    return attempts < attempt ? gone() : Login
  })
  return { load, Late: late(load, { what: 'The login', waiting: <p>Soon</p> }) }
}

/**
 * Each look at what is awaited moves a clock that stands on by an interval; all of them by less than a file waits for.
 */
const soon = { timeout: 10_000, interval: 20 }

beforeEach(() => {
  startRelease({ shell: 'a1' })
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(null, { headers: { 'x-release': 'shell=a1' } })),
  )
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
})

describe('A component in a file of its own', () => {
  it('keeps its place until it is there, and is loaded once', async () => {
    const { load, Late } = comingAt(1)
    render(
      <>
        <Late name="Ann" />
        <Late name="Bob" />
      </>,
    )
    expect(screen.getAllByText('Soon')).toHaveLength(2)
    expect(await screen.findByText('Login of Ann')).toBeDefined()
    expect(screen.getByText('Login of Bob')).toBeDefined()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is loaded once it is wanted, where not all it is given asks for it', async () => {
    const load = vi.fn(async () => Login)
    const Late = late(load, { what: 'The login', isWanted: ({ name }) => name !== '', waiting: <p>Soon</p> })
    const { rerender } = render(<Late name="" />)
    expect(screen.queryByText('Soon')).toBeNull()
    expect(load).not.toHaveBeenCalled()
    rerender(<Late name="Ann" />)
    expect(await screen.findByText('Login of Ann')).toBeDefined()
    rerender(<Late name="" />)
    expect(screen.getByText('Login of')).toBeDefined()
  })

  it('says that it did not come, and comes by Try again', async () => {
    const { Late } = comingAt(2)
    render(<Late name="Ann" />)
    expect((await screen.findByRole('alert')).textContent).toContain('The login didn’t load')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Login of Ann')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('comes by itself with the connection', async () => {
    const { Late } = comingAt(2)
    // No timer of its own may bring it.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    render(<Late name="Ann" />)
    await vi.waitFor(() => screen.getByRole('alert'), soon)
    // The listener may be added after the words are drawn.
    await vi.waitFor(() => {
      fireEvent(window, new Event('online'))
      expect(screen.getByText('Login of Ann')).toBeDefined()
    }, soon)
  })

  it('comes by itself in a while, also where nothing is drawn in its place', async () => {
    let attempts = 0
    const load = async () => (++attempts < 2 ? gone() : Login)
    const Late = late(load, { what: 'The live connection', failed: () => <p>Nothing</p> })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    render(<Late name="Ann" />)
    await screen.findByText('Nothing')
    // The timer may be set after the words are drawn.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    vi.advanceTimersByTime(15_000)
    vi.useRealTimers()
    expect(await screen.findByText('Login of Ann')).toBeDefined()
  })

  it('brings what is said about it into view where that answers a press, and only there', async () => {
    const scrolled = vi.fn()
    // This document has no such method.
    Object.assign(Element.prototype, { scrollIntoView: scrolled })
    for (const options of [{}, { failed: LateAnswer }]) {
      const Late = late(gone, { what: 'The login', ...options })
      render(<Late />)
      await screen.findByRole('alert')
      cleanup()
    }
    expect(scrolled).toHaveBeenCalledOnce()
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  })

  it('comes by itself in a while', async () => {
    const { Late } = comingAt(2)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    render(<Late name="Ann" />)
    await screen.findByRole('alert')
    // The timer may be set after the words are drawn.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    vi.advanceTimersByTime(15_000)
    vi.useRealTimers()
    expect(await screen.findByText('Login of Ann')).toBeDefined()
  })

  it('is tried anew where it is drawn after an early attempt failed', async () => {
    const { load, Late } = comingAt(2)
    Late.preload()
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
    await new Promise(setImmediate)
    render(<Late name="Ann" />)
    expect(await screen.findByText('Login of Ann')).toBeDefined()
  })

  it('asks for a reload instead where the server has another version of the site', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(null, { headers: { 'x-release': 'shell=b2' } })),
    )
    const { Late } = comingAt(2)
    render(<Late name="Ann" />)
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeDefined()
    expect(screen.getByRole('alert').textContent).toContain('A new version of the site is ready')
    expect(useReleaseStore.getState().newer).toBe('shell=b2')
  })
})

it('tells missing files from other errors', async () => {
  expect(isFileMissing(await gone().catch((error: unknown) => error))).toBe(true)
  expect(isFileMissing(Object.assign(new Error('no css'), { code: 'CSS_CHUNK_LOAD_FAILED' }))).toBe(true)
  expect(isFileMissing(new TypeError('x is undefined'))).toBe(false)
})

describe('A skeleton', () => {
  it('says that what it stands for comes by itself, for as long as there is no network', () => {
    render(<SkeletonRows label="Loading teams" />)
    expect(screen.getByRole('status').textContent).toBe('Loading teams')
    act(() => useConnectionStore.setState({ isOnline: false }))
    expect(screen.getByText(/^You’re offline\. This loads when you’re back online/)).toBeDefined()
    act(() => useConnectionStore.setState({ isOnline: true }))
    expect(screen.queryByText(/offline/)).toBeNull()
  })
})
