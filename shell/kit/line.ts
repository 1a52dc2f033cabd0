import { useSyncExternalStore } from 'react'

/** What a page can tell of its line: the device may have none, or the site may not answer on it. */
export type Line = 'up' | 'offline' | 'unreachable'

/** Restarts of the site and changes of the network take less, in milliseconds. */
const patienceMs = 5_000

const watchers = new Set<() => void>()
let isLost = false
let losing: ReturnType<typeof setTimeout> | undefined

function tell(lost: boolean): void {
  if (isLost === lost) return
  isLost = lost
  for (const watcher of watchers) watcher()
}

/** The live stream broke, or could not be opened. It counts once it has stayed away. */
export function streamLost(): void {
  losing ??= setTimeout(() => tell(true), patienceMs)
}

/** The live stream is open, or nobody wants one any more. */
export function streamFound(): void {
  clearTimeout(losing)
  losing = undefined
  tell(false)
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    watchers.delete(changed)
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

function lineNow(): Line {
  if (!navigator.onLine) return 'offline'
  return isLost ? 'unreachable' : 'up'
}

/** How the line is. Only pages that follow something live can find the site unreachable. */
export function useLine(): Line {
  return useSyncExternalStore(watch, lineNow, () => 'up')
}
