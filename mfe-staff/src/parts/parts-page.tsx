import type { ListedPart, PartError, Release } from '@ultimate/events/releases/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { DataCell, DataRow, DataTable } from '@ultimate/kit/components/display/data-table.tsx'
import { FoldedSummary } from '@ultimate/kit/components/display/folded-summary.tsx'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOf, messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { Eye, Rocket, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { momentAtVenue } from '../audit/moments.ts'
import { ChangeLive, type VersionChange } from './change-live.tsx'
import styles from './parts-page.module.css'
import { computeShares, rollbackSentence, usePartErrors, useParts } from './parts-query.ts'

/** The page that shows which version of each part visitors get, and lets the TD change and roll back versions. */
export function PartsPage() {
  const { data: parts, error, isFetching, refetch } = useParts()
  const [change, setChange] = useState<VersionChange | null>(null)
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
  const canaries = parts.filter(({ canary }) => canary !== null).length
  const count = parts.length === 1 ? 'One part' : `${parts.length} parts`
  if (canaries === 0) return `${count}; all visitors get the same.`
  return `${count}; ${canaries === 1 ? 'one canary runs' : `${canaries} canaries run`}.`
}

interface PartSectionProps {
  readonly part: ListedPart
  readonly onChange: (change: VersionChange) => void
}

const columns = [
  { key: 'version', label: 'Version' },
  { key: 'released', label: 'Released' },
  { key: 'share', label: 'Visitors', align: 'end' },
  { key: 'errors', label: 'Errors', align: 'end' },
  { key: 'actions', label: '', hiddenLabel: 'Actions' },
] as const

/** Shows one part: its live release, since when and by whom it is live, the release before, and all releases. */
function PartSection({ part, onChange }: PartSectionProps) {
  const { name, live, since, by, previous, canary, releases } = part
  const title = `part-${name}-title`
  return (
    <section className={styles['part']} aria-labelledby={title}>
      <header className={styles['head']}>
        <h2 id={title} className={styles['name']}>
          {name} {live !== null && <span className={styles['version']}>{live}</span>}
        </h2>
        <div className={styles['buttons']}>
          {rollbackSentence(part) !== null && (
            <Button
              variant="secondary"
              size="compact"
              icon={<Undo2 aria-hidden="true" />}
              aria-label={`Roll back ${name}`}
              onClick={() => onChange({ kind: 'rollback', part })}
            >
              Roll back
            </Button>
          )}
          <HistoryLink isNamed subject={`part-${name}`} name={name} />
        </div>
        <p className={styles['state']}>
          {live === null
            ? 'Nothing is live yet: make a release live.'
            : since === null
              ? 'Live since the site was built.'
              : `Live since ${momentAtVenue(since)}${by === null ? '' : `, by ${by}`}.`}
          {previous !== null && ` Before: ${previous}.`}
        </p>
        {canary && (
          <Badge tone="warn" className={styles['canary']}>
            Canary {canary.version} for {canary.percent} %
          </Badge>
        )}
      </header>
      {releases.map(
        ({ version, problem }) =>
          problem !== undefined && (
            <Notice
              key={version}
              tone="bad"
              title={`Version ${version} cannot be served.`}
              className={styles['problem']}
            >
              <p>{problem} Visitors get the version that came with the site, if there is one.</p>
            </Notice>
          ),
      )}
      {releases.length > 0 && (
        <DataTable className={styles['table']} caption={`Releases of ${name}`} columns={columns}>
          {releases.map((release) => (
            <ReleaseRow key={release.version} part={part} release={release} onChange={onChange} />
          ))}
        </DataTable>
      )}
      <PartErrors name={name} />
    </section>
  )
}

interface ReleaseRowProps extends PartSectionProps {
  readonly release: Release
}

function ReleaseRow({ part, release: { version, at, by, isHeldBack }, onChange }: ReleaseRowProps) {
  const preview = useCommand({
    send: (_: null, idempotencyKey) =>
      call('POST /api/parts/{name}/preview', { params: { name: part.name }, body: { version } }, { idempotencyKey }),
    failed: 'The preview did not reach the site',
    onDone: () => location.reload(),
    onError: (error) => toast.error(messageOf(error, 'The preview did not reach the site')),
  })
  const share = computeShares(part)[version] ?? 0
  const errorCount = part.errors.find((error) => error.version === version)?.count ?? 0
  return (
    <DataRow>
      <DataCell heading className={styles['release']}>
        {version}
      </DataCell>
      <DataCell label="Released">
        {by === null ? 'Came with the site' : `${momentAtVenue(at)}, by ${by}`}
        {isHeldBack && `; ${part.live} stays live until you make this one live`}
      </DataCell>
      <DataCell label="Visitors" align="end">
        {share} %
      </DataCell>
      <DataCell label="Errors" align="end">
        {errorCount === 0 ? '0' : <Badge tone="bad">{errorCount}</Badge>}
      </DataCell>
      <DataCell className={styles['actions']}>
        {share < 100 && (
          <>
            <Button
              variant="plain"
              size="compact"
              icon={<Eye aria-hidden="true" />}
              aria-label={`Preview ${part.name} ${version}`}
              busy={preview.isPending && !preview.waiting}
              disabled={preview.waiting !== null}
              onClick={() => preview.run(null)}
            >
              Preview
            </Button>
            <WaitsForConnection waiting={preview.waiting} />
            <Button
              variant="plain"
              size="compact"
              icon={<Rocket aria-hidden="true" />}
              aria-label={`Make live ${part.name} ${version}`}
              onClick={() => onChange({ kind: 'activate', part, version })}
            >
              Make live
            </Button>
          </>
        )}
      </DataCell>
    </DataRow>
  )
}

/** The last errors of a part, folded, and loaded when opened. */
export function PartErrors({ name }: { readonly name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <FoldedSummary>
        <h3 className={styles['title']}>Last errors</h3>
      </FoldedSummary>
      {isOpen && <Errors name={name} />}
    </details>
  )
}

function Errors({ name }: { readonly name: string }) {
  const { data: errors, error, isFetching, refetch } = usePartErrors(name)
  if (!errors && error)
    return (
      <ErrorPanel
        title={messageOrStatus(error, 'Failed to load the errors')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (!errors) return <SkeletonRows label="Loading the errors" rows={2} />
  if (errors.length === 0) return <p className={styles['meta']}>No page has reported an error.</p>
  return (
    <ul className={styles['list']}>
      {errors.map((one) => (
        <li key={`${one.version} ${one.message}`}>
          <p className={styles['message']}>{one.message}</p>
          <p className={styles['meta']}>
            Version {one.version}; {describeTimes(one)}; last on {momentAtVenue(one.lastAt)}
          </p>
          {one.stack.length > 0 && <pre className={styles['stack']}>{one.stack.join('\n')}</pre>}
        </li>
      ))}
    </ul>
  )
}

export function describeTimes({ count, previews }: Pick<PartError, 'count' | 'previews'>): string {
  const visitors = count === 1 ? 'once in a page of a visitor' : `${count} times in pages of visitors`
  const inPreviews = previews === 1 ? 'once in a preview' : `${previews} times in previews`
  return [count > 0 && visitors, previews > 0 && inPreviews].filter(Boolean).join(', ')
}
