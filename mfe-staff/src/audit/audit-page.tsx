import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { floatsInPassing } from '@ultimate/kit/components/layout/floating.ts'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { callForFile } from '@ultimate/kit/request/api.ts'
import { useExport } from '@ultimate/kit/request/save-file.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { ArrowUp, Download } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSince } from '../desk/desk-query.ts'
import { SinceLines } from '../desk/since-lines.tsx'
import {
  type AuditFilter,
  type Conditions,
  type FilterField,
  isFiltering,
  isVisitor,
  readFilter,
  strangerLabel,
  toConditions,
  useAreas,
  withField,
} from './audit-filter.ts'
import { AuditFilters, PrintedFilter } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import styles from './audit-page.module.css'
import type { AuditPages } from './audit-pages.ts'
import { ForgetPerson } from './forget-person.tsx'
import { momentAtVenue } from './moments.ts'
import { Replay } from './replay.tsx'
import { type Older, useAudit } from './use-audit.ts'

/** Everything that was done, who did it, and what it was before. */
export function AuditPage() {
  const [params, setParams] = useSearchParams()
  const areas = useAreas()
  const filter = readFilter(params, areas)
  const conditions = toConditions(filter)
  const audit = useAudit(conditions)
  const { data: since, isPending: isSinceLoading } = useSince()
  const setField = (field: FilterField, value: string) => {
    // `params` belongs to the last drawing, so of two quick choices it would lose the first.
    const address = new URLSearchParams(window.location.search)
    setParams(withField(address, field, value, areas), { replace: true, preventScrollReset: true })
  }
  const list = useRef<HTMLDivElement>(null)
  // Buttons that remove themselves leave the focus here, so that it is not lost.
  const focusList = () => list.current?.focus({ preventScroll: true })
  const clear = () => {
    setParams({}, { preventScrollReset: true })
    focusList()
  }
  return (
    <Page>
      <PageHeader
        title="Audit"
        density="desk"
        feather="cranberry"
        actions={
          <>
            <Replay />
            <ExportButton conditions={conditions} />
          </>
        }
      >
        Everything that was done, newest first.
      </PageHeader>
      {since && !isFiltering(filter) && (since.lines.length > 0 || since.at !== null) && <SinceLines since={since} />}
      <AuditFilters
        filter={filter}
        entries={audit.reading.state === 'read' ? audit.reading.pages.entries : noEntries}
        onChange={setField}
      />
      <div ref={list} className={styles['entries']} tabIndex={-1}>
        {isSinceLoading ? (
          // Waits for the summary above the list, so that neither moves the other as it appears.
          <SkeletonRows label="Loading the audit" rows={10} />
        ) : (
          <Entries audit={audit} filter={filter} search={String(params)} onClear={clear} onNewestShown={focusList} />
        )}
      </div>
    </Page>
  )
}

const noEntries: readonly AuditEntry[] = []

interface EntriesProps {
  readonly audit: ReturnType<typeof useAudit>
  readonly filter: AuditFilter
  /** The filter as it stands in the address. */
  readonly search: string
  readonly onClear: () => void
  /** Called once the button that shows new entries has disappeared. */
  readonly onNewestShown: () => void
}

function Entries(props: EntriesProps) {
  const { audit, filter, onClear } = props
  const { reading, retry } = audit
  const isSearching = useSearchFurtherBack(audit)
  if (reading.state === 'loading') return <SkeletonRows label="Loading the audit" rows={10} />
  if (reading.state === 'failed')
    return <ErrorPanel title={messageOf(reading.error, 'Failed to load the audit')} onRetry={retry} />
  if (isSearching)
    return (
      <>
        <SearchProgress reached={reading.pages.reached} onStop={audit.stop} />
        <SkeletonRows label="Searching further back" rows={10} />
      </>
    )
  if (reading.pages.entries.length > 0 || reading.older === 'failed' || reading.older === 'stopped')
    return <FoundEntries {...props} pages={reading.pages} older={reading.older} />
  return (
    <EmptyState
      title="No matching entries"
      action={isFiltering(filter) ? <ShowEverything onClick={onClear} /> : undefined}
    >
      Try other words, another person or a longer time.
    </EmptyState>
  )
}

/** Reads further back while nothing was found and older entries are left. Returns whether it does so now. */
function useSearchFurtherBack({ reading, loadMore }: ReturnType<typeof useAudit>): boolean {
  const pages = reading.state === 'read' ? reading.pages : null
  const isSearching = pages !== null && pages.entries.length === 0 && pages.next !== null
  const isPaused = reading.state === 'read' && (reading.older === 'failed' || reading.older === 'stopped')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each `next` is a page further back
  useEffect(() => {
    if (isSearching) void loadMore()
  }, [isSearching, pages?.next, loadMore])
  return isSearching && !isPaused
}

