import type { UndoPreview } from '@ultimate/events/platform/api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { ApiError } from '@ultimate/kit/request/api.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import type { Undoing } from '@ultimate/kit/undo/undoable.ts'
import { ArrowRight, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../components/buttons/button.tsx'
import { ErrorPanel } from '../components/feedback/error-panel.tsx'
import { Notice } from '../components/feedback/notice.tsx'
import { SkeletonRows } from '../components/loading/skeleton.tsx'
import { Dialog } from '../components/overlays/dialog.tsx'
import { messageOf } from '../request/answer.ts'
import { WaitsForConnection } from '../sending/waits-for-connection.tsx'
import styles from './undo-dialog.module.css'
import { type PreviewedEvent, previewUndo, undoEvents } from './undo-events.ts'

interface UndoDialogProps {
  /** Null while nothing is to be taken back. */
  readonly undoing: Undoing | null
  readonly onClose: () => void
}

/** Shows what taking an action back changes, and takes it back on request. */
export function UndoDialog({ undoing, onClose }: UndoDialogProps) {
  // While the dialog fades out it still names the action.
  const lastSentence = useRef('')
  if (undoing) lastSentence.current = undoing.sentence ?? ''
  const { data, error, isFetching, refetch } = useQuery(
    {
      queryKey: ['undo', undoing?.positions],
      queryFn: () => previewUndo(undoing?.positions ?? []),
      enabled: undoing !== null,
      staleTime: 0,
      gcTime: 0,
      retry: false,
    },
    queryClient,
  )
  const undo = useCommand({
    send: undoEvents,
    failed: (failure) =>
      failure instanceof ApiError && failure.code === 'STALE'
        ? 'Something changed in the meantime. Please check what the undo changes now.'
        : messageOf(failure, 'Failed to undo'),
    onDone: () => {
      toast.success('Undone.')
      close()
    },
    onError: () => void refetch(),
  })
  const close = () => {
    undo.reset()
    onClose()
  }
  const can = data?.every(({ preview }) => preview.can) === true
  const canRun = can && !isFetching
  return (
    <Dialog
      open={undoing !== null}
      onClose={close}
      title="Undo"
      description={lastSentence.current}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {can || !data ? 'Cancel' : 'Close'}
          </Button>
          {(can || !data) && (
            <Button
              icon={<Undo2 aria-hidden="true" />}
              busy={undo.isPending && !undo.waiting}
              aria-disabled={!canRun || undo.waiting !== null}
              onClick={() => canRun && !undo.waiting && undo.run(data)}
            >
              Undo
            </Button>
          )}
        </>
      }
    >
      {/* The button to cancel stands below. */}
      <WaitsForConnection waiting={undo.waiting} message={undo.message} withoutCancel />
      {error ? (
        <ErrorPanel title={messageOf(error, 'Failed to preview the undo')} onRetry={() => void refetch()} />
      ) : data ? (
        <Preview {...mergePreviews(data)} />
      ) : (
        <SkeletonRows label="Loading what the undo changes" rows={3} />
      )}
    </Dialog>
  )
}

/** Returns what the undos do together. */
function mergePreviews(previewed: readonly PreviewedEvent[]): UndoPreview {
  const previews = previewed.map(({ preview }) => preview)
  const impossible = previews.find(({ can }) => !can)
  return {
    can: impossible === undefined,
    why: impossible?.why ?? null,
    changes: previews.flatMap(({ changes }) => changes),
    also: [...new Set(previews.flatMap(({ also }) => also))],
    // A backend of an older release does not report this, and can undo each of its undos.
    undoable: previews.every(({ undoable = true }) => undoable),
    action: previewed.map(({ position }) => position),
  }
}

function Preview({ can, why, changes, also, undoable }: UndoPreview) {
  if (!can) return <Notice title="This cannot be undone">{why}</Notice>
  return (
    <div className={styles['preview']}>
      <ul className={styles['changes']} aria-label="What changes">
        {/* A backend of an older release reports `thing` alone. */}
        {changes.map(({ thing, subject = thing, was, becomes }) => (
          <li key={subject}>
            <span className={styles['subject']}>{subject}</span>
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
      <p className={styles['hint']}>
        {undoable
          ? 'Nothing is deleted: the undo is recorded too, and can itself be undone.'
          : 'The undo is recorded too. This cannot be undone.'}
      </p>
    </div>
  )
}
