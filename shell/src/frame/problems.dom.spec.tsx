import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PageProblem, Region, SiteProblem } from './problems.tsx'

const Broken = () => {
  throw new TypeError('a bug')
}
const Frame = () => (
  <>
    <header>Frame</header>
    <Outlet />
  </>
)

/** The number of requests for the page's file. */
let asked = 0

beforeEach(() => {
  asked = 0
  // React reports each error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.restoreAllMocks()
})

const missing = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' })

const show = (path: string, frame = <Frame />) =>
  act(async () => {
    const lost = async () => {
      if (++asked === 1) throw missing
      return { Component: () => <h1>It came</h1> }
    }
    const children = [
      { path: '/broken', element: <Broken /> },
      { path: '/lost', lazy: lost },
    ]
    const pages = { errorElement: <PageProblem />, children }
    const routes = [
      { element: frame, errorElement: <SiteProblem />, hydrateFallbackElement: <p>Soon</p>, children: [pages] },
    ]
    render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />)
  })

describe('a page that is not there', () => {
  it('stands in the frame, and comes by Try again where its file was lost', async () => {
    await show('/lost')
    expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t load it')
    expect(screen.getByRole('banner')).toBeDefined()
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
    expect(await screen.findByRole('heading', { name: 'It came' })).toBeDefined()
  })

  it('comes by itself with the connection', async () => {
    // No timer of its own may bring it.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await show('/lost')
    // Each look moves the clock on by an interval; all of them by less than a page waits for.
    const soon = { timeout: 10_000, interval: 20 }
    await vi.waitFor(() => screen.getByRole('alert'), soon)
    // The listener may be added after the words are drawn.
    await vi.waitFor(() => {
      fireEvent(window, new Event('online'))
      expect(screen.getByRole('heading', { name: 'It came' })).toBeDefined()
    }, soon)
  })

  it('can only be loaded anew where it broke', async () => {
    await show('/broken')
    expect((await screen.findByRole('alert')).textContent).toContain('Something in this page broke')
    expect(screen.getByRole('banner')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  })
})

it('the whole site says whom to write to, and when and where the tournament is, where its frame breaks', async () => {
  await show('/broken', <Broken />)
  const words = (await screen.findByRole('main')).textContent
  for (const part of ['Something broke', 'turkey@ultimate.example', 'Huntsville']) expect(words).toContain(part)
  expect(screen.queryByRole('banner')).toBeNull()
})

it('what breaks in a region leaves what stands beside it', async () => {
  await show(
    '/broken',
    <>
      <Region>
        <Broken />
      </Region>
      <header>Frame</header>
    </>,
  )
  expect(screen.getByRole('banner').textContent).toBe('Frame')
})
