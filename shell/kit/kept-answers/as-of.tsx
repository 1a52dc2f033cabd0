import styles from './as-of.module.css'

interface AsOfProps {
  /** When the answer came that is shown, in milliseconds; null where the server's own is on the screen. */
  readonly at: number | null
  /** What is shown, as the subject of a sentence. */
  readonly what: string
}

/**
 * Says that a list comes from the device, in the room above it: it comes and goes without moving what lies under a
 * finger.
 */
export function AsOf({ at, what }: AsOfProps) {
  if (at === null) return null
  return (
    <div className={styles['place']}>
      <p className={styles['words']}>
        {what} as of <time dateTime={new Date(at).toISOString()}>{clockTime(at)}</time>
      </p>
    </div>
  )
}

function clockTime(at: number): string {
  const [moment, today] = [new Date(at), new Date()]
  const time = moment.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  if (moment.toDateString() === today.toDateString()) return time
  return `${moment.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })}, ${time}`
}
