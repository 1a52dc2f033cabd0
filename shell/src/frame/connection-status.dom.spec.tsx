import { act, cleanup, render, screen } from '@testing-library/react'
import { streamFound, streamLost } from '@ultimate/kit/state/connection.ts'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { ConnectionStatus } from './connection-status.tsx'

afterEach(() => {
  cleanup()
  streamFound()
  vi.useRealTimers()
})

it('The bar shows that the site does not answer, until it does', async () => {
  vi.useFakeTimers()
  render(<ConnectionStatus />, { wrapper: MemoryRouter })
  const shown = () => screen.getByRole('status').textContent
  expect(shown()).toBe('')
  streamLost()
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(shown()).toBe('No connection to the site. What you see may be out of date.')
  act(() => streamFound())
  expect(shown()).toBe('')
})
