import type { SessionAnswer } from '@ultimate/events/dinner/board/board-api.ts'
import { countShownSeconds } from '@ultimate/events/dinner/board.ts'
import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { Bell, BellOff } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { signal, useSignalSetting } from '../../common/signals.ts'
import { showZone } from '../board-actions.ts'
import { serverNow, useServerTime } from '../server-clock.ts'
import styles from './dish-card.module.css'
import { DishClock, rateFreshness } from './dish-clock.tsx'
import { filterByZone, type ShownItem } from './shown-items.ts'

/** The number of dishes that fit beside each other on a desktop; narrower screens show fewer. */
const maxShown = 4

/** Returns the dishes of the buffet, the longest there first. All clocks run alike, so the order lasts. */
export function longestFirst(items: readonly ShownItem[], session: SessionAnswer, now: Date): readonly ShownItem[] {
  const seconds = new Map(items.map(({ item }) => [item.id, countShownSeconds(item, session, now)]))
  const stood = ({ item }: ShownItem) => seconds.get(item.id) ?? 0
  return filterByZone(items, 'buffet').toSorted((one, other) => stood(other) - stood(one))
}

interface StandsLongestProps {
  readonly items: readonly ShownItem[]
  readonly session: SessionAnswer
}

/** Shows what stands longest on the buffet, and raises an alarm once that is too long. */
export function StandsLongest({ items, session }: StandsLongestProps) {
  const onBuffet = useMemo(() => longestFirst(items, session, new Date(serverNow())), [items, session])
  const { alarm, button } = useFoodAlarm(onBuffet, session)
  const shown = onBuffet.slice(0, maxShown)
  return (
    <section className={styles['called']} data-alarm={alarm.level ?? undefined} aria-labelledby="stands-longest">
      <h2 id="stands-longest" className={styles['calledTitle']}>
        {alarmTitle(alarm) ?? 'Out longest'}
      </h2>
      <AlarmWords alarm={alarm} />
      {shown.length === 0 && <p className={styles['nothing']}>Nothing is on the buffet.</p>}
      <ol className={styles['list']}>
        {shown.map(({ item }) => (
          <li key={item.id}>
            <button type="button" className={styles['dish']} onClick={() => focusOnBuffet(item.id)}>
              <bdi className={styles['calledName']}>{item.slot_name}</bdi>
              <DishClock item={item} session={session} />
            </button>
          </li>
        ))}
      </ol>
      {button}
    </section>
  )
}

function focusOnBuffet(dish: string): void {
  showZone('buffet')
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(dish)}"]`)
    card?.scrollIntoView({ block: 'nearest' })
    card?.querySelector<HTMLElement>('[data-dish]')?.focus({ preventScroll: true })
  })
}

type Level = 'late' | 'overdue'

interface FoodAlarm {
  /** The names of the dishes that have stood too long, by level, the longest first. */
  readonly due: Readonly<Record<Level, readonly string[]>>
  /** The highest level of all dishes; null while none is due. */
  readonly level: Level | null
}

/** Returns `late <id>` for each dish that has been on the buffet for 2 hours, `overdue <id>` after 4. */
function alarmsAt(onBuffet: readonly ShownItem[], session: SessionAnswer, now: number): string[] {
  return onBuffet.flatMap(({ item }) => {
    const freshness = rateFreshness(countShownSeconds(item, session, new Date(now)))
    return freshness === 'late' || freshness === 'overdue' ? [`${freshness} ${item.id}`] : []
  })
}

/** The alarms that were sounded and silenced in this tab: `late <id>` or `overdue <id>`. */
const sounded = new Set<string>()
const silenced = new Set<string>()
const overdueAgainMs = 60_000

/** Sounds once for 2 hours, and each minute for 4 hours. Each line of `alarms` is the alarm of one dish. */
function useAlarmSound(alarms: string, isSilent: boolean): void {
  useEffect(() => {
    const next = alarms.split('\n').filter((alarm) => alarm !== '' && !sounded.has(alarm))
    for (const alarm of next) sounded.add(alarm)
    if (next.length > 0) signal('alarm')
  }, [alarms])
  const isUrgent = !isSilent && alarms.includes('overdue ')
  useEffect(() => {
    if (!isUrgent) return
    const timer = setInterval(() => signal('alarm'), overdueAgainMs)
    return () => clearInterval(timer)
  }, [isUrgent])
}

/** The alarm of the dishes on the buffet, which sounds on this device, and the button that silences it here. */
function useFoodAlarm(onBuffet: readonly ShownItem[], session: SessionAnswer) {
  // One text with an alarm on each line, because `useServerTime` renders only when the value changes.
  const alarms = useServerTime((now) => alarmsAt(onBuffet, session, now).join('\n'))
  // `silenced` is no state of React, so a press on the button has to render.
  const [, renderAgain] = useState(0)
  const [hasSound] = useSignalSetting()
  const current = alarms === '' ? [] : alarms.split('\n')
  const isSilent = current.every((alarm) => silenced.has(alarm))
  useAlarmSound(alarms, isSilent)
  const alarm = useMemo<FoodAlarm>(() => {
    const names = new Map(onBuffet.map(({ item }) => [item.id, item.slot_name]))
    const listNames = (level: Level) =>
      alarms
        .split('\n')
        .flatMap((each) => (each.startsWith(`${level} `) ? (names.get(each.split(' ')[1] ?? '') ?? []) : []))
    const due = { late: listNames('late'), overdue: listNames('overdue') }
    const levelWithoutOverdue = due.late.length > 0 ? 'late' : null
    return { due, level: due.overdue.length > 0 ? 'overdue' : levelWithoutOverdue }
  }, [alarms, onBuffet])
  const toggle = () => {
    for (const each of current) isSilent ? silenced.delete(each) : silenced.add(each)
    renderAgain((count) => count + 1)
  }
  const button = alarm.level !== null && hasSound && (
    <IconButton
      label="Silence the alarm on this device"
      icon={isSilent ? <BellOff aria-hidden="true" /> : <Bell aria-hidden="true" />}
      aria-pressed={isSilent}
      onClick={toggle}
    />
  )
  return { alarm, button }
}

/** Returns the words for the head of the list: `1 over 4 h`; null while nothing is due. */
const alarmTitle = ({ due, level }: FoodAlarm): string | null =>
  level && `${due[level].length} over ${level === 'overdue' ? 4 : 2} h`

const listed = new Intl.ListFormat('en-US')

/** Announces to screen readers that a dish becomes due. */
function AlarmWords({ alarm: { due } }: { readonly alarm: FoodAlarm }) {
  const { late, overdue } = due
  const has = (names: readonly string[]) => (names.length === 1 ? 'has' : 'have')
  return (
    <VisuallyHidden>
      <span role="alert">
        {overdue.length > 0 &&
          `${listed.format(overdue)} ${has(overdue)} been on the buffet for over 4 hours: take ${overdue.length === 1 ? 'it' : 'them'} off. `}
        {late.length > 0 && `${listed.format(late)} ${has(late)} been on the buffet for over 2 hours.`}
      </span>
    </VisuallyHidden>
  )
}
