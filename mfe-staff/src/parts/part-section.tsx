import type { ListedPart, Release } from '@ultimate/events/releases/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { DataCell, DataRow, DataTable } from '@ultimate/kit/components/display/data-table.tsx'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { Eye, Rocket, Undo2 } from 'lucide-react'
import { momentAtVenue } from '../audit/entries/moments.ts'
import type { Change } from './change-live.tsx'
import { PartErrors } from './part-errors.tsx'
import styles from './part-section.module.css'
import { computeShares, rollbackSentence } from './parts-query.ts'

interface PartSectionProps {
  readonly part: ListedPart
  readonly onChange: (change: Change) => void
}

const columns = [
  { key: 'version', label: 'Version' },
  { key: 'released', label: 'Released' },
  { key: 'share', label: 'Visitors', align: 'end' },
  { key: 'errors', label: 'Errors', align: 'end' },
  { key: 'actions', label: '', hiddenLabel: 'Actions' },
] as const

/** One part: its live release, since when and by which user, the one before, and all releases. */
export function PartSection({ part, onChange }: PartSectionProps) {
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
  const failures = part.errors.find((one) => one.version === version)?.count ?? 0
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
        {failures === 0 ? '0' : <Badge tone="bad">{failures}</Badge>}
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
