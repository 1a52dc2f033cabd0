import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'
import { createStore } from 'zustand/vanilla'

/**
 * The least offset of this device's clock from the server's that counts, in milliseconds. The header `Date` of its
 * answers has whole seconds, so that less than two means nothing.
 */
const leastOffsetMs = 2_000
/** An answer that was long on its way shows little about when the server looked at its clock. */
const maxRoundTripMs = 4_000
/** A larger stored offset is a broken entry. */
const farthestMs = 100 * 365 * 24 * 60 * 60 * 1000

const onDevice = storedValue<number>(
  'clockOffset',
  (data) => (isOffset(data) ? data : null),
  () => deviceStorage,
)

const isOffset = (data: unknown): data is number => typeof data === 'number' && Math.abs(data) < farthestMs

const clock = createStore<{ readonly offset: number | null }>()(() => ({ offset: null }))

/**
 * Returns the milliseconds by which this device's clock is behind the server's, as last known, also from before a
 * reload; null while no answer has reported it.
 */
export function clockOffset(): number | null {
  if (clock.getState().offset === null) clock.setState({ offset: onDevice.load() })
  return clock.getState().offset
}

/** Learns from the `Date` of an answer, taken as halfway between request and answer. */
export function noticeServerTime({ headers }: Pick<Response, 'headers'>, askedAt: number, answeredAt: number): void {
  const served = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(served) || answeredAt - askedAt > maxRoundTripMs || answeredAt < askedAt) return
  // A whole second stands for its middle.
  const measured = served + 500 - (askedAt + answeredAt) / 2
  const next = Math.abs(measured) < leastOffsetMs ? 0 : Math.round(measured)
  const before = clockOffset()
  if (before !== null && Math.abs(next - before) < leastOffsetMs) return
  clock.setState({ offset: next })
  onDevice.save(next)
}
