import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { servingRange } from '@ultimate/events/dinner/slots/slot.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { stepWords, type TapStep } from '@ultimate/kit/outbox/tap.ts'
import { TapWord } from '@ultimate/kit/outbox/tap-word.tsx'
import { Check, CloudOff, TriangleAlert, Undo2 } from 'lucide-react'
import { memo, useRef } from 'react'
import type { Marks } from '../taps/marks.ts'
import { type Arrival, bySlot } from './checklist.ts'
import { type PendingRow as Row, useHeldRows } from './held-rows.ts'
import { useJustMoved } from './just-moved.ts'
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
  const { list, rows, handlers } = useHeldRows({ pending, all, search })
  const place = rows.map(({ signup }) => signup.id).join()
  const moved = useJustMoved(list, { place, asked: [search, ...marks.keys()].join() })
  const draw = (row: Row) => (
    <PendingRow
      key={row.signup.id}
      signup={row.signup}
      place={row.place}
      step={marks.get(row.signup.id)?.step}
      showsSlot={!isGrouped}
      isAskedAgain={moved.again === row.signup.id}
      onPress={onPress}
    />
  )
  return (
    <div ref={list} {...handlers} {...moved.handlers}>
      <TapAgain isSaid={moved.again !== null} />
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

/** A press that was not taken must not look like one that was. */
const TapAgain = ({ isSaid }: { readonly isSaid: boolean }) => (
  <VisuallyHidden>
    <span role="status">{isSaid && 'The list has just moved. Please tap again.'}</span>
  </VisuallyHidden>
)

interface PendingRowProps extends Row {
  /** How far the last tap on it has come. */
  readonly step: TapStep | undefined
  readonly showsSlot: boolean
  /** The press on it was meant for what stood there before. */
  readonly isAskedAgain: boolean
  readonly onPress: Press
}

const leftWords = { 'checked in': 'Checked In', removed: 'Removed' } as const

const PendingRow = memo(function PendingRow(props: PendingRowProps) {
  const { signup, place, step, showsSlot, isAskedAgain, onPress } = props
  const isPending = place === 'pending'
  const who = `who-${signup.id}`
  return (
    <li className={classNames(styles['row'], !isPending && styles['left'])} data-row={signup.id}>
      <span className={styles['tick']} aria-hidden="true" />
      <Who signup={signup} id={who} showsSlot={showsSlot} step={isPending ? step : undefined} />
      <Button
        className={classNames(styles['checkIn'], !isPending && step && styles['waits'])}
        variant={isPending ? 'primary' : 'quiet'}
        aria-disabled={!isPending || undefined}
        aria-describedby={who}
        icon={place === 'checked in' && (step ? <CloudOff aria-hidden="true" /> : <Check aria-hidden="true" />)}
        onClick={() => isPending && onPress(signup, true)}
      >
        {isPending ? (isAskedAgain ? 'Tap again' : 'Check In') : (step && stepWords[step]) || leftWords[place]}
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
      <span className={styles['head']}>
        <bdi className={styles['person']}>{person}</bdi>
        {step && <TapWord step={step} />}
      </span>
      <span className={styles['what']}>
        {showsSlot && <bdi className={styles['slot']}>{slot}</bdi>}
        {showsSlot && time && <span>{servingRange(time)}</span>}
        {team && <bdi>{team}</bdi>}
        {signup.walk_in && <span>walk-in</span>}
      </span>
    </div>
  )
}

interface CheckedInListProps {
  readonly arrivals: readonly Arrival[]
  readonly search: string
  readonly marks: Marks
  readonly onPress: Press
}

export function CheckedInList({ arrivals, search, marks, onPress }: CheckedInListProps) {
  const list = useRef<HTMLDivElement>(null)
  const place = arrivals.map(({ signup }) => signup.id).join()
  const moved = useJustMoved(list, { place, asked: [search, ...marks.keys()].join() })
  return (
    <div ref={list} {...moved.handlers}>
      <TapAgain isSaid={moved.again !== null} />
      <ul className={styles['list']}>
        {arrivals.map(({ signup, at }) => (
          <CheckedInRow
            key={signup.id}
            signup={signup}
            at={at}
            step={marks.get(signup.id)?.step}
            isAskedAgain={moved.again === signup.id}
            onPress={onPress}
          />
        ))}
      </ul>
    </div>
  )
}

interface CheckedInRowProps extends Arrival {
  readonly step: TapStep | undefined
  readonly isAskedAgain: boolean
  readonly onPress: Press
}

const CheckedInRow = memo(function CheckedInRow(props: CheckedInRowProps) {
  const { signup, at, step, isAskedAgain, onPress } = props
  const who = `here-${signup.id}`
  return (
    <li className={styles['row']} data-row={signup.id}>
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
        {isAskedAgain ? 'Tap again' : 'Undo'}
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
