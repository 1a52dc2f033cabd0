import { ConfirmDialog, type ConfirmDialogProps } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { call } from '@ultimate/kit/request/api.ts'

/** Resets a finished dinner, so that another one can be started. */
export const resetDinner = (idempotencyKey: string) =>
  call('POST /api/dinner-management/session/reset', {}, { idempotencyKey })

type ResetDinnerDialogProps = Pick<ConfirmDialogProps, 'open' | 'busy' | 'onConfirm' | 'onCancel'>

export function ResetDinnerDialog(props: ResetDinnerDialogProps) {
  return (
    <ConfirmDialog {...props} title="Reset Dinner?" confirmLabel="Reset Dinner">
      Are you sure you want to reset dinner? This will allow you to start a new dinner session.
    </ConfirmDialog>
  )
}
