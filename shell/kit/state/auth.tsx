import { replaceUser, restoreSession, signIn, signOut, useSessionStore } from '@ultimate/kit/state/session.ts'
import { createContext, type ReactNode, useContext, useEffect } from 'react'

const Inside = createContext(false)

/** Reads the stored session once and keeps it in step with other tabs. */
export function AuthProvider({ children }: { readonly children: ReactNode }) {
  useEffect(() => restoreSession(), [])
  return <Inside value={true}>{children}</Inside>
}

/** Returns who is signed in, and the functions that change that. */
export function useAuth() {
  if (!useContext(Inside)) throw new Error('the auth hook must be used within an authentication provider')
  const { user, isAuthenticated, isLoading } = useSessionStore()
  return { user, isAuthenticated, isLoading, login: signIn, updateProfile: replaceUser, logout: () => signOut() }
}
