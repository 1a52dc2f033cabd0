import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import type { UndoPreview } from '@ultimate/events/staff/undo-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { ApiError, call, callForTag } from '@ultimate/kit/request/api.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { ArrowRight, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import styles from './undo-dialog.module.css'

const readPreview = (position: number) =>
  callForTag('POST /api/audit/{position}/undo', { params: { position }, query: { preview: 'true' } })

interface UndoDialogProps {
  /** What is to be taken back; null while nothing is. */
  readonly entry: AuditEntry | null
  readonly onClose: () => void
}

/** Shows what taking an action back changes, and takes it back when told to. */
export function UndoDialog({ entry, onClose }: UndoDialogProps) {
  // While the dialog fades out it still names the action.
  const last = useRef<AuditEntry | null>(null)
  if (entry) last.current = entry
  const position = entry?.position ?? 0
  const { data, error, isFetching, refetch } = useQuery(
    {
      queryKey: ['undo', position],
      queryFn: () => readPreview(position),
      enabled: entry !== null,
      staleTime: 0,
      gcTime: 0,
      retry: false,
    },
    queryClient,
  )
  const undo = useCommand({
    send: ({ tag, of }: { readonly tag: string; readonly of: number }, idempotencyKey) =>
      call('POST /api/audit/{position}/undo', { params: { position: of } }, { idempotencyKey, ifMatch: tag }),
    isSame: (one, other) => one.tag === other.tag && one.of === other.of,
    failed: (failure) =>
      failure instanceof ApiError && failure.code === 'STALE'
        ? 'Something changed in the meantime. Please look again at what the undo does now.'
        : messageOf(failure, 'Failed to undo'),
    onDone: () => {
      toast.success('Undone')
      close()
    },
    onError: () => void refetch(),
  })
  const close = () => {
    undo.reset()
    onClose()
  }
  const can = data?.body.can === true
  return (
    <Dialog
      open={entry !== null}
      onClose={close}
      title="Undo"
      description={last.current ? `${last.current.actor.name ?? 'Somebody'} ${last.current.sentence.text}` : ''}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {can || !data ? 'Cancel' : 'Close'}
          </Button>
          {(can || !data) && (
            <Button
              icon={<Undo2 aria-hidden="true" />}
              busy={undo.isPending}
              disabled={!can || isFetching}
              onClick={() => data && undo.run({ tag: data.tag, of: position })}
            >
              Undo
            </Button>
          )}
        </>
      }
    >
      {undo.message && <Notice tone="bad" announce="alert" title={undo.message} />}
      {error ? (
        <ErrorPanel title={messageOf(error, 'Failed to look at what the undo does')} onRetry={() => void refetch()} />
      ) : data ? (
        <Preview {...data.body} />
      ) : (
        <SkeletonRows label="Looking at what the undo does" rows={3} />
      )}
    </Dialog>
  )
}

function Preview({ can, why, changes, also }: UndoPreview) {
  if (!can) return <Notice title="This cannot be undone">{why}</Notice>
  return (
    <div className={styles['preview']}>
      <ul className={styles['changes']} aria-label="What changes">
        {changes.map(({ thing, was, becomes }) => (
          <li key={thing}>
            <span className={styles['thing']}>{thing}</span>
            <span className={styles['values']}>
              <del>{was}</del>
              <ArrowRight aria-label="becomes" role="img" />
              <ins>{becomes}</ins>
            </span>
          </li>
        ))}
      </ul>
      {also.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className={styles['hint']}>Nothing is deleted: the undo is recorded too, and can itself be undone.</p>
    </div>
  )
}
