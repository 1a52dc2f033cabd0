import { withLock } from '../state/tabs.ts'

const lockName = 'outbox'
/** Longer than a request takes. A tab that holds the lock for longer may be stopped in the middle, as iOS does. */
const patienceMs = 30_000

/**
 * Runs the work while no other tab of this device does. A tab that is stopped while it works loses its turn. The next
 * tab sends its command again under the same key, so that the command takes effect once. Without locks, as on plain
 * http or where site data is blocked, tabs do not wait for each other.
 */
export async function alone(work: (hasTurn: () => boolean) => Promise<void>): Promise<void> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMs)
  let hasTurn = false
  const begin = () => {
    clearTimeout(timer)
    hasTurn = true
    return work(() => hasTurn)
  }
  try {
    await withLock(lockName, { signal: patience.signal }, begin)
  } catch (error) {
    const wasStolen = hasTurn && error instanceof DOMException && error.name === 'AbortError'
    hasTurn = false
    if (wasStolen) return
    if (!patience.signal.aborted) throw error
    await withLock(lockName, { steal: true }, begin)
  } finally {
    clearTimeout(timer)
  }
}
