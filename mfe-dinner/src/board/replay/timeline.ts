/** The milliseconds to which a quiet stretch, in which nothing happens, is shortened. */
export const maxQuietMs = 10 * 60_000

/**
 * A dinner laid out on a slider. Offsets are milliseconds from its first step, with quiet stretches shortened to
 * {@link maxQuietMs}: otherwise the days between a check-in and the dinner would leave no room for the dinner.
 */
export interface Timeline {
  /** The time of each step, in milliseconds since 1970; ascending. */
  readonly times: readonly number[]
  /** The offset of each step. */
  readonly offsets: readonly number[]
  /** The time at which the replay ends. */
  readonly until: number
  /** The offset at which the replay ends. */
  readonly length: number
}

const shorten = (milliseconds: number): number => Math.min(Math.max(0, milliseconds), maxQuietMs)

export function buildTimeline(steps: readonly { readonly at: string }[], until: string): Timeline {
  const times = steps.map(({ at }) => Date.parse(at))
  const offsets: number[] = []
  for (const [index, time] of times.entries())
    offsets.push((offsets[index - 1] ?? 0) + shorten(time - (times[index - 1] ?? time)))
  const last = times.at(-1) ?? Date.parse(until)
  const end = Math.max(last, Date.parse(until))
  return { times, offsets, until: end, length: (offsets.at(-1) ?? 0) + shorten(end - last) }
}

/** A point in a replay: after this step, at this offset. Several steps may have one offset. */
export interface Cursor {
  readonly step: number
  readonly offset: number
}

export const lastStep = ({ times }: Timeline): number => Math.max(0, times.length - 1)

export function cursorAtStep(timeline: Timeline, step: number): Cursor {
  const limited = Math.min(Math.max(0, step), lastStep(timeline))
  return { step: limited, offset: timeline.offsets[limited] ?? 0 }
}

export function cursorAtOffset(timeline: Timeline, offset: number): Cursor {
  const limited = Math.min(Math.max(0, offset), timeline.length)
  const step = timeline.offsets.findLastIndex((each) => each <= limited)
  return { step: Math.max(0, step), offset: limited }
}

export const cursorAtEnd = (timeline: Timeline): Cursor => ({ step: lastStep(timeline), offset: timeline.length })

/** Returns the time at a cursor, in whole milliseconds since 1970. Within a shortened stretch, time passes faster. */
export function timeAt({ times, offsets, until, length }: Timeline, { step, offset }: Cursor): number {
  const [fromTime, fromOffset] = [times[step] ?? until, offsets[step] ?? 0]
  const [toTime, toOffset] = [times[step + 1] ?? until, offsets[step + 1] ?? length]
  if (toOffset <= fromOffset) return fromTime
  return Math.round(fromTime + ((toTime - fromTime) * (offset - fromOffset)) / (toOffset - fromOffset))
}

/** Returns the cursor of an address. `at` is a position in the log, such as `1042`, or a moment; else it is the end. */
export function parseCursor(
  timeline: Timeline,
  steps: readonly { readonly position: number }[],
  at: string | null,
): Cursor {
  if (at === null) return cursorAtEnd(timeline)
  if (/^\d+$/.test(at)) {
    // First the exact step: steps that are ordered by when they happened do not have ascending positions.
    const exact = steps.findIndex(({ position }) => position === Number(at))
    const step = exact === -1 ? steps.findLastIndex(({ position }) => position <= Number(at)) : exact
    return cursorAtStep(timeline, step)
  }
  const time = Date.parse(at)
  const step = timeline.times.findLastIndex((each) => each <= time)
  if (Number.isNaN(time) || time >= timeline.until) return cursorAtEnd(timeline)
  return step === -1 ? cursorAtStep(timeline, 0) : { step, offset: computeOffset(timeline, step, time) }
}

/** Returns the text for a cursor in an address, which {@link parseCursor} reads back; null for the end. */
export function formatCursor(
  timeline: Timeline,
  steps: readonly { readonly position: number }[],
  cursor: Cursor,
): string | null {
  const { step, offset } = cursor
  if (step === lastStep(timeline) && offset >= timeline.length) return null
  const position = steps[step]?.position
  // A position rather than a moment, because several steps may have one time.
  if (position !== undefined && offset === timeline.offsets[step]) return String(position)
  return new Date(timeAt(timeline, cursor)).toISOString()
}

function computeOffset({ times, offsets, until, length }: Timeline, step: number, time: number): number {
  const [fromTime, fromOffset] = [times[step] ?? until, offsets[step] ?? 0]
  const [toTime, toOffset] = [times[step + 1] ?? until, offsets[step + 1] ?? length]
  if (toTime <= fromTime) return fromOffset
  return fromOffset + ((toOffset - fromOffset) * (time - fromTime)) / (toTime - fromTime)
}

const phaseEvents: ReadonlySet<string> = new Set([
  'DinnerStarted',
  'DinnerFinished',
  'DinnerResumed',
  'DinnerReset',
  'DinnerReverted',
])

/** The width of a slider, in units of its drawing. */
export const trackWidth = 1000

/** The ticks of a slider as drawn paths: of the steps that changed the phase of the dinner, and of all others. */
export function computeTicks(
  { offsets, length }: Timeline,
  steps: readonly { readonly type: string }[],
): readonly [phases: string, others: string] {
  const line = (index: number) => `M${Math.round((trackWidth * (offsets[index] ?? 0)) / Math.max(1, length))} 0v1`
  const path = (isPhase: boolean) =>
    steps.flatMap(({ type }, index) => (phaseEvents.has(type) === isPhase ? line(index) : [])).join('')
  return [path(true), path(false)]
}
