import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { changeOf, knownErrors, slotsOf } from './slot-draft.ts'
import type { Attempt, SaveOutcome } from './slot-form-machine.ts'
import { refreshSlots } from './slots-query.ts'

/** Adds what the draft makes, or changes `slot` into it. Rejects when it is not known whether that arrived. */
export async function saveSlot({ key, draft }: Attempt, slot: Slot | null): Promise<SaveOutcome> {
  try {
    if (slot) await changeSlot(key, slot, draft)
    else await addSlots(key, draft)
  } catch (error) {
    void refreshSlots()
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { kind: 'refused', sentence: error.message, errors: knownErrors(error.fields) }
  }
  await refreshSlots()
  return { kind: 'saved' }
}

async function changeSlot(key: string, { id, ...slot }: Slot, draft: Attempt['draft']): Promise<void> {
  const body = changeOf({ id, ...slot }, draft)
  if (Object.keys(body).length > 0)
    await call('PUT /api/dinner-slots/{id}', { params: { id }, body }, { idempotencyKey: key })
  toast.success('Slot saved.')
}

/** One after the other, each under a key of its own: a row that broke off goes on where it was. */
async function addSlots(key: string, draft: Attempt['draft']): Promise<void> {
  const slots = slotsOf(draft)
  for (const [index, body] of slots.entries())
    await call('POST /api/dinner-slots', { body }, { idempotencyKey: `${key}-${index}` })
  toast.success(slots.length === 1 ? 'Slot added.' : `${slots.length} serving times added.`)
}
