import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { newSlot, type SlotChange } from '@ultimate/events/dinner/slots/slot-schema.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { type SlotDraft, toRequest } from './slot-draft.ts'

/** Returns only the fields that were changed, so that what another user changed meanwhile stays. */
export function toChange(slot: Slot, draft: SlotDraft): SlotChange {
  const before: Readonly<Record<string, unknown>> = { ...slot }
  const now = Object.entries(newSlot.parse(toRequest(draft)))
  return Object.fromEntries(now.filter(([field, value]) => value !== before[field]))
}

/** Changes the slot into the draft. Asks the server only where they differ. */
export async function changeSlot(idempotencyKey: string, slot: Slot, draft: SlotDraft): Promise<void> {
  const body = toChange(slot, draft)
  if (Object.keys(body).length > 0)
    await call('PUT /api/dinner-slots/{id}', { params: { id: slot.id }, body }, { idempotencyKey })
  toast.success('Slot saved.', offerUndo([idempotencyKey]))
}
