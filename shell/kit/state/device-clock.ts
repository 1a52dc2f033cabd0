import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'
import { createStore } from 'zustand/vanilla'

/**
 * The smallest offset of this device's clock from the server's that counts, in milliseconds. The header `Date` has
 * whole seconds, so an offset below two seconds may be none.
 */
const minOffsetMs = 2_000
/** After a longer round trip, it is too uncertain when the server read its clock. */
const maxRoundTripMs = 4_000
/** A larger stored offset is a broken entry. */
const maxOffsetMs = 100 * 365 * 24 * 60 * 60 * 1000

const storedOffset = storedValue<number>(
  'clockOffset',
  (data) => (isOffset(data) ? data : null),
  () => deviceStorage,
)

const isOffset = (data: unknown): data is number => typeof data === 'number' && Math.abs(data) < maxOffsetMs

const clock = createStore<{ readonly offset: number | null }>()(() => ({ offset: null }))

/**
 * Returns the milliseconds by which this device's clock is behind the server's, as last known, also from before a
 * reload. Null while no answer has shown the server's time.
 */
export function clockOffset(): number | null {
  if (clock.getState().offset === null) clock.setState({ offset: storedOffset.load() })
  return clock.getState().offset
}

/** Learns from the `Date` of an answer, taken as halfway between request and answer. */
export function noticeServerTime({ headers }: Pick<Response, 'headers'>, askedAt: number, answeredAt: number): void {
  const served = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(served) || answeredAt - askedAt > maxRoundTripMs || answeredAt < askedAt) return
  // On average, the server's time is half a second after the whole second that `Date` has.
  const measured = served + 500 - (askedAt + answeredAt) / 2
  const next = Math.abs(measured) < minOffsetMs ? 0 : Math.round(measured)
  const before = clockOffset()
  if (before !== null && Math.abs(next - before) < minOffsetMs) return
  clock.setState({ offset: next })
  storedOffset.save(next)
}
