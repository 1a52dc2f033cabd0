import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { History } from 'lucide-react'
import { timeWithDay } from '../check-in/lists/checklist.ts'
import styles from './received-late.module.css'

interface ReceivedLateProps {
  readonly signup: Pick<Signup, 'came_in_at'>
  readonly className?: string | undefined
}

/** Shows that the server received a check-in or move late. Renders nothing where it did not. */
export function ReceivedLate({ signup, className }: ReceivedLateProps) {
  const { came_in_at: at } = signup
  if (at === undefined) return null
  return (
    <span className={classNames(styles['late'], className)}>
      <History aria-hidden="true" /> <span className={styles['words']}>received </span>
      <time dateTime={at}>{timeWithDay(at, new Date())}</time>
    </span>
  )
}
