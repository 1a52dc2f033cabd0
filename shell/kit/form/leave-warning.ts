import { useBlocker } from '@ultimate/kit/router.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useEffect } from 'react'

interface LeaveOptions {
  /** True where the site asks without a session as well, because visitors save by a right of their own. */
  readonly isForVisitors?: boolean
}

/**
 * Holds the way out while something would be lost by leaving: the site asks by a dialog of its own (`isAsking`), the
 * browser by its own. Once nothing would be lost any more the question goes, and the page stays.
 */
export function useLeaveWarning(wouldLose: boolean, { isForVisitors = false }: LeaveOptions = {}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      wouldLose &&
      // After the session has ended staff could save nothing.
      (isForVisitors || useSessionStore.getState().isAuthenticated) &&
      currentLocation.pathname !== nextLocation.pathname,
  )

  useUnloadWarning(wouldLose)

  useEffect(() => {
    if (!wouldLose && blocker.state === 'blocked') blocker.reset()
  }, [wouldLose, blocker])

  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}

/** Has the browser ask before the page goes away while something would be lost. */
export function useUnloadWarning(wouldLose: boolean): void {
  useUnloadQuestion(wouldLose && always)
}

const always = () => true

/** Like {@link useUnloadWarning}, where only a look at that moment shows whether something would be lost. */
export function useUnloadQuestion(wouldLose: false | (() => boolean)): void {
  useEffect(() => {
    if (!wouldLose) return
    const warn = (event: BeforeUnloadEvent) => {
      if (wouldLose()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [wouldLose])
}

/** Returns whether anything on the page, in any part, would have the browser ask before the page goes away. */
export const wouldLoseWork = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
