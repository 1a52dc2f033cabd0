import type { ListedUser, User } from '@ultimate/events/staff/api.ts'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh, showAccepted } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndo, undoOfferedMs } from '@ultimate/kit/undo/offer-undo.ts'
import { useRef } from 'react'
import { usersKey } from './users-query.ts'

export type NamedUser = Pick<User, 'id' | 'full_name'>

interface RemoveUserDialogProps {
  /** The user to remove; null while the dialog is closed. */
  readonly user: User | null
  readonly onClose: () => void
  /** The account is gone, and what names its user may go as well. */
  readonly onForget: (user: NamedUser) => void
}

/** Asks before a user loses their account. */
export function RemoveUserDialog({ user, onClose, onForget }: RemoveUserDialogProps) {
  const removal = useCommand<NamedUser, string>({
    send: async ({ id }, idempotencyKey) => {
      await call('DELETE /api/auth/users/{id}', { params: { id } }, { idempotencyKey })
      return idempotencyKey
    },
    failed: 'Failed to remove user',
    onDone: async (key, gone) => {
      const { id } = gone
      await showAccepted<ListedUser[]>(usersKey, (users) => users.filter((other) => other.id !== id))
      toast.success('User deleted successfully!', offerUndo([key]))
      toast.success(`The audit still names ${gone.full_name}.`, {
        duration: undoOfferedMs,
        action: { label: 'Forget…', run: () => onForget(gone) },
      })
      onClose()
    },
    onError: () => refresh(usersKey),
  })
  // While the dialog fades out it still names the user.
  const last = useRef<User | null>(null)
  if (user) last.current = user
  return (
    <ConfirmDialog
      open={user !== null}
      title="Remove User"
      confirmLabel="Remove User"
      tone="danger"
      command={removal}
      onConfirm={() => user && removal.run({ id: user.id, full_name: user.full_name })}
      onCancel={onClose}
    >
      Are you sure you want to remove <strong>{last.current?.full_name}</strong> ({last.current?.role})? The account
      ends at once, on every device. What was done with it stays in the audit.
    </ConfirmDialog>
  )
}
