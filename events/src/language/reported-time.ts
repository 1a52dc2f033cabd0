/** The time of something as a device reports it, and whether that can be true. */
export type ReportedTime = {
  /** Null where the device reports no time, or one that is not before the server's now. */
  readonly at: Date | null
  /** False where the reported time cannot be true; `at` is then the nearest time that can. */
  readonly timeTrusted?: false
}

/** A device may have been offline for a night, but not for longer than this. */
const maxWaitMs = 24 * 60 * 60 * 1000
/** Even synchronized clocks differ by this much. */
const toleranceMs = 60 * 1000

/** Limits the time that a device reports to the last day, and to the time after `notBefore`, such as the sign-up. */
export function reportedTime(
  sent: string | undefined,
  { now, notBefore = new Date(0) }: { readonly now: Date; readonly notBefore?: Date },
): ReportedTime {
  if (sent === undefined) return { at: null }
  const reported = Date.parse(sent)
  if (reported >= now.getTime()) return { at: null, ...(reported > now.getTime() + toleranceMs && untrusted) }
  const earliest = Math.min(now.getTime(), Math.max(notBefore.getTime(), now.getTime() - maxWaitMs))
  if (reported >= earliest) return { at: new Date(reported) }
  return { at: new Date(earliest), ...(reported < earliest - toleranceMs && untrusted) }
}

const untrusted = { timeTrusted: false } as const

/** Returns the field that marks a time that cannot be true, for an event; none for other times. */
export const pickTimeTrusted = ({ timeTrusted }: Pick<ReportedTime, 'timeTrusted'>): { timeTrusted?: false } =>
  timeTrusted === false ? untrusted : {}

/**
 * Returns the moment that a device reports, or else the server's now; never one after now, nor before `notBefore`, the
 * last event about the same thing.
 */
export function limitMoment(
  reported: Date | null,
  { now, notBefore = null }: { readonly now: Date; readonly notBefore?: string | null },
): string {
  const latest = Math.min(reported?.getTime() ?? now.getTime(), now.getTime())
  const earliest = notBefore === null ? Number.NEGATIVE_INFINITY : Date.parse(notBefore)
  return new Date(Math.max(latest, earliest)).toISOString()
}
