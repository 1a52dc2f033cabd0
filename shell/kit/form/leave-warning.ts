import { useBlocker } from '@ultimate/kit/router.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useEffect } from 'react'

interface LeaveOptions {
  /** Also without a session, because visitors save it by a right of their own. */
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

/** As {@link useUnloadWarning}, where only a look then says whether something would be lost. */
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

/** Whether anything on the page, in whichever part, would have the browser ask before the page goes away. */
export const wouldLoseWork = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
