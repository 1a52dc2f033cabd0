import { ConfirmDialog, type ConfirmDialogProps } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'

/** Asks before both divisions become public. */
export function PublishDialog(props: Pick<ConfirmDialogProps, 'open' | 'onConfirm' | 'onCancel'>) {
  return (
    <ConfirmDialog {...props} title="Publish pools?" confirmLabel="Publish">
      Your changes are saved first. Then the saved pools of both divisions, Competitive and Recreational, become visible
      to everybody.
    </ConfirmDialog>
  )
}
