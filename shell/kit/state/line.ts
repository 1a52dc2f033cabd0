import { create } from 'zustand'

/** The state of the page's connection: `offline` without a network, `unreachable` where the site does not answer. */
export type Connection = 'up' | 'offline' | 'unreachable'

/** Milliseconds. Restarts of the site and changes of the network take less. */
const graceMs = 5_000

interface ConnectionState {
  /** The device has a network. */
  readonly isOnline: boolean
  /** The live stream has stayed away for longer than restarts take. */
  readonly isStreamLost: boolean
}

const readOnline = (): boolean => globalThis.navigator?.onLine ?? true

/** The connection of this page to the site. Only pages that follow something live can find the site unreachable. */
export const useLineStore = create<ConnectionState>()(() => ({ isOnline: readOnline(), isStreamLost: false }))

for (const change of ['online', 'offline'])
  globalThis.addEventListener?.(change, () => useLineStore.setState({ isOnline: readOnline() }))

export function lineOf({ isOnline, isStreamLost }: ConnectionState): Connection {
  if (!isOnline) return 'offline'
  return isStreamLost ? 'unreachable' : 'up'
}

let lossTimer: ReturnType<typeof setTimeout> | undefined

/** The live stream broke, or could not be opened. It counts as lost once it has stayed away. */
export function streamLost(): void {
  lossTimer ??= setTimeout(() => useLineStore.setState({ isStreamLost: true }), graceMs)
}

/** The live stream is open, or no longer wanted. */
export function streamFound(): void {
  clearTimeout(lossTimer)
  lossTimer = undefined
  useLineStore.setState({ isStreamLost: false })
}
