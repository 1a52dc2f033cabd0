import { sendCommand } from '@ultimate/kit/request/use-command.ts'
import { create } from 'zustand'
import { newKey } from '../request/answer.ts'

/** Something that was asked for in a toast and waits for the connection. */
export interface WaitingSend {
  /** The name of the request, in a word or two. */
  readonly what: string
  readonly cancel: () => void
}

/** The requests that wait, for the stack of toasts, which shows them meanwhile. */
export const useWaitingSends = create<{ readonly waiting: readonly WaitingSend[] }>()(() => ({ waiting: [] }))

/** The value with which `sendFromToast` resolves where its Cancel was pressed. */
export const cancelled = Symbol('cancelled')

/**
 * Sends the request of a toast, which is gone by then. So without a connection another toast shows that `what` waits,
 * with Cancel. Throws as `send` does.
 */
export async function sendFromToast<T>(what: string, send: () => Promise<T>): Promise<T | typeof cancelled> {
  const cancel = new AbortController()
  const waitingSend: WaitingSend = { what, cancel: () => cancel.abort(cancelled) }
  const others = () => useWaitingSends.getState().waiting.filter((other) => other !== waitingSend)
  const showWaiting = (isWaiting: boolean) =>
    useWaitingSends.setState({ waiting: isWaiting ? [...others(), waitingSend] : others() })
  try {
    return await sendCommand({
      place: `toast-${newKey()}`,
      subject: what,
      send,
      signal: cancel.signal,
      onStatus: (status) => showWaiting(status === 'queued'),
    })
  } catch (error) {
    if (error !== cancelled) throw error
    return cancelled
  } finally {
    showWaiting(false)
  }
}
