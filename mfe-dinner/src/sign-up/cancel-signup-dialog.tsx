import { nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { messageOrStatus, shortPauses } from '@ultimate/kit/request/answer.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { cancelSignup } from '../slots/slots-query.ts'

interface CancelSignupDialogProps {
  readonly signup: Signup
  readonly onClose: () => void
}

/** Asks before it cancels the sign-up of another person. */
export function CancelSignupDialog({ signup, onClose }: CancelSignupDialogProps) {
  const cancellation = useCommand<void, string>({
    send: async (_, key) => {
      await cancelSignup(signup.id, key)
      await Promise.all([refresh(['slots']), refresh(['signups'])])
      return key
    },
    pauses: shortPauses,
    failed: (error) => messageOrStatus(error, 'No response. Please try again.'),
    onDone: (key) => {
      toast.success(`The sign-up of ${signup.person_name} is removed.`, offerUndo([key]))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      tone="danger"
      title={`Remove ${signup.person_name} from ${nameOfSlot({ name: signup.slot_name, time_slot: signup.time_slot })}?`}
      confirmLabel="Remove sign-up"
      command={cancellation}
      onConfirm={() => cancellation.run()}
      onCancel={onClose}
    >
      {signup.walk_in
        ? 'It leaves the lists and the board.'
        : `The spot is free again at once. ${emailsTo(1, signup.person_name)}`}
    </ConfirmDialog>
  )
}
