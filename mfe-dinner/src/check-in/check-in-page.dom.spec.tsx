import { cleanup, render, screen } from '@testing-library/react'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DishCheckInPage, ServerCheckInPage } from './check-in-page.tsx'

const requests = vi.fn()

beforeEach(() => {
  vi.stubGlobal('fetch', requests)
  useSessionStore.setState({ user: null, token: null, isAuthenticated: false, isLoading: false }, true)
})
afterEach(() => {
  cleanup()
  requests.mockClear()
  vi.unstubAllGlobals()
})

describe.each([
  ['Dinner Check-In', DishCheckInPage],
  ['Server Check-In', ServerCheckInPage],
] as const)('%s, opened without a session', (title, Page) => {
  it('says Access Denied and asks the server for nothing', () => {
    render(<Page />)
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy()
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(requests).not.toHaveBeenCalled()
  })

  it('shows nothing before the session is known', () => {
    useSessionStore.setState({ isLoading: true })
    render(<Page />)
    expect(screen.queryByText('Access Denied')).toBeNull()
  })
})
