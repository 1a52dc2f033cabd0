import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'

export interface LogoutQuestionProps {
  readonly open: boolean
  readonly sentence: string
  readonly onLogOut: () => void
  readonly onStay: () => void
}

/** Asks before a Logout that would lose what is not saved. */
export function LogoutQuestion({ open, sentence, onLogOut, onStay }: LogoutQuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      title="Unsaved Changes"
      confirmLabel="Log Out Without Saving"
      cancelLabel="Stay Logged In"
      tone="danger"
      onConfirm={onLogOut}
      onCancel={onStay}
    >
      {sentence}
    </ConfirmDialog>
  )
}
