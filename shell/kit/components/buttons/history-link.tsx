import { Link } from '@ultimate/kit/router.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { ScrollText } from 'lucide-react'
import { classNames } from '../class-names.ts'
import buttonStyles from './button.module.css'
import { buttonClassName } from './button.tsx'
import styles from './history-link.module.css'

export interface HistoryLinkProps {
  /** The stream of a team, a slot, a sign-up or a user, such as `team-<id>`. */
  readonly subject: string
  /** Its name for people. */
  readonly name: string
  readonly className?: string | undefined
}

/** A link to the history of one subject in the audit. Only the TD may read it; others see no link. */
export function HistoryLink({ subject, name, className }: HistoryLinkProps) {
  const mayRead = useSessionStore(({ user }) => user?.role === 'TD')
  if (!mayRead) return null
  return (
    <Link
      className={classNames(buttonClassName({ variant: 'quiet' }), buttonStyles['icon'], styles['history'], className)}
      to={`/audit?thing=${encodeURIComponent(subject)}`}
      aria-label={`Whole story of ${name}`}
      title="Whole story"
    >
      <ScrollText aria-hidden="true" />
    </Link>
  )
}
