/**
 * One read for all who ask at about the same time, and none is told anything older than his question: whoever asks
 * while a read is under way waits for the next one. So an answer needs no expiry, and a crowd costs as much as two.
 */
export function coalesced<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let waiting: Promise<T> | null = null
  return () => {
    if (waiting) return waiting
    const next = running.then(() => {
      waiting = null
      return read()
    })
    waiting = next
    running = next.catch(() => undefined)
    return next
  }
}
