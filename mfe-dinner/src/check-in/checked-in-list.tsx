import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { Undo2 } from 'lucide-react'
import { memo } from 'react'
import { arrivalTime } from './arrival-time.ts'
import type { Arrival } from './checklist.ts'
import type { Marks } from './desk.ts'
import styles from './lists.module.css'
import { type Press, Who } from './pending-list.tsx'

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
        return (
          <CheckedInRow
            key={signup.id}
            signup={signup}
            at={at}
            isOnItsWay={mark?.isOnItsWay ?? false}
            hasFailed={mark?.sentence != null}
            onPress={onPress}
          />
        )
      })}
    </ul>
  )
}

interface CheckedInRowProps extends Arrival {
  readonly isOnItsWay: boolean
  readonly hasFailed: boolean
  readonly onPress: Press
}

const CheckedInRow = memo(function CheckedInRow({ signup, at, isOnItsWay, hasFailed, onPress }: CheckedInRowProps) {
  const who = `here-${signup.id}`
  return (
    <li className={styles['row']}>
      <Who signup={signup} id={who} showsSlot trouble={hasFailed && 'Not undone'} />
      <time className={styles['time']} dateTime={at}>
        {arrivalTime(at, new Date())}
      </time>
      <HistoryLink
        className={styles['story']}
        subject={`signup-${signup.id}`}
        name={`${signup.slot_name} of ${signup.person_name}`}
      />
      <Button
        variant="quiet"
        className={styles['undo']}
        busy={isOnItsWay}
        aria-describedby={who}
        icon={<Undo2 aria-hidden="true" />}
        onClick={() => onPress(signup, false)}
      >
        Undo
      </Button>
    </li>
  )
})
