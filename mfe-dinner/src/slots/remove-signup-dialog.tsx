import type { Signup } from '@ultimate/events/dinner/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { queryClient, useMutation } from '@ultimate/kit/request/query.ts'
import { useRef } from 'react'
import { newKey } from './new-key.ts'
import { nameOfSlot } from './slot-name.ts'
import { refreshSlots } from './slots-query.ts'

export interface RemoveSignupDialogProps {
  readonly signup: Signup
  readonly slot: Slot
  readonly onClose: () => void
}

/** Asks, and takes somebody else's sign-up back. */
export function RemoveSignupDialog({ signup, slot, onClose }: RemoveSignupDialogProps) {
  const key = useRef(newKey())
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => removeSignup(signup.id, key.current),
    onSuccess: () => {
      toast.success(`The sign-up of ${signup.person_name} is removed.`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      tone="danger"
      title={`Remove ${signup.person_name} from ${nameOfSlot(slot)}?`}
      confirmLabel="Remove sign-up"
      busy={isPending}
      error={error && (error instanceof ApiError ? error.message : 'No answer came. Please try again.')}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      The place is free again at once. No mail is sent, so please tell {signup.person_name} yourself.
    </ConfirmDialog>
  )
}

async function removeSignup(id: string, idempotencyKey: string): Promise<void> {
  try {
    await call('DELETE /api/dinner-signup/{id}', { params: { id } }, { idempotencyKey })
  } catch (error) {
    // Somebody else was first: it is gone, as was wished.
    if (!(error instanceof ApiError && error.code === 'SIGNUP_NOT_FOUND')) throw error
  }
  await Promise.all([refreshSlots(), queryClient.invalidateQueries({ queryKey: ['signups'] })])
}
