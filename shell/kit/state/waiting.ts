import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'
import { create } from 'zustand'

/**
 * The queued commands of this device, as far as every page may know: how many and whose. Parts read it by these names.
 */
export interface Waiting {
  /** Commands that are not sent yet, by the user who made them. */
  readonly of: readonly WaitingOf[]
  /** False where the browser stores nothing, so that the commands are lost with this tab. */
  readonly isKept: boolean
  /** The number of stored commands that the browser has deleted. */
  readonly lost: number
}

export interface WaitingOf {
  readonly userId: string
  readonly username: string
  readonly count: number
  /** The number of these that the server refused and the user has not decided on yet. */
  readonly refused: number
  /** The time of the oldest one that is not refused, in milliseconds of this device's clock; null where all are. */
  readonly since: number | null
  /** True if a try has failed, so that they wait for longer than sending takes. */
  readonly isHeldUp: boolean
}

const nothing: Waiting = { of: [], isKept: true, lost: 0 }

const key = 'outbox'

/** The counts beside the queue, for pages that do not load it, and to notice that the browser has deleted it. */
export const waitingOnDevice = storedValue<readonly WaitingOf[]>(
  key,
  (data) => (Array.isArray(data) && data.every(isWaitingOf) ? data : null),
  () => deviceStorage,
)

const isWaitingOf = (it: unknown): it is WaitingOf =>
  typeof it === 'object' && it !== null && 'userId' in it && 'count' in it && typeof it.count === 'number'

/** One instance for the shell and all parts. */
export const useWaitingStore = create<Waiting>()(() => ({ ...nothing, of: waitingOnDevice.load() ?? [] }))

/** Shows, until all is sent, that the browser has deleted waiting commands, which this tab has stored again. */
export const useWipedStore = create<{ readonly isWiped: boolean }>()(() => ({ isWiped: false }))

// Tabs that have not loaded the queue follow those that have.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === key) useWaitingStore.setState({ of: waitingOnDevice.load() ?? [] })
})

export const countWaiting = (of: readonly WaitingOf[]): number => of.reduce((sum, { count }) => sum + count, 0)
