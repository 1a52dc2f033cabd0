import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

export interface LeaveDialogProps {
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
