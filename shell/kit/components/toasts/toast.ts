import { create } from 'zustand'

/** Milliseconds for which a toast stays, unless it is touched or focused meanwhile. */
export const toastDuration = 3000

export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

export interface ToastOptions {
  /** Milliseconds; 3000 by default. */
  readonly duration?: number
  readonly action?: ToastAction
  /** Short for an action labeled Undo. */
  readonly undo?: () => void
}

export interface ToastMessage {
  readonly tone: 'success' | 'error'
  readonly text: string
  readonly duration: number
  readonly action: ToastAction | undefined
}

interface ToastState {
  /** Raised and not drawn yet. */
  readonly waiting: readonly ToastMessage[]
}

/** Toasts between the code that raises them and the component that draws them, which is loaded later. */
export const useToastStore = create<ToastState>()(() => ({ waiting: [] }))

function raise(tone: ToastMessage['tone'], text: string, { duration = toastDuration, action, undo }: ToastOptions) {
  const offered = action ?? (undo && { label: 'Undo', run: undo })
  const message: ToastMessage = { tone, text, duration, action: offered }
  useToastStore.setState(({ waiting }) => ({ waiting: [...waiting, message] }))
}

/**
 * Shows in passing that something happened. It never carries what must be read: errors of a form stand in the form.
 * `Toaster` loads the code that draws the toasts.
 */
export const toast = {
  success: (text: string, options: ToastOptions = {}) => raise('success', text, options),
  error: (text: string, options: ToastOptions = {}) => raise('error', text, options),
}

/** Draws the toasts that wait, and each new one. Returns how to stop. */
export function drawToasts(draw: (message: ToastMessage) => void): () => void {
  const drawWaiting = () => {
    const { waiting } = useToastStore.getState()
    if (waiting.length === 0) return
    useToastStore.setState({ waiting: [] })
    waiting.forEach(draw)
  }
  drawWaiting()
  return useToastStore.subscribe(drawWaiting)
}
