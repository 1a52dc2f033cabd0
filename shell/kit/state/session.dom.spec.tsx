import { act, renderHook } from '@testing-library/react'
import type { User } from '@ultimate/events/platform/api.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AuthProvider, useAuth } from './auth.tsx'
import {
  dismissEnding,
  type Ending,
  endSession,
  renewToken,
  signIn,
  signOut,
  useEndingStore,
  useSessionStore,
} from './session.ts'

const td: User = {
  id: '0197a5a0-0000-7000-8000-000000000001',
  username: 'td',
  full_name: 'Terry Drake',
  email: 'td@example.org',
  role: 'TD',
  is_verified: true,
}

const openPage = () => renderHook(() => useAuth(), { wrapper: AuthProvider }).result

function store(token: string | null, user: string | null): void {
  if (token !== null) localStorage.setItem('authToken', token)
  if (user !== null) localStorage.setItem('user', user)
}

/** Another tab changes the storage: this one hears of it by an event, and only then. */
function inAnotherTab(change: () => void): void {
  change()
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' })))
}

beforeEach(() => {
  localStorage.clear()
  useSessionStore.setState(useSessionStore.getInitialState(), true)
})
afterEach(() => vi.restoreAllMocks())

describe('before the stored session has been looked at', () => {
  it('the session is loading, without a user', () => {
    expect(useSessionStore.getState()).toEqual({ user: null, token: null, isAuthenticated: false, isLoading: true })
  })
})

describe('on first load', () => {
  it('a stored token with a stored user signs in', () => {
    store('a.b.c', JSON.stringify(td))
    const auth = openPage()
    expect(auth.current).toMatchObject({ user: td, isAuthenticated: true, isLoading: false })
  })

  it.each([
    ['nothing is stored', null, null],
    ['only the token is stored', 'a.b.c', null],
    ['only the user is stored', null, JSON.stringify(td)],
  ])('no user is signed in when %s', (_, token, user) => {
    store(token, user)
    expect(openPage().current).toMatchObject({ user: null, isAuthenticated: false, isLoading: false })
  })

  it.each(['{"id":', 'null', '7'])('a stored user that reads %s removes both entries', (user) => {
    store('a.b.c', user)
    expect(openPage().current).toMatchObject({ user: null, isAuthenticated: false, isLoading: false })
    expect([localStorage.getItem('authToken'), localStorage.getItem('user')]).toEqual([null, null])
  })
})

describe('while the page is open', () => {
  it('login stores user and token', () => {
    const auth = openPage()
    act(() => auth.current.login(td, 'a.b.c'))
    expect(auth.current).toMatchObject({ user: td, isAuthenticated: true })
    expect(localStorage.getItem('authToken')).toBe('a.b.c')
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(td)
  })

  it('updating the profile replaces the stored user and keeps the token', () => {
    const auth = openPage()
    act(() => auth.current.login(td, 'a.b.c'))
    act(() => auth.current.updateProfile({ ...td, full_name: 'Terry D. Drake' }))
    expect(auth.current.user?.full_name).toBe('Terry D. Drake')
    expect(JSON.parse(localStorage.getItem('user') ?? '').full_name).toBe('Terry D. Drake')
    expect(localStorage.getItem('authToken')).toBe('a.b.c')
  })

  it('a new token after a changed password is kept for the next load', async () => {
    const auth = openPage()
    act(() => auth.current.login(td, 'a.b.c'))
    await act(() => renewToken(async () => ({ token: 'd.e.f' })))
    expect([localStorage.getItem('authToken'), useSessionStore.getState().token]).toEqual(['d.e.f', 'd.e.f'])
    expect(auth.current.isAuthenticated).toBe(true)
  })

  it('logout clears both', () => {
    const auth = openPage()
    act(() => auth.current.login(td, 'a.b.c'))
    act(() => auth.current.logout())
    expect(auth.current).toMatchObject({ user: null, isAuthenticated: false, isLoading: false })
    expect(localStorage.length).toBe(0)
  })

  it('a sign-in and a sign-out of another tab are followed', () => {
    const auth = openPage()
    inAnotherTab(() => store('a.b.c', JSON.stringify(td)))
    expect(auth.current).toMatchObject({ user: td, isAuthenticated: true })
    inAnotherTab(() => localStorage.clear())
    expect(auth.current).toMatchObject({ user: null, isAuthenticated: false })
  })
})

