import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Link } from '@ultimate/kit/router.ts'
import {
  Braces,
  CalendarDays,
  type LucideIcon,
  Package,
  ScrollText,
  Undo2,
  UserRound,
  UtensilsCrossed,
} from 'lucide-react'
import { memo, useState } from 'react'
import styles from '../audit-page.module.css'
import { momentAtVenue, timeAgo } from './moments.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  tournament: CalendarDays,
  dinner: UtensilsCrossed,
  staff: UserRound,
  releases: Package,
}

const nameless = { visitor: 'A visitor', system: 'The site', staff: 'Someone' } as const

interface AuditEntryRowProps {
  readonly entry: AuditEntry
  /** A later event takes it back. */
  readonly isTakenBack: boolean
  /** Time in milliseconds from which ages are counted back. */
  readonly now: number
  /** The address of the same list for this subject or this person alone. */
  readonly linkTo: (field: 'subject' | 'who', value: string) => string
  readonly onUndo: (entry: AuditEntry) => void
}

/** The stream with the entry's history: an attempt to sign in belongs to the user whose name was typed. */
function linkHistory({ stream, data: { userId } }: AuditEntry): string {
  return typeof userId === 'string' ? `user-${userId}` : stream
}

/** The delay is shown only where it is long: every tap reaches the server a moment after it was made. */
const isOtherMinute = (entry: AuditEntry): entry is AuditEntry & { readonly happened_at: string } =>
  entry.happened_at !== null && Date.parse(entry.at) - Date.parse(entry.happened_at) >= 60_000

/** The row of one entry: who did what, when, and what it was before. */
export const AuditEntryRow = memo(function AuditEntryRow(props: AuditEntryRowProps) {
  const { entry, isTakenBack, now, linkTo, onUndo } = props
  const [isOpen, setOpen] = useState(false)
  const { actor, sentence, at, module } = entry
  const Icon = icons[module] ?? ScrollText
  const name = actor.name ?? nameless[actor.kind]
  return (
    <article className={styles['entry']}>
      <Icon className={styles['icon']} aria-hidden="true" />
      <div>
        <p className={styles['sentence']}>
          {actor.kind !== 'system' && actor.id ? (
            <Link className={styles['who']} to={linkTo('who', actor.id)} preventScrollReset>
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <span className={styles['who']}>{name}</span>
          )}{' '}
          <bdi>{sentence.text}</bdi>
          {sentence.was && (
            <span className={styles['was']}>
              {' '}
              (was <bdi>{sentence.was}</bdi>)
            </span>
          )}
        </p>
        <p className={styles['when']}>
          {isOtherMinute(entry) && (
            <>
              Happened <time dateTime={entry.happened_at}>{momentAtVenue(entry.happened_at)}</time>, received{' '}
            </>
          )}
          <time dateTime={at}>{momentAtVenue(at)}</time> · {timeAgo(at, now)}
          {entry.undoes !== null && ' · an undo'}
          {isTakenBack && ' · undone since'}
          {entry.time_trusted === false && ' · the clock of the device was wrong'}
        </p>
      </div>
      <div className={styles['more']}>
        {/* The board of a position is this edition's. */}
        {module === 'dinner' && entry.edition === undefined && (
          <Link
            className={styles['entryHistory']}
            to={`/dinner/management?at=${entry.position}`}
            aria-label={`The board then: ${sentence.text}`}
          >
            The board then
          </Link>
        )}
        <Link
          className={styles['entryHistory']}
          to={linkTo('subject', linkHistory(entry))}
          aria-label={`History of ${sentence.subject}`}
        >
          History
        </Link>
        {entry.undoable && !isTakenBack && (
          <Button
            variant="quiet"
            size="compact"
            icon={<Undo2 aria-hidden="true" />}
            aria-label={`Undo: ${sentence.text}`}
            onClick={() => onUndo(entry)}
          >
            Undo
          </Button>
        )}
        <Button
          variant="quiet"
          size="compact"
          icon={<Braces aria-hidden="true" />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          JSON
        </Button>
      </div>
      {isOpen && <pre className={styles['json']}>{JSON.stringify(entry, null, 2)}</pre>}
    </article>
  )
})
