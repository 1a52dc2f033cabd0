import type { User } from '@ultimate/events/platform/api.ts'
import { deviceStorage } from '@ultimate/kit/state/storage.ts'
import { create } from 'zustand'
import { withLock } from './tabs.ts'

const keys = { token: 'authToken', user: 'user' } as const
/** Set for a moment, to notify the other tabs how the session ended, just before its entries are removed. */
const endingKey = 'sessionEnding'
const dismissed = 'dismissed'

interface Session {
  readonly user: User | null
  readonly token: string | null
  readonly isAuthenticated: boolean
  /** True until the stored session is read. */
  readonly isLoading: boolean
}

const signedOut = { user: null, token: null, isAuthenticated: false, isLoading: false } as const satisfies Session

/** The session of this device. One instance for the shell and all parts. */
export const useSessionStore = create<Session>()(() => ({ ...signedOut, isLoading: true }))

/**
 * `own`: by Logout in this tab; `elsewhere`: in another tab; `wiped`: with all site data; else the server's code.
 */
export type Ending = 'own' | 'elsewhere' | (string & {})

/**
 * The ending of this tab's last session, until a user signs in or has read it. Null also if a page shows it itself.
 * After a Logout in this tab no page stays open; after another end, a page that can show that stays.
 */
export const useEndingStore = create<{ readonly ending: Ending | null }>()(() => ({ ending: null }))

/** Returns the stored session, if it can be read; else removes both entries. */
function readStored(): Session {
  const token = deviceStorage.getItem(keys.token)
  const text = deviceStorage.getItem(keys.user)
  if (!token || !text) return signedOut
  try {
    const user: User | null = JSON.parse(text)
    if (user && typeof user === 'object') return { user, token, isAuthenticated: true, isLoading: false }
  } catch {
    // Falls through: what cannot be read is as good as absent.
  }
  removeStored()
  return signedOut
}

function removeStored(): void {
  deviceStorage.removeItem(keys.token)
  deviceStorage.removeItem(keys.user)
}

/** Reads the stored session, and follows sign-ins and sign-outs of other tabs. Returns how to stop following. */
export function restoreSession(): () => void {
  useSessionStore.setState(readStored(), true)
  let announcedEnding: Ending = 'elsewhere'
  const follow = (event: StorageEvent) => {
    const { key, newValue } = event
    announcedEnding = endingIn(event) ?? announcedEnding
    if (key === endingKey && newValue === dismissed) useEndingStore.setState({ ending: null })
    if (key !== null && key !== keys.token && key !== keys.user) return
    const { isAuthenticated } = useSessionStore.getState()
    const session = readStored()
    if (session.isAuthenticated) useEndingStore.setState({ ending: null })
    else if (isAuthenticated) useEndingStore.setState({ ending: announcedEnding })
    announcedEnding = 'elsewhere'
    useSessionStore.setState(session, true)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

/**
 * Returns how the session ends by a change of the storage, or null. Without a key, all site data was cleared, which no
 * Logout does.
 */
function endingIn({ key, newValue }: StorageEvent): Ending | null {
  if (key === null) return 'wiped'
  return key === endingKey && newValue !== dismissed ? newValue : null
}

export function signIn(user: User, token: string): void {
  deviceStorage.setItem(keys.token, token)
  deviceStorage.setItem(keys.user, JSON.stringify(user))
  useEndingStore.setState({ ending: null })
  useSessionStore.setState({ user, token, isAuthenticated: true, isLoading: false }, true)
}

/** The signed-in user changed their own account. */
export function replaceUser(user: User): void {
  deviceStorage.setItem(keys.user, JSON.stringify(user))
  useSessionStore.setState({ user })
}

/** Held by the tab that is changing the password, so that no tab of this browser signs out when the old token ends. */
const renewalLock = 'token-renewal'

/**
 * Asks for a new token in place of this device's own, and stores it: a new password ends the old one. Meanwhile, no tab
 * ends its session because the old one ended.
 */
export function renewToken(ask: () => Promise<{ readonly token: string }>): Promise<void> {
  return withLock(renewalLock, {}, async () => {
    const { token } = await ask()
    deviceStorage.setItem(keys.token, token)
    useSessionStore.setState({ token })
  })
}

/** Ends the session of this device. Sets the ending first, because guards read it when the session is gone. */
export function signOut(ending: Ending | null = 'own'): void {
  useEndingStore.setState({ ending })
  removeStored()
  useSessionStore.setState(signedOut, true)
}

function notifyOtherTabs(news: Ending | typeof dismissed): void {
  deviceStorage.setItem(endingKey, news)
  deviceStorage.removeItem(endingKey)
}

/** Records that the user has read how their session ended, in any tab. */
export function dismissEnding(): void {
  useEndingStore.setState({ ending: null })
  notifyOtherTabs(dismissed)
}

/** Without locks, a tab waits so many milliseconds for the new token of a password change in this browser. */
const renewalMs = 2000

/**
 * Ends the session because the server rejected this token, unless a new token has replaced it or is about to. After a
 * change of the password, the live stream may report the end of the old token before the answer brings the new one.
 * `isSaid` where the caller itself shows the reason.
 */
export function endSession(token: string | null, code?: string, { isSaid = false } = {}): void {
  const signOutIfOver = () => {
    // Another tab's new token is in the storage before this tab gets the event about it.
    const storedToken = deviceStorage.getItem(keys.token) ?? token
    if (useSessionStore.getState().token !== token || storedToken !== token) return
    if (code) notifyOtherTabs(code)
    signOut(isSaid ? null : (code ?? 'elsewhere'))
  }
  if (code !== 'TOKEN_REVOKED') signOutIfOver()
  else
    void withLock(renewalLock, {}, (lock) => {
      if (lock) signOutIfOver()
      else setTimeout(signOutIfOver, renewalMs)
    })
}
