import { withLock } from '../state/tabs.ts'

const lock = 'outbox'
/** More than a request takes. A tab that holds on for longer may have been stopped in the middle, as iOS does. */
const patienceMs = 30_000

/**
 * Runs the work while no other tab of this device does. A tab that is stopped while it works loses its turn: what it
 * had under way is sent again under the same keys, so that it happens once. Where there are no locks, which is so on
 * plain http, and where site data is blocked, each tab works alone.
 */
export async function alone(work: (isOurs: () => boolean) => Promise<void>): Promise<void> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMs)
  let isOurs = false
  const begin = () => {
    clearTimeout(timer)
    isOurs = true
    return work(() => isOurs)
  }
  try {
    await withLock(lock, { signal: patience.signal }, begin)
  } catch (error) {
    const isTaken = isOurs && error instanceof DOMException && error.name === 'AbortError'
    isOurs = false
    if (isTaken) return
    if (!patience.signal.aborted) throw error
    await withLock(lock, { steal: true }, begin)
  } finally {
    clearTimeout(timer)
  }
}
