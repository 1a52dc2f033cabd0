import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../layout/page.tsx'
import styles from './spinner.module.css'

export interface SpinnerProps {
  /** Read out where the spinner stands alone; leave it out beside a text of the same meaning. */
  readonly label?: string
  readonly className?: string | undefined
}

/** A disc in flight, seen from above: it spins while something is under way. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <>
      <svg aria-hidden="true" className={classNames(styles['spinner'], className)} viewBox="0 0 24 24" fill="none">
        <circle cx="12" cy="12" r="10" stroke="currentColor" strokeWidth="2.5" opacity="0.3" />
        <path d="M12 2a10 10 0 0 1 10 10" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        <path d="M12 6.5a5.5 5.5 0 0 0-5.5 5.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </>
  )
}
