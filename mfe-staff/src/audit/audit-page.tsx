import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Replay } from '../replay/replay.tsx'
import styles from './audit-page.module.css'
import { AuditList } from './entries/audit-list.tsx'
import { ExportButton } from './export-audit/export-button.tsx'
import {
  type AuditFilter,
  conditionsOf,
  type FilterField,
  filterOf,
  isFiltering,
  isVisitor,
  strangerLabel,
  withField,
} from './filter/audit-filter.ts'
import { AuditFilters } from './filter/audit-filters.tsx'
import { useAudit } from './use-audit.ts'

/** Everything that was done, who did it, and what it was before. */
export function AuditPage() {
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params)
  const conditions = conditionsOf(filter)
  const audit = useAudit(conditions)
  const set = (field: FilterField, value: string) =>
    setParams((before) => withField(before, field, value), { replace: true, preventScrollReset: true })
  return (
    <Page>
      <title>Audit · Thanksgiving Ultimate</title>
      <PageHeader
        title="Audit"
        density="desk"
        feather="cranberry"
        actions={
          <div className={styles['actions']}>
            <Replay />
            <ExportButton conditions={conditions} />
          </div>
        }
      >
        Everything that was done, newest first.
      </PageHeader>
      <AuditFilters
        filter={filter}
        entries={audit.reading.state === 'read' ? audit.reading.pages.entries : nothing}
        onChange={set}
      />
      <Entries
        audit={audit}
        filter={filter}
        search={String(params)}
        onClear={() => setParams({}, { preventScrollReset: true })}
      />
    </Page>
  )
}

const nothing: readonly AuditEntry[] = []

interface EntriesProps {
  readonly audit: ReturnType<typeof useAudit>
  readonly filter: AuditFilter
  /** The filter as it stands in the address. */
  readonly search: string
  readonly onClear: () => void
}

function Entries({ audit, filter, search, onClear }: EntriesProps) {
  const { reading, newer, showNewer, loadMore, retryMore, retry } = audit
  const linkTo = useCallback(
    (field: 'thing' | 'who', value: string) => {
      // The history of a subject, and of a visitor, is whole: it ignores the other filters.
      const isWhole = field === 'thing' || isVisitor(value)
      return `?${withField(new URLSearchParams(isWhole ? '' : search), field, value)}`
    },
    [search],
  )
  const top = useRef<HTMLDivElement>(null)
  const [climbs, setClimbs] = useState(0)
  const isSearchedOn = reading.state === 'read' && reading.pages.entries.length === 0 && reading.pages.next !== null
  const position = reading.state === 'read' ? reading.pages.next : null
  // Nothing found so far: the page goes on as long as there is something older.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each position is a page further back
  useEffect(() => {
    if (isSearchedOn) void loadMore()
  }, [isSearchedOn, position, loadMore])
  if (reading.state === 'loading') return <SkeletonRows label="Loading the audit" rows={10} />
  if (reading.state === 'failed')
    return <ErrorPanel title={messageOf(reading.error, 'Failed to load the audit')} onRetry={retry} />
  const { entries, next } = reading.pages
  const everything = (
    <Button variant="secondary" size="compact" onClick={onClear}>
      Show everything
    </Button>
  )
  const isOlderFailed = reading.older === 'failed'
  if (isSearchedOn && !isOlderFailed) return <SkeletonRows label="Searching further back" rows={10} />
  if (entries.length === 0 && !isOlderFailed)
    return (
      <EmptyState title="Nothing of that kind was done" action={isFiltering(filter) ? everything : undefined}>
        Other words, another person or a longer time may show more.
      </EmptyState>
    )
  return (
    <div ref={top} className={styles['entries']} tabIndex={-1}>
      {historyTitle(filter, entries) && (
        <Notice className={styles['history']} title={historyTitle(filter, entries)} action={everything} />
      )}
      {newer > 0 && (
        <div className={styles['newer']}>
          <Button
            size="compact"
            icon={<ArrowUp aria-hidden="true" />}
            onClick={() => {
              scrollTo({ top: 0, behavior: 'instant' })
              showNewer()
              setClimbs(climbs + 1)
              top.current?.focus({ preventScroll: true })
            }}
          >
            {newer === 1 ? '1 new entry' : `${newer} new entries`}
          </Button>
        </div>
      )}
      <AuditList
        // A list that was further down holds its place when entries come in above, and would scroll back there.
        key={`${filter.thing} ${climbs}`}
        entries={entries}
        next={next}
        onMore={() => void loadMore()}
        linkTo={linkTo}
      />
      {reading.older === 'asked' && <p className={styles['older']}>Reading further back…</p>}
      {isOlderFailed && (
        <Notice
          className={styles['older']}
          tone="bad"
          title="Failed to load older entries"
          announce="alert"
          action={
            <Button variant="secondary" size="compact" onClick={retryMore}>
              Try again
            </Button>
          }
        />
      )}
    </div>
  )
}

/** What is shown where all of it is about one subject, or done by one visitor. */
function historyTitle({ thing, who }: AuditFilter, entries: readonly AuditEntry[]): string | undefined {
  if (thing !== '') return `The whole story of ${nameOfSubject(entries, thing)}`
  if (!isVisitor(who)) return undefined
  return `Everything done by ${strangerLabel(who, entries).replace('One', 'one')}`
}

/** A history holds entries of other subjects too. */
function nameOfSubject(entries: readonly AuditEntry[], stream: string): string {
  return entries.find((entry) => entry.stream === stream)?.sentence.thing ?? 'one thing'
}
