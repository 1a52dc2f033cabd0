import { ConfirmDialog, type ConfirmDialogProps } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { call } from '@ultimate/kit/request/api.ts'

/** Finishes dinner: the clocks stop, and dishes that are not done are leftovers. */
export const finishDinner = (idempotencyKey: string) =>
  call('POST /api/dinner-management/session/finish', {}, { idempotencyKey })

type FinishDinnerDialogProps = Pick<ConfirmDialogProps, 'open' | 'busy' | 'onConfirm' | 'onCancel'>

export function FinishDinnerDialog(props: FinishDinnerDialogProps) {
  return (
    <ConfirmDialog {...props} title="Finish Dinner?" confirmLabel="Finish Dinner" tone="danger">
      Are you sure you want to finish dinner? This will stop all buffet timers and mark remaining dishes as leftovers.
    </ConfirmDialog>
  )
}
