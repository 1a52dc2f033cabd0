import { act, cleanup, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { App } from './app.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('one router follows the address, also where React draws the page a second time before it shows it', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  // The document of the tests lacks these.
  Object.assign(HTMLDialogElement.prototype, { close: () => undefined })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const listen = vi.spyOn(window, 'addEventListener')
  await act(async () =>
    render(
      <StrictMode>
        <App gate="open" />
      </StrictMode>,
    ),
  )
  // One more for the overlays of the page.
  expect(listen.mock.calls.filter(([event]) => event === 'popstate')).toHaveLength(2)
})
