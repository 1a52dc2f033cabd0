import type { CheckInAnswer, Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { CommandRequest, QueuedCommand, SendOutcome } from '@ultimate/kit/offline-queue/command.ts'
import { onOutcome, queueCommand, useQueuedCommands } from '@ultimate/kit/offline-queue/queue.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { endRejectedSession, hasToken, refreshChecklist, showInChecklist } from './checklist-query.ts'
import { type CheckInKind, classifyFailure, NoToken } from './kinds.ts'
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
  // Where a check-in ends the session, `showOutcome` shows that instead of the shell.
  useEffect(() => onOutcome((command, outcome) => showOutcome(kind, command, outcome), kind.checkIn), [kind])
  const press = useCallback<Press>(
    (signups, checkedIn) => {
      const queued = queueCheckIns(kind, signups, checkedIn)
      // Not before the command is stored: drawing would delay that. A transition lets the pressed row come first.
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
  // Remains after the command has left the queue. Set while rendering, as React allows for own state.
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

/** Queues the requests one after the other. Without a token none is queued, the session ends, and a toast shows why. */
export async function queueIfSignedIn(kind: CheckInKind, requests: readonly CommandRequest[]): Promise<void> {
  if (!hasToken()) return endRejectedSession(kind, new NoToken())
  for (const request of requests) await queueCommand(request)
}

/** Shows the server's answer to a command, before the command is shown as sent. An unknown outcome is tried again. */
async function showOutcome(kind: CheckInKind, command: QueuedCommand, outcome: SendOutcome): Promise<void> {
  if (!isOfPage(command, kind)) return
  if (outcome.kind === 'done') {
    const answer = outcome.answer as CheckInAnswer
    await showInChecklist(kind, answer.signup, command.key)
    showConflict(answer)
  } else if (outcome.kind !== 'unknown') {
    if (classifyFailure(outcome.error).kind === 'rejected') void refreshChecklist(kind)
    else endRejectedSession(kind, outcome.error)
  }
}

const conflictMs = 10_000

/** Shows that others removed or checked in the sign-up meanwhile, which the screen did not show yet. */
function showConflict({ signup, already }: CheckInAnswer): void {
  const { person_name: person, removed } = signup
  if (removed)
    toast.error(`Someone removed ${person}’s sign-up in the meantime. The check-in is saved, and staff will decide.`, {
      duration: conflictMs,
    })
  else if (already && already.by !== useSessionStore.getState().user?.full_name)
    toast.success(
      `${person} was checked in already, by ${already.by ?? 'someone'} at ${timeWithDay(already.at, new Date())}.`,
      { duration: conflictMs },
    )
}
