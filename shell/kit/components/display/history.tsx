import { auditReaders, isAllowed } from '@ultimate/events/language/roles.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { ScrollText } from 'lucide-react'
import { useId } from 'react'
import { venueMoment } from '../../event/venue-time.ts'
import { LinkButton } from '../buttons/button.tsx'
import { ErrorPanel } from '../feedback/error-panel.tsx'
import { SkeletonRows } from '../loading/skeleton.tsx'
import styles from './notes.module.css'

/** One action in words, with its author and its time. */
interface HistoryEntry {
  /** The position of its event in the log. */
  readonly position: number
  /** ISO 8601. */
  readonly at: string
  readonly by: string
  readonly text: string
  /** The value before, where the text does not name it. */
  readonly was: string | null
}

export interface HistoryProps {
  /** The stream of the subject, such as `team-<id>`. */
  readonly subject: string
  /** Its name for people. */
  readonly name: string
  readonly liveKey: LiveKey
  readonly read: (signal: AbortSignal) => Promise<{ readonly events: readonly HistoryEntry[] }>
}

/** Lists the last actions on one subject, the newest first. Readers of the audit get a link to all of them there. */
export function History({ subject, name, liveKey, read }: HistoryProps) {
  const title = useId()
  const mayReadAudit = useSessionStore(({ user }) => isAllowed(auditReaders, user?.role ?? null))
  const { data, error, isFetching, refetch } = useLiveQuery({ key: liveKey, read })
  return (
    <section className={styles['history']} aria-labelledby={title}>
      <div className={styles['head']}>
        <h2 id={title} className={styles['title']}>
          History
        </h2>
        {mayReadAudit && (
          <LinkButton
            variant="plain"
            size="compact"
            icon={<ScrollText aria-hidden="true" />}
            to={`/audit?subject=${encodeURIComponent(subject)}`}
            aria-label={`All changes in the audit: ${name}`}
          >
            All changes in the audit
          </LinkButton>
        )}
      </div>
      {data ? (
        <ol className={styles['list']}>
          {data.events.map(({ position, at, by, text, was }) => (
            <li key={position}>
              <p className={styles['prose']}>
                <b>{by}</b> <bdi>{text}</bdi>
                {was !== null && <span className={styles['about']}> (was {was})</span>}
              </p>
              <p className={styles['about']}>{venueMoment(new Date(at))}</p>
            </li>
          ))}
        </ol>
      ) : error ? (
        <ErrorPanel title="Failed to load the history" onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonRows label="Loading the history" rows={4} />
      )}
    </section>
  )
}
