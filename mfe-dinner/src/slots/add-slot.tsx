import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { CalendarPlus, Plus } from 'lucide-react'
import { emptyDraft, type SlotDraft, type SlotFormTask, toSlots } from './slot-draft.ts'

/**
 * Adds the slots that the draft makes, one after the other and each under a key of its own, so that a retry of an
 * interrupted row adds no slot twice.
 */
export async function addSlots(key: string, draft: SlotDraft): Promise<void> {
  const slots = toSlots(draft)
  const keys = slots.map((_, index) => `${key}-${index}`)
  for (const [index, body] of slots.entries())
    await call('POST /api/dinner-slots', { body }, { idempotencyKey: keys[index] ?? key })
  toast.success(slots.length === 1 ? 'Slot added.' : `${slots.length} serving times added.`, offerUndo(keys))
}

export const adding = (draft: SlotDraft, title: string, isRow = false): SlotFormTask => ({
  title,
  draft,
  slot: null,
  isRow,
})

interface AddSlotButtonsProps {
  readonly category: SlotCategory
  readonly onAdd: (task: SlotFormTask) => void
}

/** Opens the form for one slot, or for a row of serving times. */
export function AddSlotButtons({ category, onAdd }: AddSlotButtonsProps) {
  const one = () => onAdd(adding(emptyDraft(category), category === 'dishes' ? 'New dish' : 'New serving slot'))
  const row = () => onAdd(adding({ ...emptyDraft('serving'), times: '6' }, 'A row of serving times', true))
  return (
    <>
      {category === 'serving' && (
        <Button variant="secondary" size="compact" icon={<CalendarPlus aria-hidden="true" />} onClick={row}>
          Add a row of serving times
        </Button>
      )}
      <Button variant="secondary" size="compact" icon={<Plus aria-hidden="true" />} onClick={one}>
        {category === 'dishes' ? 'Add a dish' : 'Add a serving slot'}
      </Button>
    </>
  )
}
