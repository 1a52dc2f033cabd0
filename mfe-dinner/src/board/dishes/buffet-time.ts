/** The time that food has stood on the buffet, in the steps at which staff act. */
export type Freshness = 'fresh' | 'soon' | 'late' | 'overdue'

const hour = 3600
/** The time left is enough to bring the next tray before the two hours are over. */
export const soonAfter = 1.5 * hour
export const tooLongAfter = 2 * hour
export const overdueAfter = 4 * hour

export const rateFreshness = (seconds: number): Freshness =>
  seconds >= overdueAfter ? 'overdue' : seconds >= tooLongAfter ? 'late' : seconds >= soonAfter ? 'soon' : 'fresh'

interface FreshnessText {
  readonly since: string
  /** The advice beside the clock. */
  readonly action?: string
}

/** The words beside the color. */
export const freshnessWords: Readonly<Record<Exclude<Freshness, 'fresh'>, FreshnessText>> = {
  soon: { since: 'almost 2 h' },
  late: { since: 'over 2 h' },
  overdue: { since: 'over 4 h', action: 'take it off' },
}

const two = (count: number): string => String(count).padStart(2, '0')

/** Hours, minutes and seconds: `1:07:31`. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / hour)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

/** Formats a time for screen readers: `1 hour 7 minutes`. */
export function spokenTime(seconds: number): string {
  const hours = Math.floor(seconds / hour)
  const minutes = Math.floor(seconds / 60) % 60
  const words = [
    hours > 0 && `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
    `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
  ]
  return words.filter(Boolean).join(' ')
}

/** `1 h 12 m`, for how long dinner has been going on. */
export const shortTime = (seconds: number): string =>
  `${Math.floor(seconds / hour)} h ${Math.floor(seconds / 60) % 60} m`
