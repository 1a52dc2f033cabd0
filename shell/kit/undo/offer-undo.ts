import { type ToastOptions, toast } from '@ultimate/kit/components/toasts/toast.ts'
import { ApiError, NetworkError } from '@ultimate/kit/request/api.ts'
import { cancelled, sendFromToast } from '@ultimate/kit/sending/send-from-toast.ts'
import { type Undoing, undoableOf, useUndoStore } from '@ultimate/kit/undo/undoable.ts'
import { messageOf, newKey, retryUntilAnswered } from '../request/answer.ts'
import { type PreviewedEvent, previewUndo, undoEvents } from './undo-events.ts'

/** Milliseconds for which a toast offers to take something back: time to read it, and to reconsider. */
export const undoOfferedMs = 10_000

/** Long enough for a reason to be read. */
const reasonMs = 10_000

/**
 * Returns the options of the toast about the requests with these keys: with an Undo, if the server can undo all of
 * them.
 */
export function offerUndo(keys: readonly string[]): ToastOptions {
  const positions = undoableOf(keys)
  return positions.length === 0 ? {} : { duration: undoOfferedMs, undo: () => void undo({ positions }) }
}

/**
 * Offers to take back what the requests with these keys did, where the page itself shows that it is done. Requests that
 * have no way back are left out.
 */
export function offerUndoApart(keys: readonly string[]): void {
  const undoableKeys = keys.filter((key) => undoableOf([key]).length > 0)
  if (undoableKeys.length > 0) toast.success('You can undo this.', offerUndo(undoableKeys))
}

/** Undoes at once if nothing else follows from that; otherwise, and if something changed since, it asks first. */
async function undo(undoing: Undoing): Promise<void> {
  try {
    const previewed = await sendFromToast('Undo', () => retryUntilAnswered(() => lookWhenStored(undoing.positions)))
    if (previewed === cancelled) return
    const impossible = previewed.find(({ preview }) => !preview.can)
    if (impossible) showFailure(impossible.preview.why)
    else if (previewed.some(({ preview }) => preview.also.length > 0)) useUndoStore.setState({ asked: undoing })
    else {
      const key = newKey()
      const result = await sendFromToast('Undo', () => undoEvents(previewed, key))
      if (result !== cancelled) toast.success('Undone.')
    }
  } catch (error) {
    // Since the preview, more effects of the action were stored, such as the end of each sign-up of a deleted slot.
    if (error instanceof ApiError && error.code === 'STALE') useUndoStore.setState({ asked: undoing })
    else showFailure(messageOf(error, 'No response. Please check what was done, and try again.'))
  }
}

/**
 * Previews the undo. An event cannot be read until each transaction that began before it has ended. Until then this
 * fails like a lost answer, so that it is tried again.
 */
async function lookWhenStored(positions: readonly number[]): Promise<PreviewedEvent[]> {
  try {
    return await previewUndo(positions)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'EVENT_NOT_FOUND')) throw error
    throw new NetworkError('The event cannot be read yet.', { cause: error })
  }
}

const showFailure = (why: string | null) =>
  toast.error(why ? `Not undone: ${why}` : 'Not undone.', { duration: reasonMs })
