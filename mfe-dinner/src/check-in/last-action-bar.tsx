import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { floatsInPassing } from '@ultimate/kit/components/layout/floating.ts'
import { type QueuedCommand, statusWords } from '@ultimate/kit/offline-queue/command.ts'
import { decideCommand, sendNow } from '@ultimate/kit/offline-queue/queue.ts'
import { connectionOf, useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { CircleAlert, CircleCheck, Clock, Undo2, X } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { UseMineButton } from '../board/moves/use-mine-button.tsx'
import styles from './check-in-page.module.css'
import type { CheckInKind } from './kinds.ts'
import { isShownAsCheckedIn, type PageState } from './lists/checklist.ts'
import { useJustMoved } from './lists/just-moved.tsx'
import { describeFailure, type Marks } from './marks.ts'
import type { Press } from './use-check-in-commands.ts'

interface LastActionBarProps {
  readonly kind: CheckInKind
  readonly state: PageState
  /** The sign-ups that were last checked in here, by one press. */
  readonly lastCheckedInIds: readonly string[]
  readonly onPress: Press
}

/**
 * The last check-in of this device, at the lower edge, with Undo in reach however long the lists are. Undo stands at
 * the start of the bar, away from the row of buttons under the thumb when the bar appears.
 */
export const LastActionBar = memo(function LastActionBar({
  kind,
  state,
  lastCheckedInIds,
  onPress,
}: LastActionBarProps) {
  const { signups, marks, failedCommands } = state
  const [dismissedKeys, setDismissedKeys] = useState<ReadonlySet<string>>(new Set())
  const isConnected = useConnectionStore(connectionOf) === 'up'
  // While the device is offline, the bar hides what was not sent: the rows show that, and the shell shows why.
  const isToShow = ({ key, status, failure }: QueuedCommand) =>
    status === 'rejected' || (!dismissedKeys.has(key) && (isConnected || failure?.because !== 'connection'))
  const shownFailures = failedCommands.filter(isToShow)
  const last = signups.filter(
    (signup) => lastCheckedInIds.includes(signup.id) && isShownAsCheckedIn(signup, marks.get(signup.id)),
  )
  // Presses on a bar that has just appeared are ignored: the finger may have aimed at what was there before.
  const subject = (shownFailures.length > 0 ? shownFailures.map(({ key }) => key) : last.map(({ id }) => id)).join()
  const area = useRef<HTMLDivElement>(null)
  const moved = useJustMoved(area, { arrangement: subject, subject })
  return (
    <div ref={floatsInPassing} className={styles['place']}>
      <div ref={area} className={styles['area']} {...moved.handlers}>
        {moved.watch}
        <p role="status" className={styles['said']}>
          {moved.missedRow !== null && 'This has just changed. Please tap again.'}
        </p>
        {shownFailures.length > 0 ? (
          <FailedCommands
            kind={kind}
            commands={shownFailures}
            onDismiss={() => setDismissedKeys(new Set([...dismissedKeys, ...shownFailures.map(({ key }) => key)]))}
          />
        ) : (
          <div role="status">
            {last.length > 0 && <LastCheckIn signups={last} marks={marks} onUndo={() => onPress(last, false)} />}
          </div>
        )}
      </div>
    </div>
  )
})

interface LastCheckInProps {
  /** At least one. */
  readonly signups: readonly Signup[]
  readonly marks: Marks
  readonly onUndo: () => Promise<void>
}

function LastCheckIn({ signups, marks, onUndo }: LastCheckInProps) {
  // None once the server has accepted all of them.
  const mark = signups.map(({ id }) => marks.get(id)).find(Boolean)
  return (
    <div className={styles['bar']}>
      <Button
        variant="quiet"
        className={styles['action']}
        icon={<Undo2 aria-hidden="true" />}
        onClick={() => {
          void onUndo().then(() => focusRow(signups[0]?.id ?? ''))
        }}
      >
        Undo
      </Button>
      <p className={styles['words']}>
        Checked in: <bdi>{joinNames(signups)}</bdi>
        <span className={styles['step']}>{statusWords[mark?.status ?? 'done']}</span>
      </p>
      {mark ? (
        <Clock className={styles['waits']} aria-hidden="true" />
      ) : (
        <CircleCheck className={styles['good']} aria-hidden="true" />
      )}
    </div>
  )
}

interface FailedCommandsProps {
  readonly kind: CheckInKind
  readonly commands: readonly QueuedCommand[]
  readonly onDismiss: () => void
}

/** The commands that were rejected or wait, with each sentence once. Waiting commands are also sent without a press. */
function FailedCommands({ kind, commands, onDismiss }: FailedCommandsProps) {
  const sentences = new Set(commands.map((command) => describeFailure(command, kind.category)))
  const rejected = commands.filter(({ status }) => status === 'rejected')
  const waiting = commands.length - rejected.length
  const decide = (chosen: readonly QueuedCommand[], decision: 'discard' | 'repeat') => {
    for (const command of chosen) void decideCommand(command, decision)
    focusSearch()
  }
  return (
    <div className={styles['bar']}>
      <CircleAlert className={styles['bad']} aria-hidden="true" />
      <div className={styles['words']} role="alert">
        {[...sentences].map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p className={styles['names']}>{commands.map(({ label }) => label).join('; ')}</p>
        {waiting > 0 && (
          <p>
            {waiting === 1
              ? 'It’s saved on this device. We’ll keep trying to send it.'
              : `${waiting} are saved on this device. We’ll keep trying to send them.`}
          </p>
        )}
      </div>
      {waiting > 0 && (
        <Button variant="quiet" className={styles['action']} onClick={() => void sendNow()}>
          Try again
        </Button>
      )}
      {rejected.length > 0 && (
        <UseMineButton
          commands={rejected}
          variant="quiet"
          className={styles['action']}
          onPress={(possible) => decide(possible, 'repeat')}
        />
      )}
      {rejected.length > 0 ? (
        <Button variant="quiet" className={styles['action']} onClick={() => decide(rejected, 'discard')}>
          Use theirs
        </Button>
      ) : (
        <IconButton
          className={styles['action']}
          label="Dismiss"
          icon={<X aria-hidden="true" />}
          onClick={() => {
            onDismiss()
            focusSearch()
          }}
        />
      )}
    </div>
  )
}

/** Focuses the search: the bar disappears with the focused button, and the next check-in begins with a name. */
export const focusSearch = (): void => document.querySelector<HTMLElement>('input[type="search"]')?.focus()

/** Focuses the row, which is pending again after Undo, or the search where a search hides the row. */
function focusRow(id: string): void {
  requestAnimationFrame(() => {
    const row = document.getElementById(`who-${id}`)?.closest('li')
    if (!row) return focusSearch()
    row.tabIndex = -1
    row.focus({ preventScroll: true })
  })
}

/** Names one sign-up by its person and slot, and several by their number. */
function joinNames(signups: readonly Signup[]): string {
  const [first] = signups
  if (!first) return ''
  return signups.length === 1
    ? `${first.person_name}, ${first.slot_name}`
    : `all ${signups.length} of ${first.team_name ?? first.person_name}`
}
