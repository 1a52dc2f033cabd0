import type { ListedUser, User } from '@ultimate/events/staff/api.ts'
import { ApiError, call } from '@ultimate/kit/api.ts'
import { ConfirmDialog } from '@ultimate/kit/components/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toast.ts'
import { useMutation, useQueryClient } from '@ultimate/kit/query.ts'
import { useRef } from 'react'
import { newKey } from '../new-key.ts'
import { sentenceOf } from '../sentence-of.ts'
import { usersKey } from '../users/users-query.ts'

interface RemoveUserDialogProps {
  /** Who shall go; null while nobody is asked about. */
  readonly user: User | null
  readonly onClose: () => void
}

/** Asks before somebody loses his account. Until the server has answered, asking again about him sends the same key. */
export function RemoveUserDialog({ user, onClose }: RemoveUserDialogProps) {
  const cache = useQueryClient()
  const attempt = useRef<{ readonly id: string; readonly key: string } | null>(null)
  const removal = useMutation({
    mutationFn: ({ id }: User) => {
      if (attempt.current?.id !== id) attempt.current = { id, key: newKey() }
      return call('DELETE /api/auth/users/{id}', { params: { id } }, { idempotencyKey: attempt.current.key })
    },
    onSuccess: async (_, { id }) => {
      // An answer that was asked for before the removal must not come in after it.
      await cache.cancelQueries({ queryKey: usersKey })
      cache.setQueryData<ListedUser[]>(usersKey, (users) => users?.filter((other) => other.id !== id))
      toast.success('User deleted successfully!')
      close()
    },
    onError: (error) => {
      // What was refused may be right another time, and is asked anew.
      if (error instanceof ApiError) attempt.current = null
      return cache.invalidateQueries({ queryKey: usersKey })
    },
  })
  const close = () => {
    removal.reset()
    onClose()
  }
  // While the dialog fades out it still says whom it was about.
  const last = useRef<User | null>(null)
  if (user) last.current = user
  return (
    <ConfirmDialog
      open={user !== null}
      title="Remove User"
      confirmLabel="Remove User"
      tone="danger"
      busy={removal.isPending}
      error={removal.error ? sentenceOf(removal.error, 'Failed to remove user') : null}
      onConfirm={() => user && removal.mutate(user)}
      onCancel={close}
    >
      Are you sure you want to remove <strong>{last.current?.full_name}</strong> ({last.current?.role})? The account
      ends at once, on every device. What was done with it stays in the audit.
    </ConfirmDialog>
  )
}
