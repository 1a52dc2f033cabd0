import type { BoardItem, SessionAnswer } from '@ultimate/events/dinner/board/board-api.ts'
import { countShownSeconds } from '@ultimate/events/dinner/board.ts'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { useServerTime } from '../server-clock.ts'
import styles from './dish-card.module.css'

type Times = Pick<SessionAnswer, 'started_at' | 'finished_at'>
interface DishClockProps {
  readonly item: Pick<BoardItem, 'buffet_entered_at' | 'buffet_total_duration'>
  readonly session: Times
  /** The fixed moment of a replay. */
  readonly asOf?: string | undefined
}

/** Shows the time that a dish has stood on the buffet. Nothing else on the board renders each second. */
export function DishClock({ item, session, asOf }: DishClockProps) {
  const secondsAt = (moment: number) => Math.floor(countShownSeconds(item, session, new Date(moment)))
  const liveSeconds = useServerTime(secondsAt)
  const seconds = asOf === undefined ? liveSeconds : secondsAt(Date.parse(asOf))
  const freshness = rateFreshness(seconds)
  return (
    <span className={styles['clock']} data-freshness={freshness}>
      {freshness === 'fresh' ? <VisuallyHidden>fresh</VisuallyHidden> : <FreshnessWord freshness={freshness} />}
      <span className={styles['time']} aria-hidden="true" data-clock={seconds}>
        {clockText(seconds)}
      </span>
      <VisuallyHidden>{spokenTime(seconds)} on the buffet</VisuallyHidden>
    </span>
  )
}

/** Shows how long the dish has stood. Advice such as `take it off` stands alone, because the clock shows the time. */
function FreshnessWord({ freshness }: { readonly freshness: Exclude<Freshness, 'fresh'> }) {
  const { since, action } = freshnessWords[freshness]
  if (action === undefined)
    return (
      <span className={styles['word']} data-word>
        {since}
      </span>
    )
  return (
    <span className={styles['word']} data-word>
      <VisuallyHidden>{since}: </VisuallyHidden>
      {action}
    </span>
  )
}

/** The time that a dish stood on the buffet before it left. Renders nothing for a dish that was never there. */
export function StoodTime({ item }: { readonly item: Pick<BoardItem, 'buffet_total_duration'> }) {
  const seconds = Math.floor(item.buffet_total_duration)
  if (seconds === 0) return null
  return (
    <span className={classNames(styles['clock'], styles['stood'])} data-freshness={rateFreshness(seconds)} data-stood>
      <span aria-hidden="true">Buffet {clockText(seconds)}</span>
      <VisuallyHidden>stood on the buffet for {spokenTime(seconds)}</VisuallyHidden>
    </span>
  )
}

/** The time for which dinner has been going on, or went on before it was finished. */
export function DinnerClock({ session, asOf }: { readonly session: Times; readonly asOf?: string | undefined }) {
  const minutesAt = (moment: number) => {
    if (session.started_at === null) return 0
    const end = session.finished_at === null ? moment : Date.parse(session.finished_at)
    return Math.floor(Math.max(0, end - Date.parse(session.started_at)) / 60_000)
  }
  const liveMinutes = useServerTime(minutesAt)
  const minutes = asOf === undefined ? liveMinutes : minutesAt(Date.parse(asOf))
  return <>{shortTime(60 * minutes)}</>
}

/** The time that food has stood on the buffet, in the steps at which staff act. */
type Freshness = 'fresh' | 'soon' | 'late' | 'overdue'

const hour = 3600
/** Early enough to bring the next tray before the two hours are over. */
const soonAfter = 1.5 * hour
const tooLongAfter = 2 * hour
const overdueAfter = 4 * hour

export function rateFreshness(seconds: number): Freshness {
  if (seconds >= overdueAfter) return 'overdue'
  if (seconds >= tooLongAfter) return 'late'
  return seconds >= soonAfter ? 'soon' : 'fresh'
}

interface FreshnessText {
  readonly since: string
  /** The advice beside the clock. */
  readonly action?: string
}

/** The words beside the color. */
const freshnessWords: Readonly<Record<Exclude<Freshness, 'fresh'>, FreshnessText>> = {
  soon: { since: 'almost 2 h' },
  late: { since: 'over 2 h' },
  overdue: { since: 'over 4 h', action: 'take it off' },
}

const padTwo = (count: number): string => String(count).padStart(2, '0')

/** Hours, minutes and seconds: `1:07:31`. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / hour)}:${padTwo(Math.floor(whole / 60) % 60)}:${padTwo(whole % 60)}`
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
