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
import { useCallback } from 'react'
import { Replay } from '../replay/replay.tsx'
import styles from './audit-page.module.css'
import { AuditList } from './entries/audit-list.tsx'
import { ExportButton } from './export-audit/export-button.tsx'
import {
  type Conditions,
  conditionsOf,
  type FilterField,
  filterOf,
  isFiltering,
  withField,
} from './filter/audit-filter.ts'
import { AuditFilters } from './filter/audit-filters.tsx'
import { useAudit } from './use-audit.ts'

/** Everything that was done, who did it, and what it was before. */
export function AuditPage() {
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params)
  const conditions = conditionsOf(filter)
  const set = (field: FilterField, value: string) =>
    setParams((before) => withField(before, field, value), { replace: true, preventScrollReset: true })
  const search = String(params)
  const linkTo = useCallback(
    (field: 'thing' | 'who', value: string) =>
      // The history of a subject is whole: it ignores the other filters.
      `?${withField(new URLSearchParams(field === 'thing' ? '' : search), field, value)}`,
    [search],
  )
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
      <AuditFilters filter={filter} onChange={set} />
      <Entries
        conditions={conditions}
        subject={filter.thing}
        isFiltering={isFiltering(filter)}
        linkTo={linkTo}
        onClear={() => setParams({}, { preventScrollReset: true })}
      />
    </Page>
  )
}

interface EntriesProps {
  readonly conditions: Conditions
  /** The stream whose history is shown; empty for all entries. */
  readonly subject: string
  readonly isFiltering: boolean
  readonly linkTo: (field: 'thing' | 'who', value: string) => string
  readonly onClear: () => void
}

function Entries({ conditions, subject, isFiltering, linkTo, onClear }: EntriesProps) {
  const { reading, newer, showNewer, loadMore, retryMore, retry } = useAudit(conditions)
  if (reading.state === 'loading') return <SkeletonRows label="Loading the audit" rows={10} />
  if (reading.state === 'failed')
    return <ErrorPanel title={messageOf(reading.error, 'Failed to load the audit')} onRetry={retry} />
  const { entries, next } = reading.pages
  const everything = (
    <Button variant="secondary" size="compact" onClick={onClear}>
      Show everything
    </Button>
  )
  if (entries.length === 0)
    return (
      <EmptyState title="Nothing of that kind was done" action={isFiltering ? everything : undefined}>
        Another person, another action or a longer time may show more.
      </EmptyState>
    )
  return (
    <>
      {subject !== '' && (
        <Notice
          className={styles['history']}
          title={`The whole story of ${nameOfSubject(entries, subject)}`}
          action={everything}
        />
      )}
      {newer > 0 && (
        <div className={styles['newer']}>
          <Button
            size="compact"
            icon={<ArrowUp aria-hidden="true" />}
            onClick={() => {
              showNewer()
              scrollTo({ top: 0 })
            }}
          >
            {newer === 1 ? '1 new entry' : `${newer} new entries`}
          </Button>
        </div>
      )}
      <AuditList
        key={subject}
        entries={entries}
        hasMore={next !== null}
        onMore={() => void loadMore()}
        linkTo={linkTo}
      />
      {reading.older === 'failed' && (
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

/** A history holds entries of other subjects too. */
function nameOfSubject(entries: readonly AuditEntry[], stream: string): string {
  return entries.find((entry) => entry.stream === stream)?.sentence.thing ?? 'one thing'
}
