import { useBlocker } from '@ultimate/kit/router.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useEffect } from 'react'

/**
 * Holds the way out while something would be lost by leaving: the site asks by a dialog of its own (`isAsking`), the
 * browser by its own. Once nothing would be lost any more the question goes, and the page stays.
 */
export function useLeaveWarning(wouldLose: boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // After the session has ended nothing could be saved.
      wouldLose && useSessionStore.getState().isAuthenticated && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!wouldLose) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [wouldLose])

  useEffect(() => {
    if (!wouldLose && blocker.state === 'blocked') blocker.reset()
  }, [wouldLose, blocker])

  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}
