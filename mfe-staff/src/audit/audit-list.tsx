import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { usePrinting } from '@ultimate/kit/components/layout/page.tsx'
import { Link } from '@ultimate/kit/router.ts'
import { UndoDialog } from '@ultimate/kit/undo/undo-dialog.tsx'
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
import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import styles from './audit-page.module.css'
import { momentAtVenue, timeAgo } from './moments.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  tournament: CalendarDays,
  dinner: UtensilsCrossed,
  staff: UserRound,
  releases: Package,
}

const namelessActors = { visitor: 'A visitor', system: 'The site', staff: 'Someone' } as const

interface AuditEntryRowProps {
  readonly entry: AuditEntry
  /** A later event takes it back. */
  readonly isTakenBack: boolean
  /** Time in milliseconds from which ages are counted back. */
  readonly now: number
  /** Returns the address of the list for this subject or this person alone. */
  readonly linkTo: (field: 'subject' | 'who', value: string) => string
  readonly onUndo: (entry: AuditEntry) => void
}

/** Returns the stream whose history has the entry; for an attempt to sign in, that of the user whose name was typed. */
function findHistory({ stream, data: { userId } }: AuditEntry): string {
  return typeof userId === 'string' ? `user-${userId}` : stream
}

/** Returns whether the event was received late. Less than a minute is no delay: every command takes a moment. */
const wasReceivedLate = (entry: AuditEntry): entry is AuditEntry & { readonly happened_at: string } =>
  entry.happened_at !== null && Date.parse(entry.at) - Date.parse(entry.happened_at) >= 60_000

/** The row of one entry: who did what, when, and what it was before. */
export const AuditEntryRow = memo(function AuditEntryRow(props: AuditEntryRowProps) {
  const { entry, isTakenBack, now, linkTo, onUndo } = props
  const [isOpen, setOpen] = useState(false)
  const { actor, sentence, at, module } = entry
  const Icon = icons[module] ?? ScrollText
  const name = actor.name ?? namelessActors[actor.kind]
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
          {wasReceivedLate(entry) && (
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
        {/* The page shows earlier boards of the current edition only; entries of other editions have `edition`. */}
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
          to={linkTo('subject', findHistory(entry))}
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

interface AuditListProps {
  readonly entries: readonly AuditEntry[]
  /** Start of the older entries; null where there are none. */
  readonly next: number | null
  readonly onMore: () => void
  readonly linkTo: (field: 'subject' | 'who', value: string) => string
}

const usualHeight = 69
/** Heights of entries by position, from when the list was left: a user who returns finds each entry in its place. */
const heights = new Map<number, number>()
/** The next page is asked for while this many entries are still below. */
const lookAhead = 30
const minuteMs = 60_000

/** Draws only the entries in sight, however long the list is; on paper, all that are loaded, one below another. */
export function AuditList({ entries, next, onMore, linkTo }: AuditListProps) {
  const list = useRef<HTMLOListElement>(null)
  const top = useTopOnPage(list)
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) => heights.get(entries[index]?.position ?? 0) ?? usualHeight,
    overscan: 10,
    scrollMargin: top,
    getItemKey: (index) => entries[index]?.position ?? index,
  })
  useEffect(
    () => () => {
      for (const { key, size } of virtual.measurementsCache) heights.set(Number(key), size)
    },
    [virtual],
  )
  const inSight = virtual.getVirtualItems()
  const lowest = inSight.at(-1)?.index ?? 0
  const isPrinting = usePrinting()
  const rows = isPrinting ? entries.map(({ position }, index) => ({ key: position, index, start: 0 })) : inSight
  const hasMore = next !== null
  // A page of a search may have no entries, so only a new `next` shows that it arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each `next` is a page further back
  useEffect(() => {
    if (hasMore && lowest >= entries.length - lookAhead) onMore()
  }, [hasMore, next, lowest, entries.length, onMore])
  const now = useNow()
  const [entryToUndo, setEntryToUndo] = useState<AuditEntry | null>(null)
  const takenBackPositions = useMemo(() => new Set(entries.map(({ undoes }) => undoes)), [entries])
  const undoing = useMemo(() => entryToUndo && describeUndoing(entryToUndo), [entryToUndo])
  return (
    <>
      <ol
        ref={list}
        className={styles['list']}
        style={isPrinting ? undefined : { height: virtual.getTotalSize() }}
        aria-label="What was done"
      >
        {rows.map(({ key, index, start }) => {
          const entry = entries[index]
          if (!entry) return null
          return (
            <li
              key={key}
              ref={isPrinting ? undefined : virtual.measureElement}
              data-index={index}
              className={styles['item']}
              style={isPrinting ? undefined : { transform: `translateY(${start - top}px)` }}
              aria-setsize={hasMore ? -1 : entries.length}
              aria-posinset={index + 1}
            >
              <AuditEntryRow
                entry={entry}
                isTakenBack={entry.undone_by !== null || takenBackPositions.has(entry.position)}
                now={now}
                linkTo={linkTo}
                onUndo={setEntryToUndo}
              />
            </li>
          )
        })}
      </ol>
      <UndoDialog undoing={undoing} onClose={() => setEntryToUndo(null)} />
    </>
  )
}

const describeUndoing = ({ position, actor, sentence }: AuditEntry) => ({
  positions: [position],
  sentence: `${actor.name ?? 'Someone'} ${sentence.text}`,
})

/** Returns an element's distance from the top of the page in px, measured again when the page changes its size. */
function useTopOnPage(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop((element.current?.getBoundingClientRect().top ?? 0) + scrollY)
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(document.body)
    return () => resized.disconnect()
  }, [element])
  return top
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
