import type { User } from '@ultimate/events/staff/api.ts'
import { deviceStorage } from '@ultimate/kit/state/kept.ts'
import { create } from 'zustand'

const keys = { token: 'authToken', user: 'user' } as const

interface Session {
  readonly user: User | null
  readonly token: string | null
  readonly isAuthenticated: boolean
  /** True until what was stored has been looked at. */
  readonly isLoading: boolean
}

const signedOut = { user: null, token: null, isAuthenticated: false, isLoading: false } as const satisfies Session

/** Who is signed in on this device. One instance for the shell and all parts. */
export const useSessionStore = create<Session>()(() => ({ ...signedOut, isLoading: true }))

/** What is stored, if it can be read; else both entries are removed. */
function stored(): Session {
  const token = deviceStorage.getItem(keys.token)
  const text = deviceStorage.getItem(keys.user)
  if (!token || !text) return signedOut
  try {
    const user: User | null = JSON.parse(text)
    if (user && typeof user === 'object') return { user, token, isAuthenticated: true, isLoading: false }
  } catch {
    // Falls through: what cannot be read is as good as absent.
  }
  forget()
  return signedOut
}

function forget(): void {
  deviceStorage.removeItem(keys.token)
  deviceStorage.removeItem(keys.user)
}

/** Reads the stored session, and follows sign-ins and sign-outs of other tabs. Returns how to stop following. */
export function restoreSession(): () => void {
  useSessionStore.setState(stored(), true)
  const follow = (event: StorageEvent) => {
    if (event.key === null || event.key === keys.token || event.key === keys.user)
      useSessionStore.setState(stored(), true)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

export function signIn(user: User, token: string): void {
  deviceStorage.setItem(keys.token, token)
  deviceStorage.setItem(keys.user, JSON.stringify(user))
  useSessionStore.setState({ user, token, isAuthenticated: true, isLoading: false }, true)
}

/** The signed-in user changed their own account. */
export function replaceUser(user: User): void {
  deviceStorage.setItem(keys.user, JSON.stringify(user))
  useSessionStore.setState({ user })
}

/** Held by the tab that is changing the password, so that no tab of this browser takes the old token's end for its own. */
const renewalLock = 'token-renewal'

/** `navigator.locks` exists on secure origins only. */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined)

/**
 * Asks for a new token in place of this device's own, and keeps it: a new password ends the old one. Meanwhile, in
 * no tab ends its session because the old one ended.
 */
export function renewToken(ask: () => Promise<{ readonly token: string }>): Promise<void> {
  const renew = async () => {
    const { token } = await ask()
    deviceStorage.setItem(keys.token, token)
    useSessionStore.setState({ token })
  }
  return locks()?.request(renewalLock, renew) ?? renew()
}

export function signOut(): void {
  forget()
  useSessionStore.setState(signedOut, true)
}

/** Where there are no locks, a change of the password of this very browser may have its new token on the way so long. */
const renewalMs = 2000

/**
 * The server takes this token no more, and says why. It may have been replaced meanwhile, or be about to be: a user who
 * changes the password hears from one connection that the old token ended before another one brings the new token.
 */
export function endSession(token: string | null, code?: string): void {
  const signOutIfOver = () => {
    // Another tab's new token is stored before this tab hears of it.
    const kept = deviceStorage.getItem(keys.token) ?? token
    if (useSessionStore.getState().token === token && kept === token) signOut()
  }
  if (code !== 'TOKEN_REVOKED') signOutIfOver()
  else if (locks()) void locks()?.request(renewalLock, signOutIfOver)
  else setTimeout(signOutIfOver, renewalMs)
}

/**
 * Whether the session ended by Logout in this very tab. Then no page stays open, not even for the moment until the
 * router has left it; after a session that ended elsewhere, a page that can say so stays.
 */
export const useLogoutStore = create<{ readonly isOwn: boolean }>()(() => ({ isOwn: false }))

/** Set before the session ends, and taken back by the next sign-in. */
export const setOwnLogout = (isOwn: boolean): void => useLogoutStore.setState({ isOwn })
