import { Link } from '@ultimate/kit/router.ts'
import { useSession } from '@ultimate/kit/session.ts'
import { ScrollText } from 'lucide-react'
import { buttonClassName } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './history-link.module.css'
import iconStyles from './icon-button.module.css'

export interface HistoryLinkProps {
  /** The stream of a team, a slot, a sign-up or a user, such as `team-<id>`. */
  readonly thing: string
  /** How people call it. */
  readonly name: string
  readonly className?: string | undefined
}

/** Where the audit tells everything that happened to one thing. Only the TD may read it; nobody else sees a link. */
export function HistoryLink({ thing, name, className }: HistoryLinkProps) {
  const mayRead = useSession(({ user }) => user?.role === 'TD')
  if (!mayRead) return null
  return (
    <Link
      className={classNames(buttonClassName({ variant: 'quiet' }), iconStyles['icon'], styles['story'], className)}
      to={`/audit?thing=${encodeURIComponent(thing)}`}
      aria-label={`Whole story of ${name}`}
      title="Whole story"
    >
      <ScrollText aria-hidden="true" />
    </Link>
  )
}
