import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { usePrinting } from '@ultimate/kit/components/layout/page.tsx'
import { UndoDialog } from '@ultimate/kit/undo/undo-dialog.tsx'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import styles from '../audit-page.module.css'
import { AuditEntryRow } from './audit-entry.tsx'

interface AuditListProps {
  readonly entries: readonly AuditEntry[]
  /** Start of the older entries; null where there are none. */
  readonly next: number | null
  readonly onMore: () => void
  readonly linkTo: (field: 'subject' | 'who', value: string) => string
}

const usualHeight = 69
/** Heights of entries when the list was left, by position: a user who returns finds each of them in its place. */
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
  // A page of a search may be empty, so only `next` shows that it came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each `next` is a page further back
  useEffect(() => {
    if (hasMore && lowest >= entries.length - lookAhead) onMore()
  }, [hasMore, next, lowest, entries.length, onMore])
  const now = useNow()
  const [asked, setAsked] = useState<AuditEntry | null>(null)
  const takenBack = useMemo(() => new Set(entries.map(({ undoes }) => undoes)), [entries])
  const undoing = useMemo(() => asked && describeUndoing(asked), [asked])
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
                isTakenBack={entry.undone_by !== null || takenBack.has(entry.position)}
                now={now}
                linkTo={linkTo}
                onUndo={setAsked}
              />
            </li>
          )
        })}
      </ol>
      <UndoDialog undoing={undoing} onClose={() => setAsked(null)} />
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
