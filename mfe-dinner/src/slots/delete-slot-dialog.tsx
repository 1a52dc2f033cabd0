import { nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { messageOrStatus, shortPauses } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useChecklist } from '../check-in/checklist-query.ts'
import { dishes, servers } from '../check-in/kinds.ts'

interface DeleteSlotDialogProps {
  readonly slot: Slot
  readonly onClose: () => void
}

/** Asks whether to delete the slot with all its sign-ups, and deletes it. */
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
      {slot.current_signups > 0 && <DeletedSignups slot={slot} />}
    </ConfirmDialog>
  )
}

/** Shows how many sign-ups are deleted with the slot, and their names as soon as the list is loaded. */
function DeletedSignups({ slot }: { readonly slot: Slot }) {
  const { data } = useChecklist(slot.category === 'dishes' ? dishes : servers)
  return (
    <>
      <p>{describeDeletion(slot, data)}</p>
      <p>{emailsTo(countPeopleIn(slot, data), 'those who signed up')}</p>
    </>
  )
}

/** Deletes a slot, and returns the idempotency key for Undo. */
async function deleteSlot(id: string, idempotencyKey: string): Promise<string> {
  try {
    await call('DELETE /api/dinner-slots/{id}', { params: { id } }, { idempotencyKey })
  } catch (error) {
    // Another user was faster, so the slot is deleted as intended.
    if (!(error instanceof ApiError && error.code === 'SLOT_NOT_FOUND')) throw error
  }
  await refresh(['slots'])
  return idempotencyKey
}

/** More names than these do not help the user to decide. */
const maxNames = 5

/**
 * Names what goes with a deleted slot: `It takes 3 dishes of 2 people: Becky, Tom. One of them is checked in already.`
 */
export function describeDeletion(
  { id, category, current_signups }: Pick<Slot, 'id' | 'category' | 'current_signups'>,
  signups: readonly Signup[] | undefined,
): string {
  const ofSlot = signups?.filter((signup) => signup.slot_id === id)
  const total = ofSlot?.length ?? current_signups
  const items = category === 'dishes' ? counted(total, 'dish', 'dishes') : counted(total, 'server', 'servers')
  if (ofSlot === undefined || total === 0) return `It takes ${items} with it.`
  const names = [...new Set(ofSlot.map(({ person_name }) => person_name))]
  const people = category === 'dishes' ? `${items} of ${counted(names.length, 'person', 'people')}` : items
  return `It takes ${people}: ${listNames(names)}.${checkedInText(ofSlot, category)}`
}

/** Counts the people who get an email about the slot: walk-ins left no address. */
export function countPeopleIn(
  { id, current_signups }: Pick<Slot, 'id' | 'current_signups'>,
  signups: readonly Signup[] | undefined,
): number {
  const ofSlot = signups?.filter(({ slot_id, walk_in }) => slot_id === id && !walk_in)
  return ofSlot === undefined ? current_signups : new Set(ofSlot.map(({ person_name }) => person_name)).size
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

function listNames(names: readonly string[]): string {
  const others = names.length - maxNames
  return others > 0 ? `${names.slice(0, maxNames).join(', ')} and ${others} more` : names.join(', ')
}

/** Returns ` It is checked in already, and leaves the board.`; empty if none is checked in. */
function checkedInText(signups: readonly Signup[], category: Slot['category']): string {
  const count = signups.filter(({ checked_in }) => checked_in).length
  if (count === 0) return ''
  const isOne = count === 1
  const leaves = category === 'dishes' ? `, and ${isOne ? 'leaves' : 'leave'} the board` : ''
  const some = `${count} of them ${isOne ? 'is' : 'are'}`
  const all = isOne ? 'It is' : 'All are'
  return ` ${count === signups.length ? all : some} checked in already${leaves}.`
}
