import type { ListedPart } from '@ultimate/events/releases/api.ts'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { useState } from 'react'
import { type Change, ChangeLive } from './change-live.tsx'
import { PartSection } from './part-section.tsx'
import { useParts } from './parts-query.ts'

/** The page of the versions that visitors get of the site's parts, with the way back. */
export function PartsPage() {
  const { data: parts, error, isFetching, refetch } = useParts()
  const [change, setChange] = useState<Change | null>(null)
  return (
    <Page>
      <PageHeader title="Parts" density="desk" feather="cranberry">
        {parts ? summarize(parts) : 'What visitors get of each part of the site.'}
      </PageHeader>
      {error && !parts ? (
        <ErrorPanel
          title={messageOf(error, 'Failed to load parts')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : parts ? (
        parts.map((part) => <PartSection key={part.name} part={part} onChange={setChange} />)
      ) : (
        <SkeletonRows label="Loading parts" rows={6} />
      )}
      <ChangeLive change={change} onClose={() => setChange(null)} />
    </Page>
  )
}

function summarize(parts: readonly ListedPart[]): string {
  const trials = parts.filter(({ canary }) => canary !== null).length
  const count = parts.length === 1 ? 'One part' : `${parts.length} parts`
  if (trials === 0) return `${count}; all visitors get the same.`
  return `${count}; ${trials === 1 ? 'one canary runs' : `${trials} canaries run`}.`
}
