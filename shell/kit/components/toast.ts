/** How long a toast stays, in milliseconds, unless it is touched or focused meanwhile. */
export const toastDuration = 3000

export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

export interface ToastOptions {
  /** Milliseconds; 3000 unless said otherwise. */
  readonly duration?: number
  readonly action?: ToastAction
  /** Short for an action labelled Undo. */
  readonly undo?: () => void
}

export interface ToastMessage {
  readonly tone: 'success' | 'error'
  readonly text: string
  readonly duration: number
  readonly action: ToastAction | undefined
}

type Show = (message: ToastMessage) => void

const waiting: ToastMessage[] = []
const watchers = new Set<() => void>()
let show: Show | undefined

function raise(tone: ToastMessage['tone'], text: string, { duration = toastDuration, action, undo }: ToastOptions) {
  const offered = action ?? (undo && { label: 'Undo', run: undo })
  const message: ToastMessage = { tone, text, duration, action: offered }
  if (show) return show(message)
  waiting.push(message)
  for (const watcher of watchers) watcher()
}

/**
 * Says in passing that something happened. It never carries what must be read: errors of a form stand in the form.
 * Costs nothing to import; what draws the toasts is loaded by `Toaster`.
 */
export const toast = {
  success: (text: string, options: ToastOptions = {}) => raise('success', text, options),
  error: (text: string, options: ToastOptions = {}) => raise('error', text, options),
}

/** Called by whoever draws the toasts: first gets those that waited, then each new one. Returns how to stop. */
export function drawToasts(draw: Show): () => void {
  show = draw
  for (const message of waiting.splice(0)) draw(message)
  return () => {
    if (show === draw) show = undefined
  }
}

/** Tells when a toast waits for somebody to draw it. Returns how to stop. */
export function onWaitingToast(watcher: () => void): () => void {
  watchers.add(watcher)
  if (waiting.length > 0) watcher()
  return () => watchers.delete(watcher)
}
