import type { Session } from '@ultimate/events/dinner/board/board-api.ts'
import { shownSeconds } from '@ultimate/events/dinner/board.ts'
import { useMemo } from 'react'
import { inZone, type ShownItem } from '../board-query.ts'
import { serverNow } from '../server-clock.ts'
import { showZone } from '../zones/zone-head.tsx'
import { DishClock } from './dish-clock.tsx'
import { AlarmWords, alarmTitle, useFoodAlarm } from './food-alarm.tsx'
import styles from './stands-longest.module.css'

/** The number of dishes that fit beside each other on a desk; narrower screens show fewer. */
const maxCalled = 4

/** The dishes of the buffet, the longest there first. All their clocks run alike, so the order stays. */
export function longestFirst(items: readonly ShownItem[], session: Session, now: Date): readonly ShownItem[] {
  const seconds = new Map(items.map(({ item }) => [item.id, shownSeconds(item, session, now)]))
  const stood = ({ item }: ShownItem) => seconds.get(item.id) ?? 0
  return inZone(items, 'buffet').toSorted((one, other) => stood(other) - stood(one))
}

interface StandsLongestProps {
  readonly items: readonly ShownItem[]
  readonly session: Session
}

/** Calls what stands longest on the buffet, long before it has stood too long, and raises the alarm then. */
export function StandsLongest({ items, session }: StandsLongestProps) {
  const onBuffet = useMemo(() => longestFirst(items, session, new Date(serverNow())), [items, session])
  const { alarm, button } = useFoodAlarm(onBuffet, session)
  const called = onBuffet.slice(0, maxCalled)
  return (
    <section className={styles['called']} data-alarm={alarm.level ?? undefined} aria-labelledby="stands-longest">
      <h2 id="stands-longest" className={styles['title']}>
        {alarmTitle(alarm) ?? 'Out longest'}
      </h2>
      <AlarmWords alarm={alarm} />
      {called.length === 0 && <p className={styles['nothing']}>Nothing is on the buffet.</p>}
      <ol className={styles['list']}>
        {called.map(({ item }) => (
          <li key={item.id}>
            <button type="button" className={styles['dish']} onClick={() => goTo(item.id)}>
              <bdi className={styles['name']}>{item.slot_name}</bdi>
              <DishClock item={item} session={session} />
            </button>
          </li>
        ))}
      </ol>
      {button}
    </section>
  )
}

function goTo(dish: string): void {
  showZone('buffet')
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(dish)}"]`)
    card?.scrollIntoView({ block: 'nearest' })
    card?.querySelector<HTMLElement>('[data-dish]')?.focus({ preventScroll: true })
  })
}
