import type { Signup } from '@ultimate/events/dinner/signup-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { newKey } from '../slots/new-key.ts'
import { type Desk, type DeskState, openDesk } from './desk.ts'
import type { CheckInKind } from './kinds.ts'
import { perform } from './perform.ts'

/** The desk of this page, told whatever the server says. */
export function useDesk(kind: CheckInKind, signups: readonly Signup[] | undefined): { desk: Desk; state: DeskState } {
  const [desk] = useState(() =>
    openDesk({
      perform: (attempt) => perform(kind, attempt),
      newKey,
      now: () => new Date(),
      // Whoever lost his session has been told of that already.
      tellElsewhere: (sentence) => {
        if (useSessionStore.getState().isAuthenticated) toast.error(sentence)
      },
    }),
  )
  useEffect(() => {
    if (signups) desk.hear(signups)
  }, [desk, signups])
  return { desk, state: useSyncExternalStore(desk.subscribe, desk.state) }
}
