import { useBlocker } from '@ultimate/kit/router.ts'
import { useSession } from '@ultimate/kit/session.ts'
import { useEffect } from 'react'

/** Holds the way out while photos are on their way: the site asks by a dialog of its own, the browser by its own. */
export function useLeaveWarning(isUnderway: boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Whoever is signed out has nothing left that could arrive.
      isUnderway && useSession.getState().isAuthenticated && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!isUnderway) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnderway])

  useEffect(() => {
    // Nothing is on its way any more. What failed may be worth another try, so nobody is taken away.
    if (!isUnderway && blocker.state === 'blocked') blocker.reset()
  }, [isUnderway, blocker])

  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}
