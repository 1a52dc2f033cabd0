import { AlertDialog } from '@base-ui/react/alert-dialog'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Waiting } from '../../request/use-command.ts'
import { WaitsForLine } from '../../sending/waits-for-line.tsx'
import { Button } from '../buttons/button.tsx'
import { useRootMark } from '../layout/root-mark.ts'
import styles from './dialog.module.css'

export interface ConfirmDialogProps {
  readonly open: boolean
  /** The question in a few words. */
  readonly title: string
  /** What will happen, in full sentences. */
  readonly children?: ReactNode
  /** Names the action: 'Finish Dinner', never 'OK'. */
  readonly confirmLabel: string
  readonly cancelLabel?: string
  /** `danger` for what cannot be taken back: a warning sign stands before the question. */
  readonly tone?: 'regular' | 'danger'
  /** While the action is under way: both buttons stay where they are and wait. */
  readonly busy?: boolean | undefined
  /** The action is not sent yet, because the line is gone: the way out takes it back. */
  readonly waiting?: Waiting | null | undefined
  /** Why the action failed; the dialog stays open and the question can be asked again. */
  readonly error?: string | null | undefined
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before an action. The focus starts on the way out; a tap outside does nothing, Escape leaves. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    tone = 'regular',
    busy,
    waiting = null,
    error,
  } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const isSending = busy && !waiting
  useRootMark('question', open)
  const leave = () => {
    waiting?.cancel()
    props.onCancel()
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || isSending || leave()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles['scrim']} />
        <AlertDialog.Viewport className={styles['viewport']}>
          <AlertDialog.Popup className={styles['dialog']} initialFocus={cancel}>
            <AlertDialog.Title className={styles['question']}>
              {tone === 'danger' && <TriangleAlert className={styles['warning']} aria-hidden="true" />}
              {title}
            </AlertDialog.Title>
            {children && (
              <AlertDialog.Description className={styles['description']} render={<div />}>
                {children}
              </AlertDialog.Description>
            )}
            {error && (
              <p className={styles['error']} role="alert">
                {error}
              </p>
            )}
            <WaitsForLine waiting={waiting} className={styles['waiting']} withoutCancel />
            <footer className={styles['actions']}>
              <Button variant="secondary" ref={cancel} disabled={isSending} onClick={leave}>
                {cancelLabel}
              </Button>
              <Button variant={tone === 'danger' ? 'danger' : 'primary'} busy={isSending} onClick={props.onConfirm}>
                {confirmLabel}
              </Button>
            </footer>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