describe('a token that the server takes no more', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    signIn(td, 'a.b.c')
  })
  afterEach(() => {
    vi.useRealTimers()
    signOut()
  })
  const isSignedIn = () => useSessionStore.getState().isAuthenticated

  it('of a removed user ends the session at once', () => {
    endSession('a.b.c', 'USER_REMOVED')
    expect(isSignedIn()).toBe(false)
  })

  it('leaves the session alone that has another one by now', async () => {
    await renewToken(async () => ({ token: 'd.e.f' }))
    endSession('a.b.c', 'USER_REMOVED')
    expect(isSignedIn()).toBe(true)
  })

  it('after a change of the password ends the session, unless the new one comes within a moment', async () => {
    endSession('a.b.c', 'TOKEN_REVOKED')
    await renewToken(async () => ({ token: 'd.e.f' }))
    vi.runAllTimers()
    expect(isSignedIn()).toBe(true)
    endSession('d.e.f', 'TOKEN_REVOKED')
    vi.runAllTimers()
    expect(isSignedIn()).toBe(false)
  })

  it('is not taken for the end, in any tab, while a new one is on its way, however long that takes', async () => {
    const queue: { last: Promise<unknown> } = { last: Promise.resolve() }
    const request = <T,>(name: string, _: LockOptions, held: LockGrantedCallback<T>) => {
      const turn = queue.last.then(() => held({ name, mode: 'exclusive' }))
      queue.last = turn.catch(() => undefined)
      return turn
    }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }))
    const answer = Promise.withResolvers<{ token: string }>()
    const renewed = renewToken(() => answer.promise)
    endSession('a.b.c', 'TOKEN_REVOKED')
    vi.runAllTimers()
    await Promise.resolve()
    expect(isSignedIn()).toBe(true)
    answer.resolve({ token: 'd.e.f' })
    await renewed
    await queue.last
    expect(useSessionStore.getState().token).toBe('d.e.f')
    endSession('d.e.f', 'TOKEN_REVOKED')
    await queue.last
    expect(isSignedIn()).toBe(false)
    vi.unstubAllGlobals()
  })

  it('and its renewal go on as without locks where the browser refuses them', async () => {
    const refused = async () => Promise.reject(new DOMException('Access is denied.', 'SecurityError'))
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request: refused } }))
    await renewToken(async () => ({ token: 'd.e.f' }))
    expect(useSessionStore.getState().token).toBe('d.e.f')
    endSession('d.e.f', 'TOKEN_REVOKED')
    await vi.runAllTimersAsync()
    expect(isSignedIn()).toBe(false)
    vi.unstubAllGlobals()
  })
})

describe('how the session ended', () => {
  const ending = (): Ending | null => useEndingStore.getState().ending
  const hear = (key: string, newValue: string | null) =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })))
  beforeEach(() => {
    openPage()
    act(() => signIn(td, 'a.b.c'))
  })

  it('is the code of the server, sent to the other tabs before the session is gone, and stored nowhere', () => {
    const written = vi.spyOn(Storage.prototype, 'setItem')
    act(() => endSession('a.b.c', 'USER_REMOVED'))
    expect(ending()).toBe('USER_REMOVED')
    expect(written.mock.calls).toEqual([['sessionEnding', 'USER_REMOVED']])
    expect(localStorage.length).toBe(0)
  })

  it('is said once: another answer about the same token changes nothing', () => {
    act(() => endSession('a.b.c', 'TOKEN_EXPIRED'))
    act(() => dismissEnding())
    act(() => endSession('a.b.c', 'USER_REMOVED'))
    expect(ending()).toBeNull()
  })

  it('is what another tab says of it, or that it was there', () => {
    hear('sessionEnding', 'TOKEN_REVOKED')
    inAnotherTab(() => localStorage.clear())
    expect(ending()).toBe('TOKEN_REVOKED')
    act(() => signIn(td, 'a.b.c'))
    expect(ending()).toBeNull()
    inAnotherTab(() => localStorage.clear())
    expect(ending()).toBe('elsewhere')
    act(() => signIn(td, 'a.b.c'))
    localStorage.clear()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
    expect([ending(), useSessionStore.getState().isAuthenticated]).toEqual(['wiped', false])
    hear('sessionEnding', 'dismissed')
    expect(ending()).toBeNull()
  })

  it('is not announced where it was an own Logout, or a page says it', () => {
    act(() => signOut())
    expect(ending()).toBe('own')
    act(() => signIn(td, 'a.b.c'))
    act(() => endSession('a.b.c', 'TOKEN_EXPIRED', { isSaid: true }))
    expect([ending(), useSessionStore.getState().isAuthenticated]).toEqual([null, false])
  })
})

it('the auth hook outside its provider is an error', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => renderHook(() => useAuth())).toThrow('the auth hook must be used within an authentication provider')
})
