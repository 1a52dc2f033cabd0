import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'

export interface LogoutQuestionProps {
  readonly open: boolean
  readonly title: string
  readonly confirmLabel: string
  readonly sentence: string
  readonly onLogOut: () => void
  readonly onStay: () => void
}

/** Asks before a Logout that would lose what is not saved, or leave behind what is not sent. */
export function LogoutQuestion({ open, title, confirmLabel, sentence, onLogOut, onStay }: LogoutQuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      title={title}
      confirmLabel={confirmLabel}
      cancelLabel="Stay Logged In"
      tone="danger"
      onConfirm={onLogOut}
      onCancel={onStay}
    >
      {sentence}
    </ConfirmDialog>
  )
}
