import { cleanup, render, screen } from '@testing-library/react'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDishCheckIn, openServerCheckIn } from './check-in-page.tsx'

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
  ['Dinner Check-In', openDishCheckIn],
  ['Server Check-In', openServerCheckIn],
] as const)('%s, opened without a session', (title, load) => {
  it('says Access Denied and asks the server for nothing', async () => {
    const Page = await load()
    render(<Page />)
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy()
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(requests).not.toHaveBeenCalled()
  })

  it('shows nothing before the session is known', async () => {
    const Page = await load()
    useSessionStore.setState({ isLoading: true })
    render(<Page />)
    expect(screen.queryByText('Access Denied')).toBeNull()
  })
})
