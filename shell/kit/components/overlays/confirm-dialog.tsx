import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useBackCloses } from '@ultimate/kit/components/overlays/overlay-history.ts'
import type { ShownCommand, Waiting } from '@ultimate/kit/request/use-command.ts'
import { TriangleAlert } from 'lucide-react'
import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { WaitsForConnection } from '../../sending/waits-for-connection.tsx'
import { Button } from '../buttons/button.tsx'
import { useRootMark } from '../layout/root-mark.ts'
import styles from './dialog.module.css'

export interface ConfirmDialogProps {
  readonly open: boolean
  /** The question in a few words. */
  readonly title: string
  /** The consequences, in full sentences. */
  readonly children?: ReactNode
  /** Names the action: 'Finish Dinner', never 'OK'. */
  readonly confirmLabel: string
  readonly cancelLabel?: string
  /** `danger` for what cannot be taken back: a warning sign stands before the question. */
  readonly tone?: 'regular' | 'danger'
  /**
   * The dialog shows the state of this command, and why it failed. The cancel button cancels a waiting command, and
   * resets what is shown.
   */
  readonly command?: ShownCommand
  /** True while an action without a `command` is under way: both buttons stay where they are and wait. */
  readonly busy?: boolean | undefined
  /** The action is not sent yet, because the connection is lost; the cancel button cancels it. */
  readonly waiting?: Waiting | null | undefined
  /** The reason why the action failed; the dialog stays open and the question can be asked again. */
  readonly error?: string | null | undefined
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/**
 * Asks before an action. The cancel button has the focus first; Escape and Back cancel, a press outside does nothing.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    tone = 'regular',
    command,
    busy = command?.isPending,
    waiting = command?.waiting ?? null,
    error = command?.message,
  } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const isSending = busy && !waiting
  useRootMark('question', open)
  const leave = () => {
    waiting?.cancel()
    command?.reset()
    props.onCancel()
  }
  const { onFocus, question, askToClose } = useAsksToClose(open, () => isSending || leave())
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || isSending || askToClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles['scrim']} />
        <AlertDialog.Viewport className={styles['viewport']}>
          <AlertDialog.Popup className={styles['dialog']} initialFocus={cancel} onFocus={onFocus}>
            <AlertDialog.Title className={styles['question']}>
              {tone === 'danger' && <TriangleAlert className={styles['warning']} aria-hidden="true" />}
              {title}
            </AlertDialog.Title>
            {children && (
              <AlertDialog.Description className={styles['description']} render={<div />}>
                {children}
              </AlertDialog.Description>
            )}
            <WaitsForConnection
              waiting={waiting}
              message={error}
              look="strong"
              className={styles['outcome']}
              withoutCancel
            />
            <footer className={styles['actions']}>
              <Button variant="secondary" ref={cancel} disabled={isSending} onClick={leave}>
                {cancelLabel}
              </Button>
              <Button variant={tone === 'danger' ? 'danger' : 'primary'} busy={isSending} onClick={props.onConfirm}>
                {confirmLabel}
              </Button>
            </footer>
            {question}
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

interface LeaveDialogProps {
  /** The result of `useLeaveWarning`. */
  readonly leaving: {
    readonly isAsking: boolean
    readonly stay: () => void
    readonly leave: () => void
  }
  readonly title?: string
  readonly confirmLabel?: string
  /** The consequences of leaving, in full sentences. */
  readonly children?: ReactNode
}

/** Asks before a page is left with something that is not saved. */
export function LeaveDialog({ leaving, title, confirmLabel, children }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      open={leaving.isAsking}
      title={title ?? 'Unsaved Changes'}
      confirmLabel={confirmLabel ?? 'Leave Without Saving'}
      cancelLabel="Stay on Page"
      tone="danger"
      onConfirm={leaving.leave}
      onCancel={leaving.stay}
    >
      {children ?? 'You have unsaved changes. Are you sure you want to leave?'}
    </ConfirmDialog>
  )
}

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element.matches('textarea, input:not([type=search], [type=checkbox], [type=radio], [type=file])')

/**
 * Makes Back close an overlay with fields, but asks first where typed text would be lost. `askToClose` does the same
 * for Escape, a press outside and the cross. Text in an element with `data-stored` is not lost.
 */
export function useAsksToClose(open: boolean, close: () => void) {
  const [isAsking, setAsking] = useState(false)
  /** The fields that had the focus, with their text before. */
  const textsBefore = useRef(new Map<HTMLInputElement | HTMLTextAreaElement, string>())
  const isTyped = () =>
    [...textsBefore.current].some(
      ([field, value]) => field.isConnected && field.value !== value && !field.closest('[data-stored]'),
    )
  const askToClose = () => (isTyped() ? setAsking(true) : close())
  useBackCloses(open, askToClose)
  const stop = (then?: () => void) => {
    setAsking(false)
    then?.()
  }
  return {
    isTyped,
    askToClose,
    onFocus: ({ target }: FocusEvent) => {
      if (isText(target) && !textsBefore.current.has(target)) textsBefore.current.set(target, target.value)
    },
    question: isAsking && (
      <ConfirmDialog
        open={open}
        title="Unsaved Changes"
        confirmLabel="Close Without Saving"
        cancelLabel="Keep Editing"
        tone="danger"
        onConfirm={() => stop(close)}
        onCancel={() => stop()}
      >
        You have unsaved changes. Are you sure you want to close this?
      </ConfirmDialog>
    ),
  }
}
