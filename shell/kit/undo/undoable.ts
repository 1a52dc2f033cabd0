import { create, createStore } from 'zustand'

/** The header in which the server names the events that a request has stored and that can be taken back. */
export const undoHeader = 'undo-positions'

/** The events to take back. */
export interface Undoing {
  /** The positions of events in the log. */
  readonly positions: readonly number[]
  /** A sentence on what was done, where that is not in sight. */
  readonly sentence?: string
}

/** The undo that is asked about before it is done; the shell shows the question. */
export const useUndoStore = create<{ readonly asked: Undoing | null }>()(() => ({ asked: null }))

/** Only toasts need these, soon after their request. What was done long ago is undone in the audit. */
const maxUndoable = 100

/** The positions of these events, by idempotency key; the oldest key first. */
const undoableStore = createStore<{ readonly undoable: ReadonlyMap<string, readonly number[]> }>()(() => ({
  undoable: new Map(),
}))

/** Stores what the answer to the request with this key reports. A repeated answer reports the same. */
export function noticeUndoable(key: string | undefined, header: string | null): void {
  if (key === undefined || header === null) return
  const positions = header.split(',').map(Number).filter(Number.isSafeInteger)
  const next = new Map(undoableStore.getState().undoable).set(key, positions)
  undoableStore.setState({ undoable: new Map([...next].slice(-maxUndoable)) })
}

/**
 * Returns the positions of the events that an undo of the requests with these keys takes back. Empty if one of the
 * requests cannot be undone.
 */
export function undoableOf(keys: readonly string[]): number[] {
  const { undoable } = undoableStore.getState()
  const positions = keys.map((key) => undoable.get(key) ?? [])
  return positions.some(({ length }) => length === 0) ? [] : positions.flat()
}