const formatReached = (reached: string | undefined): string =>
  reached === undefined ? '' : ` at ${momentAtVenue(reached)}`

interface SearchProgressProps {
  readonly reached: string | undefined
  readonly onStop: () => void
}

/** Shows how far a search has come, because a search of a long log takes many answers. */
function SearchProgress({ reached, onStop }: SearchProgressProps) {
  return (
    <div className={styles['progress']}>
      <p>{reached === undefined ? 'Searching…' : `Searching. Looked back to ${momentAtVenue(reached)}.`}</p>
      <Button variant="secondary" size="compact" onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}

const ShowEverything = ({ onClick }: { readonly onClick: () => void }) => (
  <Button variant="secondary" size="compact" onClick={onClick}>
    Show everything
  </Button>
)

function HistoryActions({
  filter,
  entries,
  onClear,
}: Pick<EntriesProps, 'filter' | 'onClear'> & Pick<AuditPages, 'entries'>) {
  return (
    <div className={styles['actions']}>
      <ForgetPerson subject={filter.subject} name={nameOfSubject(entries, filter.subject)} />
      <ShowEverything onClick={onClear} />
    </div>
  )
}

interface FoundEntriesProps extends EntriesProps {
  readonly pages: AuditPages
  readonly older: Older
}

function FoundEntries({ audit, filter, search, onClear, onNewestShown, pages, older }: FoundEntriesProps) {
  const { newer, showNewer, loadMore, retryMore, stop } = audit
  const [jumps, setJumps] = useState(0)
  const isSearch = filter.search.trim() !== ''
  const areas = useAreas()
  const linkTo = useCallback(
    (field: 'subject' | 'who', value: string) => {
      // The history of a subject or a visitor is shown whole, without the other filters.
      const isWhole = field === 'subject' || isVisitor(value)
      return `?${withField(new URLSearchParams(isWhole ? '' : search), field, value, areas)}`
    },
    [search, areas],
  )
  const jumpToNewest = () => {
    scrollTo({ top: 0, behavior: 'instant' })
    showNewer()
    setJumps(jumps + 1)
    onNewestShown()
  }
  const title = historyTitle(filter, pages.entries)
  return (
    <>
      {title && (
        <Notice
          className={styles['history']}
          title={title}
          action={<HistoryActions filter={filter} entries={pages.entries} onClear={onClear} />}
        />
      )}
      {newer > 0 && (
        <div className={styles['newer']}>
          <Button ref={floatsInPassing} size="compact" icon={<ArrowUp aria-hidden="true" />} onClick={jumpToNewest}>
            {newer === 1 ? '1 new entry' : `${newer} new entries`}
          </Button>
        </div>
      )}
      <PrintedFilter filter={filter} entries={pages.entries} hasOlder={pages.next !== null} />
      <AuditList
        // A list holds its place when entries come in above, so after a jump the same list would scroll back down.
        key={`${filter.subject} ${jumps}`}
        entries={pages.entries}
        next={pages.next}
        onMore={() => void loadMore()}
        linkTo={linkTo}
      />
      {older === 'loading' && !isSearch && <p className={styles['older']}>Reading further back…</p>}
      {isSearch && pages.next !== null && (older === 'loading' || older === 'idle') && (
        <SearchProgress reached={pages.reached} onStop={stop} />
      )}
      {older === 'stopped' && (
        <Notice
          className={styles['older']}
          title={`Search stopped${formatReached(pages.reached)}`}
          action={
            <Button variant="secondary" size="compact" onClick={retryMore}>
              Search further back
            </Button>
          }
        />
      )}
      {older === 'failed' && (
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
    </>
  )
}

/** Returns the title of a list about one subject, or of what one visitor did; undefined for other lists. */
function historyTitle({ subject, who }: AuditFilter, entries: readonly AuditEntry[]): string | undefined {
  if (subject !== '') return `History of ${nameOfSubject(entries, subject)}`
  if (!isVisitor(who)) return undefined
  return `Everything done by ${strangerLabel(who, entries).replace('One', 'one')}`
}

/** Returns the name of the subject from its own entries: its history also lists entries of other streams. */
function nameOfSubject(entries: readonly AuditEntry[], stream: string): string {
  return entries.find((entry) => entry.stream === stream)?.sentence.subject ?? 'one subject'
}

/** Saves the filtered entries as a file for a spreadsheet. */
function ExportButton({ conditions }: { readonly conditions: Conditions }) {
  const { run, isPending, waiting } = useExport({
    send: () => callForFile('POST /api/audit/export', { query: conditions }),
    name: 'audit.csv',
    failed: (error) => messageOf(error, 'Failed to export the audit'),
  })
  return (
    <>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" />}
        busy={isPending && !waiting}
        onClick={() => run()}
      >
        Export CSV
      </Button>
      <WaitsForConnection waiting={waiting} />
    </>
  )
}
