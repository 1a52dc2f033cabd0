import type { CheckInAnswer, Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { keepTap, onOutcome, useTaps } from '@ultimate/kit/outbox/outbox.ts'
import type { SendOutcome, Tap, TapRequest } from '@ultimate/kit/outbox/tap.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { endRejectedSession, refreshChecklist, requireToken, showInChecklist } from '../checklist-query.ts'
import type { CheckInKind } from '../kinds.ts'
import { arrivalTime } from '../lists/checklist.ts'
import { failureOf, updateSentence } from './failure.ts'
import { checkInRequest, isCheckIn, isWalkIn, type Marks, marksOf, walkedIn } from './marks.ts'

/** One tap for each sign-up. Resolves when they are kept, and so shown. */
export type Press = (signups: readonly Signup[], checkedIn: boolean) => Promise<void>

export interface CheckInTaps {
  readonly marks: Marks
  /** Walk-ins of this page that are no sign-ups yet. */
  readonly arriving: readonly Signup[]
  /** Those of this page that were refused, or could not be sent when that was tried; the oldest first. */
  readonly troubled: readonly Tap[]
  /** The latest one of this page, also when it is sent. */
  readonly lastTap: Tap | null
  /** The sign-ups that were last checked in here, by one press. */
  readonly lastIds: readonly string[]
  readonly press: Press
}

/** What was tapped on this page and is not sent, and how to tap. */
export function useCheckInTaps(kind: CheckInKind): CheckInTaps {
  const taps = useTaps()
  const [lastIds, setLastIds] = useState<readonly string[]>([])
  useEffect(() => onOutcome((tap, outcome) => show(kind, tap, outcome), kind.checkIn), [kind])
  const press = useCallback<Press>(
    (signups, checkedIn) => {
      const kept = tapIfSignedIn(kind, signups, checkedIn)
      // Not at once: the device has the tap sooner where nothing is drawn meanwhile, and the row that was tapped is drawn first.
      const lastPressed = () => startTransition(() => setLastIds(signups.map(({ id }) => id)))
      if (checkedIn) void kept.then(lastPressed)
      return kept
    },
    [kind],
  )
  const marks = useMemo(() => marksOf(taps, kind), [taps, kind])
  const arriving = useMemo(() => walkedIn(taps, kind), [taps, kind])
  const troubled = useMemo(
    () => taps.filter((tap) => isOfPage(tap, kind) && (tap.refusal ?? tap.trouble)),
    [taps, kind],
  )
  const [lastTap, setLastTap] = useState<Tap | null>(null)
  const latest = taps.findLast((tap) => isOfPage(tap, kind))
  if (latest && latest.order > (lastTap?.order ?? 0)) setLastTap(latest)
  return { marks, arriving, troubled, lastTap, lastIds, press }
}

const isOfPage = (tap: Tap, kind: CheckInKind): boolean => isCheckIn(tap, kind) || isWalkIn(tap, kind)

const tapIfSignedIn = (kind: CheckInKind, signups: readonly Signup[], checkedIn: boolean): Promise<void> =>
  keepIfSignedIn(
    kind,
    signups.map((signup) => checkInRequest(kind, signup, checkedIn)),
  )

/** Keeps them one after the other. Without a session nothing is kept, and the page says so. */
export async function keepIfSignedIn(kind: CheckInKind, requests: readonly TapRequest[]): Promise<void> {
  const { token } = useSessionStore.getState()
  try {
    requireToken()
    for (const request of requests) await keepTap(request)
  } catch (error) {
    const failure = failureOf(error)
    endRejectedSession(failure, updateSentence(kind.category, failure), { token, error })
  }
}

/** Shows what the server made of a tap, before the tap is shown as sent. */
async function show(kind: CheckInKind, tap: Tap, outcome: SendOutcome): Promise<void> {
  if (!isOfPage(tap, kind)) return
  if (outcome.kind === 'accepted') {
    const answer = outcome.answer as CheckInAnswer
    await showInChecklist(kind, answer.signup, tap.key)
    tellOthers(answer)
  } else if (outcome.kind !== 'unanswered') {
    const failure = failureOf(outcome.error)
    const { token } = useSessionStore.getState()
    if (failure.kind === 'refused') void refreshChecklist(kind)
    else endRejectedSession(failure, updateSentence(kind.category, failure), { token, error: outcome.error })
  }
}

const toldMs = 10_000

/** What others did meanwhile: it is no failure, but another truth than the one on the screen. */
function tellOthers({ signup, already }: CheckInAnswer): void {
  const { person_name: person, removed } = signup
  if (removed)
    toast.error(`${person} was removed from the list meanwhile. The check-in is recorded, and staff decide.`, {
      duration: toldMs,
    })
  else if (already && already.by !== useSessionStore.getState().user?.full_name)
    toast.success(
      `${person} was checked in already, by ${already.by ?? 'someone'} at ${arrivalTime(already.at, new Date())}.`,
      { duration: toldMs },
    )
}
