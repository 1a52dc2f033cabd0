import { create } from 'zustand'

/**
 * Whether the session ended by Logout in this very tab. Then no page stays open, not even for the moment until the
 * router has left it; after a session that ended elsewhere, a page that can say so stays.
 */
export const useLogoutStore = create<{ readonly isOwn: boolean }>()(() => ({ isOwn: false }))

/** Set before the session ends, and taken back by the next sign-in. */
export const setOwnLogout = (isOwn: boolean): void => useLogoutStore.setState({ isOwn })
