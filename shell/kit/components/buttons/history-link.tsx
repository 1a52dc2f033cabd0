import { auditReaders, isAllowed } from '@ultimate/events/language/roles.ts'
import { Link } from '@ultimate/kit/router.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { ScrollText } from 'lucide-react'
import { classNames } from '../class-names.ts'
import styles from './button.module.css'
import { ButtonLabel, buttonClassName } from './button.tsx'

export interface HistoryLinkProps {
  /** The stream of a team, a slot, a sign-up or a user, such as `team-<id>`. */
  readonly subject: string
  /** Its name for people. */
  readonly name: string
  /** Writes the word beside the sign, where there is room for it. */
  readonly isNamed?: boolean
  readonly className?: string | undefined
}

/** A link to the history of one subject in the audit; who may not read that sees no link. */
export function HistoryLink({ subject, name, isNamed = false, className }: HistoryLinkProps) {
  const mayRead = useSessionStore(({ user }) => isAllowed(auditReaders, user?.role ?? null))
  if (!mayRead) return null
  const look = isNamed
    ? buttonClassName({ variant: 'plain', size: 'compact' })
    : classNames(buttonClassName({ variant: 'quiet' }), styles['icon'])
  return (
    <Link
      className={classNames(look, styles['history'], className)}
      to={`/audit?subject=${encodeURIComponent(subject)}`}
      aria-label={`History of ${name}`}
      title={isNamed ? undefined : 'History'}
    >
      {isNamed ? (
        <ButtonLabel icon={<ScrollText aria-hidden="true" />}>History</ButtonLabel>
      ) : (
        <ScrollText aria-hidden="true" />
      )}
    </Link>
  )
}
