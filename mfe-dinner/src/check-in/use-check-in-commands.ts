import type { CheckInAnswer, Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { CommandRequest, QueuedCommand, SendOutcome } from '@ultimate/kit/offline-queue/command.ts'
import { onOutcome, queueCommand, useQueuedCommands } from '@ultimate/kit/offline-queue/queue.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { endRejectedSession, refreshChecklist, requireToken, showInChecklist } from './checklist-query.ts'
import { type CheckInKind, classifyFailure, updateSentence } from './kinds.ts'
import { timeWithDay } from './lists/checklist.ts'
import { buildWalkIns, checkInRequest, collectMarks, isCheckIn, isWalkIn, type Marks } from './marks.ts'

/** Queues one command for each sign-up. Resolves when they are stored, and so shown. */
export type Press = (signups: readonly Signup[], checkedIn: boolean) => Promise<void>

export interface CheckInCommands {
  readonly marks: Marks
  /** Queued walk-ins of this page, which the server has not made sign-ups yet. */
  readonly unsavedWalkIns: readonly Signup[]
  /** Commands of this page that were rejected, or that a try could not send; the oldest first. */
  readonly failedCommands: readonly QueuedCommand[]
  /** The latest command of this page, also once it is sent and out of the queue. */
  readonly lastCommand: QueuedCommand | null
  /** The sign-ups that were last checked in here, by one press. */
  readonly lastCheckedInIds: readonly string[]
  readonly press: Press
}

/** The queued commands of this page, and how to queue one. */
export function useCheckInCommands(kind: CheckInKind): CheckInCommands {
  const commands = useQueuedCommands()
  const [lastCheckedInIds, setLastCheckedInIds] = useState<readonly string[]>([])
  useEffect(() => onOutcome((command, outcome) => showOutcome(kind, command, outcome), kind.checkIn), [kind])
  const press = useCallback<Press>(
    (signups, checkedIn) => {
      const queued = queueCheckIns(kind, signups, checkedIn)
      // After the command is stored, as a transition: drawing would delay the storing, and the pressed row comes first.
      const markAsLast = () => startTransition(() => setLastCheckedInIds(signups.map(({ id }) => id)))
      if (checkedIn) void queued.then(markAsLast)
      return queued
    },
    [kind],
  )
  const marks = useMemo(() => collectMarks(commands, kind), [commands, kind])
  const unsavedWalkIns = useMemo(() => buildWalkIns(commands, kind), [commands, kind])
  const failedCommands = useMemo(
    () => commands.filter((command) => isOfPage(command, kind) && (command.rejection ?? command.failure)),
    [commands, kind],
  )
  const [lastCommand, setLastCommand] = useState<QueuedCommand | null>(null)
  const latest = commands.findLast((command) => isOfPage(command, kind))
  if (latest && latest.order > (lastCommand?.order ?? 0)) setLastCommand(latest)
  return { marks, unsavedWalkIns, failedCommands, lastCommand, lastCheckedInIds, press }
}

const isOfPage = (command: QueuedCommand, kind: CheckInKind): boolean =>
  isCheckIn(command, kind) || isWalkIn(command, kind)

const queueCheckIns = (kind: CheckInKind, signups: readonly Signup[], checkedIn: boolean): Promise<void> =>
  queueIfSignedIn(
    kind,
    signups.map((signup) => checkInRequest(kind, signup, checkedIn)),
  )

/** Queues the requests one after the other. Without a session none is queued, and a toast shows why. */
export async function queueIfSignedIn(kind: CheckInKind, requests: readonly CommandRequest[]): Promise<void> {
  const { token } = useSessionStore.getState()
  try {
    requireToken()
    for (const request of requests) await queueCommand(request)
  } catch (error) {
    const failure = classifyFailure(error)
    endRejectedSession(failure, updateSentence(kind.category, failure), { token, error })
  }
}

/** Shows what the server made of a command, before the command is shown as sent. */
async function showOutcome(kind: CheckInKind, command: QueuedCommand, outcome: SendOutcome): Promise<void> {
  if (!isOfPage(command, kind)) return
  if (outcome.kind === 'done') {
    const answer = outcome.answer as CheckInAnswer
    await showInChecklist(kind, answer.signup, command.key)
    showConflict(answer)
  } else if (outcome.kind !== 'unknown') {
    const failure = classifyFailure(outcome.error)
    const { token } = useSessionStore.getState()
    if (failure.kind === 'rejected') void refreshChecklist(kind)
    else endRejectedSession(failure, updateSentence(kind.category, failure), { token, error: outcome.error })
  }
}

const conflictMs = 10_000

/** Shows what others did in the meantime: it is no failure, but differs from what the screen showed. */
function showConflict({ signup, already }: CheckInAnswer): void {
  const { person_name: person, removed } = signup
  if (removed)
    toast.error(`${person} was removed from the list meanwhile. The check-in is recorded, and staff decide.`, {
      duration: conflictMs,
    })
  else if (already && already.by !== useSessionStore.getState().user?.full_name)
    toast.success(
      `${person} was checked in already, by ${already.by ?? 'someone'} at ${timeWithDay(already.at, new Date())}.`,
      { duration: conflictMs },
    )
}
