import type { BoardItem, Session } from '@ultimate/events/dinner/board/board-api.ts'
import { shownSeconds } from '@ultimate/events/dinner/board.ts'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { useServerTime } from '../server-clock.ts'
import { clockText, type Freshness, freshnessWords, rateFreshness, shortTime, spokenTime } from './buffet-time.ts'
import styles from './dish-clock.module.css'

type Times = Pick<Session, 'started_at' | 'finished_at'>
interface DishClockProps {
  readonly item: Pick<BoardItem, 'buffet_entered_at' | 'buffet_total_duration'>
  readonly session: Times
  /** The fixed moment of a replay. */
  readonly asOf?: string | undefined
}

/** The time that a dish has stood on the buffet. Nothing else on the board renders each second. */
export function DishClock({ item, session, asOf }: DishClockProps) {
  const secondsAt = (moment: number) => Math.floor(shownSeconds(item, session, new Date(moment)))
  const ticking = useServerTime(secondsAt)
  const seconds = asOf === undefined ? ticking : secondsAt(Date.parse(asOf))
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

/** Shows how late the dish is. If there is something to do, only that is in sight, since the clock shows the rest. */
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

/** The time that dinner has been going on, or went on. */
export function DinnerClock({ session, asOf }: { readonly session: Times; readonly asOf?: string | undefined }) {
  const minutesAt = (moment: number) => {
    if (session.started_at === null) return 0
    const end = session.finished_at === null ? moment : Date.parse(session.finished_at)
    return Math.floor(Math.max(0, end - Date.parse(session.started_at)) / 60_000)
  }
  const ticking = useServerTime(minutesAt)
  return <>{shortTime(60 * (asOf === undefined ? ticking : minutesAt(Date.parse(asOf))))}</>
}
