import { useBlocker } from '@ultimate/kit/router.ts'
import { useSession } from '@ultimate/kit/session.ts'
import { useEffect } from 'react'

/** Holds the way out while something is unsaved: the site asks by a dialog of its own, the browser by its own. */
export function useLeaveWarning(isDirty: boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Whoever is signed out has nothing left that could be saved.
      isDirty && useSession.getState().isAuthenticated && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])

  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}
