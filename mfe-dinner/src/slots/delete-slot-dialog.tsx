import { nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { messageOrStatus, shortPauses } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useChecklist } from '../check-in/checklist-query.ts'
import { dishes, servers } from '../check-in/kinds.ts'
import { refreshSlots } from './slots-query.ts'
import { peopleIn, takenText } from './taken-text.ts'

export interface DeleteSlotDialogProps {
  readonly slot: Slot
  readonly onClose: () => void
}

/** Asks, and deletes the slot with all its sign-ups. */
export function DeleteSlotDialog({ slot, onClose }: DeleteSlotDialogProps) {
  const deletion = useCommand<void, string>({
    send: (_, key) => deleteSlot(slot.id, key),
    pauses: shortPauses,
    failed: (error) => messageOrStatus(error, 'No response. Please try again.'),
    onDone: (key) => {
      toast.success('Slot deleted.', offerUndo([key]))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      tone="danger"
      title={`Delete ${nameOfSlot(slot)}?`}
      confirmLabel="Delete slot"
      command={deletion}
      onConfirm={() => deletion.run()}
      onCancel={onClose}
    >
      <p>Are you sure you want to delete this slot? This will also remove all signups for this slot.</p>
      {slot.current_signups > 0 && <Taken slot={slot} />}
    </ConfirmDialog>
  )
}

/** Names how much goes with the slot; who they are follows as soon as the list is here. */
function Taken({ slot }: { readonly slot: Slot }) {
  const { data } = useChecklist(slot.category === 'dishes' ? dishes : servers)
  return (
    <>
      <p>{takenText(slot, data)}</p>
      <p>{emailsTo(peopleIn(slot, data), 'those who signed up')}</p>
    </>
  )
}

/** Returns the key. */
async function deleteSlot(id: string, idempotencyKey: string): Promise<string> {
  try {
    await call('DELETE /api/dinner-slots/{id}', { params: { id } }, { idempotencyKey })
  } catch (error) {
    // Another user was faster: it is gone, as intended.
    if (!(error instanceof ApiError && error.code === 'SLOT_NOT_FOUND')) throw error
  }
  await refreshSlots()
  return idempotencyKey
}
