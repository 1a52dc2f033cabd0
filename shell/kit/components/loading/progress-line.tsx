import styles from '../layout/bars.module.css'
import { VisuallyHidden } from '../layout/page.tsx'

export interface ProgressLineProps {
  readonly active: boolean
  /** Read out when it starts. */
  readonly label?: string
}

/** A line that runs while something is refreshed in place. Its room is always reserved. */
export function ProgressLine({ active, label = 'Loading' }: ProgressLineProps) {
  return (
    <div className={styles['progressPlace']} role="status">
      {active && (
        <>
          <span className={styles['progress']} aria-hidden="true" />
          <VisuallyHidden>{label}</VisuallyHidden>
        </>
      )}
    </div>
  )
}
