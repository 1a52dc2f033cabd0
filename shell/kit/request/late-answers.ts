import { type LiveKey, showAccepted } from '@ultimate/kit/request/live.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { positionOf } from '@ultimate/kit/state/answers.ts'
import { undoableOf } from '@ultimate/kit/undo/undoable.ts'

type Query = ReturnType<ReturnType<typeof queryClient.getQueryCache>['getAll']>[number]

/** A position below all of the log. */
const nowhere = -1

/** The position in the log up to which the answer to a query's last read knows everything. */
const positions = new WeakMap<Query, number>()

/**
 * Returns a `read` that notes for {@link showAnswer} the position up to which the list of this key knows everything.
 */
export const noting =
  <Data>(key: LiveKey, read: (signal: AbortSignal) => Promise<Data>) =>
  async (signal: AbortSignal): Promise<Data> => {
    const data = await read(signal)
    const query = queryClient.getQueryCache().find({ queryKey: key, exact: true })
    // A shell of an earlier release has no positions.
    if (query) positions.set(query, positionOf?.(signal) ?? nowhere)
    return data
  }

/**
 * Returns whether the server reported the position in the log of what the request with this idempotency key has stored.
 */
export const isPlaced = (idempotencyKey: string): boolean => undoableOf([idempotencyKey]).length > 0

/**
 * Shows at once what the server has accepted, as {@link showAccepted} does. Before a slow answer arrives, a list may
 * have been read that knows the change and later ones. Such a list stays as it is.
 */
export async function showAnswer<Data>(
  key: LiveKey,
  change: (data: Data) => Data,
  idempotencyKey: string,
): Promise<void> {
  const storedPosition = Math.max(nowhere, ...undoableOf([idempotencyKey]))
  const lists = queryClient.getQueryCache().findAll({ queryKey: key })
  const isKnown =
    storedPosition !== nowhere && lists.every((list) => (positions.get(list) ?? nowhere) >= storedPosition)
  if (!isKnown) await showAccepted(key, change)
}
