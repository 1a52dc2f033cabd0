import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { floatsInPassing } from '@ultimate/kit/components/layout/floating.ts'
import { CircleAlert, CircleCheck, Undo2, X } from 'lucide-react'
import styles from './last-action-bar.module.css'
import type { CheckInQueue, QueueState } from './queue/check-in-queue.ts'

interface LastActionBarProps {
  readonly queue: CheckInQueue
  readonly state: QueueState
  readonly signups: readonly Signup[]
}

/**
 * The last check-in of this device, at the lower edge, with Undo in reach however long the lists are. Undo stands at
 * the start of the bar, away from the row of buttons under the thumb when the bar appears.
 */
export function LastActionBar({ queue, state: { marks, lastId }, signups }: LastActionBarProps) {
  const failed = signups.filter(({ id }) => marks.get(id)?.sentence)
  const last = signups.find(({ id }) => id === lastId)
  const isLastIn = last && (marks.get(last.id)?.checkedIn ?? last.checked_in)
  return (
    <div ref={floatsInPassing} className={styles['place']}>
      {failed.length > 0 ? (
        <Failed queue={queue} state={{ marks, lastId }} signups={failed} />
      ) : (
        <div role="status">
          {isLastIn && (
            <div className={styles['bar']}>
              <Button
                variant="quiet"
                className={styles['action']}
                busy={marks.get(last.id)?.isOnItsWay}
                icon={<Undo2 aria-hidden="true" />}
                onClick={() => {
                  queue.press(last, false)
                  focusRow(last.id)
                }}
              >
                Undo
              </Button>
              <p className={styles['words']}>
                Checked in: <bdi>{nameOf(last)}</bdi>
              </p>
              <CircleCheck className={styles['good']} aria-hidden="true" />
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** The failed check-ins, with each different sentence once and one button to try all again. */
function Failed({ queue, state: { marks }, signups }: LastActionBarProps) {
  const sentences = new Set(signups.map(({ id }) => marks.get(id)?.sentence))
  const canRetry = signups.filter(({ id }) => marks.get(id)?.at)
  const retry = () => {
    for (const signup of canRetry) queue.press(signup, !marks.get(signup.id)?.checkedIn)
    focusSearch()
  }
  return (
    <div className={styles['bar']}>
      <CircleAlert className={styles['bad']} aria-hidden="true" />
      <div className={styles['words']} role="alert">
        {[...sentences].map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p className={styles['names']}>{signups.map(nameOf).join('; ')}</p>
      </div>
      {canRetry.length > 0 && (
        <Button variant="quiet" className={styles['action']} onClick={retry}>
          Try again
        </Button>
      )}
      <IconButton
        className={styles['action']}
        label="Dismiss"
        icon={<X aria-hidden="true" />}
        onClick={() => {
          queue.dismiss()
          focusSearch()
        }}
      />
    </div>
  )
}

/** The bar goes away with what it was about: check-in goes on with the next name. */
export const focusSearch = (): void => document.querySelector<HTMLElement>('input[type="search"]')?.focus()

/** What was undone is pending again; a search may hide it. */
function focusRow(id: string): void {
  requestAnimationFrame(() => {
    const row = document.getElementById(`who-${id}`)?.closest('li')
    if (!row) return focusSearch()
    row.tabIndex = -1
    row.focus({ preventScroll: true })
  })
}

const nameOf = ({ person_name: person, slot_name: slot }: Signup): string => `${person}, ${slot}`
