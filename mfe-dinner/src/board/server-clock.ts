import { clockOffset } from '@ultimate/kit/state/device-clock.ts'
import { useEffect } from 'react'
import { create } from 'zustand'

interface ServerClock {
  /** The time by which this device's clock is behind the server's, in milliseconds. */
  readonly behindMs: number
  /** The server's time at the last tick, in milliseconds: the same for all renders between two ticks. */
  readonly now: number
  /** True once an answer of the server has reported its time. */
  readonly isKnown: boolean
}

/**
 * The server's clock, as this device knows it: at first from earlier answers, for a stored board. It ticks while a
 * component shows it.
 */
const useServerClockStore = create<ServerClock>()(() => {
  const behindMs = clockOffset() ?? 0
  return { behindMs, now: Date.now() + behindMs, isKnown: false }
})

/** The longest trusted round trip. If the device slept in between, the time of the answer shows nothing. */
const maxRoundTripMs = 20_000

/**
 * Learns how far this device's clock is behind. It assumes that `serverTime` was halfway between request and answer,
 * which are times of this device's clock. Once the server's time is known, answers that took too long are ignored.
 */
export function learnServerTime(serverTime: string, requestedAt: number, answeredAt: number): void {
  if (useServerClockStore.getState().isKnown && answeredAt - requestedAt > maxRoundTripMs) return
  const behindMs = Date.parse(serverTime) - (requestedAt + answeredAt) / 2
  useServerClockStore.setState({ behindMs, now: Date.now() + behindMs, isKnown: true })
}

/** The server's time in milliseconds, also on a device whose own clock is wrong. */
export const serverNow = (): number => Date.now() + useServerClockStore.getState().behindMs

const tickMs = 1000
/** The number of components that show the clock. */
let viewers = 0
let timer: ReturnType<typeof setInterval> | undefined

const tick = (): void => useServerClockStore.setState({ now: serverNow() })

function startTicking(): () => void {
  if (viewers++ === 0) {
    tick()
    timer = setInterval(tick, tickMs)
  }
  return () => {
    if (--viewers === 0) clearInterval(timer)
  }
}

/** Returns what `read` makes of the server's time, in milliseconds, once a second. Renders only when that changes. */
export function useServerTime<Value extends number | string>(read: (now: number) => Value): Value {
  useEffect(startTicking, [])
  return useServerClockStore(({ now }) => read(now))
}
