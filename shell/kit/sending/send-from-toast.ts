import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { sendOverLine } from './line-wait.ts'

/** What `sendFromToast` resolves with where its Cancel was pressed. */
export const cancelled = Symbol('cancelled')

/**
 * Sends what was asked for in a toast, whose place is gone by then: while there is no line, a toast of its own says that
 * `what` waits, with Cancel. Rejects as `send` does.
 */
export async function sendFromToast<T>(what: string, send: () => Promise<T>): Promise<T | typeof cancelled> {
  const cancel = new AbortController()
  let shown = new AbortController()
  const onStep = (step: 'not-sent' | 'sending') => {
    shown.abort()
    if (step === 'sending') return
    shown = new AbortController()
    toast.waiting(`${what}: Waits for the line`, {
      duration: 0,
      until: shown.signal,
      action: { label: 'Cancel', run: () => cancel.abort(cancelled) },
    })
  }
  try {
    return await sendOverLine(send, { signal: cancel.signal, onStep })
  } catch (error) {
    if (error !== cancelled) throw error
    return cancelled
  } finally {
    shown.abort()
  }
}
