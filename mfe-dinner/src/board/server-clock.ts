/** How far this device's clock is behind the server's, in milliseconds. */
let behind = 0
let now = Date.now()

/**
 * Learns the server's time from an answer: `serverTime` is taken as halfway between request and answer, both of this
 * device's clock, however wrong it is.
 */
export function learnServerTime(serverTime: string, asked: number, answered: number): void {
  behind = Date.parse(serverTime) - (asked + answered) / 2
  now = serverNow()
}

/** The server's time in milliseconds, also on a device whose own clock is wrong. */
export const serverNow = (): number => Date.now() + behind

const tickMs = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = serverNow()
  for (const listener of listeners) listener()
}

/** Calls all listeners together, once a second. Only subscribed components render. Returns the unsubscribe function. */
export function onTick(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = serverNow()
    timer = setInterval(tick, tickMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The server's clock at the last tick: the same for all renders between two ticks. */
export const lastTick = (): number => now
