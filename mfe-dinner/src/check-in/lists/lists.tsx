import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { servingRange } from '@ultimate/events/dinner/slots/slot.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import type { TapStep } from '@ultimate/kit/outbox/tap.ts'
import { TapWord } from '@ultimate/kit/outbox/tap-word.tsx'
import { Check, TriangleAlert, Undo2 } from 'lucide-react'
import { memo } from 'react'
import type { Marks } from '../taps/marks.ts'
import { type Arrival, bySlot } from './checklist.ts'
import { type PendingRow as Row, useHeldRows } from './held-rows.ts'
import styles from './lists.module.css'

type Press = (signup: Signup, checkedIn: boolean) => unknown

interface PendingListProps {
  readonly pending: readonly Signup[]
  readonly all: readonly Signup[]
  readonly search: string
  readonly marks: Marks
  /** Servers stand together by slot. */
  readonly isGrouped: boolean
  readonly onPress: Press
}

export function PendingList({ pending, all, search, marks, isGrouped, onPress }: PendingListProps) {
  const { rows, handlers } = useHeldRows({ pending, all, search })
  const draw = (row: Row) => (
    <PendingRow
      key={row.signup.id}
      signup={row.signup}
      place={row.place}
      step={marks.get(row.signup.id)?.step}
      showsSlot={!isGrouped}
      onPress={onPress}
    />
  )
  return (
    <div {...handlers}>
      {isGrouped ? (
        bySlot(rows).map(({ slotId, name, timeSlot, rows: members }) => (
          <section key={slotId} className={styles['group']} aria-labelledby={`group-${slotId}`}>
            <h3 id={`group-${slotId}`} className={styles['groupHead']}>
              <time>{servingRange(timeSlot)}</time> <bdi className={styles['groupName']}>{name}</bdi>
            </h3>
            <ul className={styles['list']}>{members.map(draw)}</ul>
          </section>
        ))
      ) : (
        <ul className={styles['list']}>{rows.map(draw)}</ul>
      )}
    </div>
  )
}

interface PendingRowProps extends Row {
  /** How far the last tap on it has come. */
  readonly step: TapStep | undefined
  readonly showsSlot: boolean
  readonly onPress: Press
}

const leftWords = { 'checked in': 'Checked In', removed: 'Removed' } as const

const PendingRow = memo(function PendingRow(props: PendingRowProps) {
  const { signup, place, step, showsSlot, onPress } = props
  const isPending = place === 'pending'
  const who = `who-${signup.id}`
  return (
    <li className={classNames(styles['row'], !isPending && styles['left'])}>
      <span className={styles['tick']} aria-hidden="true" />
      <Who signup={signup} id={who} showsSlot={showsSlot} step={isPending ? step : undefined} />
      <Button
        className={styles['checkIn']}
        variant={isPending ? 'primary' : 'quiet'}
        aria-disabled={!isPending || undefined}
        aria-describedby={who}
        icon={place === 'checked in' && <Check aria-hidden="true" />}
        onClick={() => isPending && onPress(signup, true)}
      >
        {isPending ? 'Check In' : leftWords[place]}
      </Button>
    </li>
  )
})

interface WhoProps {
  readonly signup: Signup
  readonly id: string
  readonly showsSlot: boolean
  readonly step?: TapStep | undefined
}

/** The person, what for, and whose team it is. */
export function Who({ signup, id, showsSlot, step }: WhoProps) {
  const { person_name: person, slot_name: slot, team_name: team, time_slot: time } = signup
  return (
    <div className={styles['who']} id={id}>
      <bdi className={styles['person']}>{person}</bdi>
      <span className={styles['what']}>
        {showsSlot && <bdi className={styles['slot']}>{slot}</bdi>}
        {showsSlot && time && <span>{servingRange(time)}</span>}
        {team && <bdi>{team}</bdi>}
        {signup.walk_in && <span>walk-in</span>}
      </span>
      {step && <TapWord step={step} className={styles['step']} />}
    </div>
  )
}

interface CheckedInListProps {
  readonly arrivals: readonly Arrival[]
  readonly marks: Marks
  readonly onPress: Press
}

export function CheckedInList({ arrivals, marks, onPress }: CheckedInListProps) {
  return (
    <ul className={styles['list']}>
      {arrivals.map(({ signup, at }) => {
        const mark = marks.get(signup.id)
        return <CheckedInRow key={signup.id} signup={signup} at={at} step={mark?.step} onPress={onPress} />
      })}
    </ul>
  )
}

interface CheckedInRowProps extends Arrival {
  readonly step: TapStep | undefined
  readonly onPress: Press
}

const CheckedInRow = memo(function CheckedInRow({ signup, at, step, onPress }: CheckedInRowProps) {
  const who = `here-${signup.id}`
  return (
    <li className={styles['row']}>
      <Who signup={signup} id={who} showsSlot step={step} />
      <time className={styles['time']} dateTime={at}>
        {arrivalTime(at, new Date())}
        {signup.time_trusted === false && (
          <span className={styles['doubt']}>
            <TriangleAlert aria-hidden="true" /> clock was wrong
          </span>
        )}
      </time>
      <HistoryLink
        className={styles['history']}
        subject={`signup-${signup.id}`}
        name={`${signup.slot_name} of ${signup.person_name}`}
      />
      <Button
        variant="quiet"
        className={styles['undo']}
        aria-describedby={who}
        icon={<Undo2 aria-hidden="true" />}
        onClick={() => onPress(signup, false)}
      >
        Undo
      </Button>
    </li>
  )
})

/** `5:42 PM`, in this device's zone; with its date when that is another day than `now`. */
export function arrivalTime(iso: string, now: Date): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  const time = at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  if (at.toDateString() === now.toDateString()) return time
  return `${at.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })}, ${time}`
}
