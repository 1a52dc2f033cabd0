import { useBlocker } from '@ultimate/kit/router.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useEffect } from 'react'

interface LeaveOptions {
  /** True on pages where visitors can save, so that the site also asks without a session. */
  readonly isForVisitors?: boolean
}

/**
 * Asks before the page is left while something would be lost. The site's dialog asks (`isAsking`), and the browser's
 * own when the tab closes. Once nothing would be lost, the question disappears and the page stays.
 */
export function useLeaveWarning(wouldLose: boolean, { isForVisitors = false }: LeaveOptions = {}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      wouldLose &&
      // Once the session has ended, staff could not save anything anyway.
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

/** Makes the browser ask before the page closes while something would be lost. */
export function useUnloadWarning(wouldLose: boolean): void {
  useUnloadQuestion(wouldLose && always)
}

const always = () => true

/** Like {@link useUnloadWarning}, but decides at that moment whether something would be lost. */
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

/** Returns whether anything on the page, in any part, would make the browser ask before the page closes. */
export const wouldLoseWork = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
