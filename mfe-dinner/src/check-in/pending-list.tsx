import type { Signup } from '@ultimate/events/dinner/signup-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { Check } from 'lucide-react'
import { memo } from 'react'
import { servingRange } from '../slots/serving-time.ts'
import { bySlot } from './checklist.ts'
import type { PendingRow as Row } from './held-rows.ts'
import styles from './lists.module.css'
import { useHeldRows } from './use-held-rows.ts'

export type Press = (signup: Signup, checkedIn: boolean) => void

interface PendingListProps {
  readonly pending: readonly Signup[]
  readonly all: readonly Signup[]
  readonly search: string
  readonly failed: ReadonlySet<string>
  /** Whose undo is on its way: a press now would be about something that is not settled. */
  readonly returning: ReadonlySet<string>
  /** Servers stand together by slot. */
  readonly isGrouped: boolean
  readonly onPress: Press
}

export function PendingList({ pending, all, search, failed, returning, isGrouped, onPress }: PendingListProps) {
  const { rows, handlers } = useHeldRows({ pending, all, search })
  const draw = (row: Row) => (
    <PendingRow
      key={row.signup.id}
      signup={row.signup}
      place={row.place}
      hasFailed={failed.has(row.signup.id)}
      isReturning={returning.has(row.signup.id)}
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
  readonly hasFailed: boolean
  readonly isReturning: boolean
  readonly showsSlot: boolean
  readonly onPress: Press
}

const leftWords = { 'checked in': 'Checked In', removed: 'Removed' } as const

const PendingRow = memo(function PendingRow(props: PendingRowProps) {
  const { signup, place, hasFailed, isReturning, showsSlot, onPress } = props
  const isPending = place === 'pending'
  const who = `who-${signup.id}`
  return (
    <li className={classNames(styles['row'], !isPending && styles['left'])}>
      <span className={styles['tick']} aria-hidden="true" />
      <Who signup={signup} id={who} showsSlot={showsSlot} trouble={hasFailed && 'Not saved'} />
      <Button
        className={styles['checkIn']}
        variant={isPending ? 'primary' : 'quiet'}
        aria-disabled={!isPending || undefined}
        busy={isPending && isReturning}
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
  /** What came to nothing. */
  readonly trouble: string | false
}

/** The person, what for, and whose team it is. */
export function Who({ signup, id, showsSlot, trouble }: WhoProps) {
  const { person_name: person, slot_name: slot, team_name: team, time_slot: time } = signup
  return (
    <div className={styles['who']} id={id}>
      <bdi className={styles['person']}>{person}</bdi>
      <span className={styles['what']}>
        {showsSlot && <bdi className={styles['slot']}>{slot}</bdi>}
        {showsSlot && time && <span>{servingRange(time)}</span>}
        {team && <bdi>{team}</bdi>}
      </span>
      {trouble && (
        <Badge tone="warn" className={styles['trouble']}>
          {trouble}
        </Badge>
      )}
    </div>
  )
}
