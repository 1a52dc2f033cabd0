import { classNames } from '../components/class-names.ts'
import { venueDay, venueTime } from '../event/venue-time.ts'
import styles from './as-of.module.css'

interface AsOfProps {
  /** The time of the answer that is shown, in milliseconds; null where the server's own is on the screen. */
  readonly at: number | null
  /** The shown content, as the subject of a sentence. */
  readonly what: string
  /** The side of this place on which room is free. */
  readonly room?: 'above' | 'below'
}

/**
 * Shows that a list comes from the device, in room that is there anyway. So it comes and goes without moving what lies
 * under a finger.
 */
export function AsOf({ at, what, room = 'above' }: AsOfProps) {
  if (at === null) return null
  return (
    <div className={styles['place']}>
      <p className={classNames(styles['words'], styles[room])}>
        {what} as of <time dateTime={new Date(at).toISOString()}>{clockTime(at)}</time>
      </p>
    </div>
  )
}

function clockTime(at: number): string {
  const [time, day] = [venueTime(new Date(at)), venueDay(new Date(at))]
  return day === venueDay(new Date()) ? time : `${day}, ${time}`
}
