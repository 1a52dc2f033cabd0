import type { Announcement } from '@ultimate/events/staff/announcement-api.ts'
import { AnnouncementBanner } from '@ultimate/kit/components/feedback/announcement-banner.tsx'
import { floatsAtTop } from '@ultimate/kit/components/layout/floating.ts'
import { late } from '@ultimate/kit/components/loading/late.tsx'
import { nextRow, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'
import { Megaphone } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { create } from 'zustand'
import styles from './frame.module.css'
import { whenPageIsIdle } from './when-idle.ts'

/**
 * The announcements of staff, above the content of every page. They stand in the page, so that they cover nothing.
 * While their place is scrolled out of sight, a button leads to a new one.
 */
export function Announcements() {
  const place = useRef<HTMLDivElement>(null)
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenPageIsIdle(() => setIsIdle(true)), [])
  const shown = listShown(useAnnouncementsStore(), Date.now())
  useFocusSuccessor(place, nextRow)
  return (
    <div ref={place} {...(shown.length > 0 && region)} className={styles['announced']}>
      <Banners announce="alert" shown={shown.filter(({ level }) => level === 'warning')} />
      {/* Stays in the page while it is empty, because screen readers announce only what comes into it. */}
      <div role="status">
        <Banners shown={shown.filter(({ level }) => level === 'info')} />
      </div>
      <NewOutOfSight place={place} shown={shown} />
      <Feed isWanted={isIdle} show={showAnnouncements} />
    </div>
  )
}

/** The feed is in the file of the code for live changes, so that the first page does not wait for it. */
const Feed = late<{ readonly isWanted: boolean; readonly show: typeof showAnnouncements }>(
  async () => (await import(/* webpackChunkName: "live" */ './live-feeds.tsx')).AnnouncementsFeed,
  { what: 'The announcements', isWanted: ({ isWanted }) => isWanted, failed: () => null },
)

/** The name of the region, only while it is not empty: screen readers would list it on every page. */
const region = { role: 'region', 'aria-label': 'Announcements' }

interface BannersProps {
  readonly shown: readonly ShownAnnouncement[]
  readonly announce?: 'alert'
}

function Banners({ shown, announce }: BannersProps) {
  if (shown.length === 0) return null
  return (
    <ul className={styles['banners']}>
      {shown.map(({ id, level, text }) => (
        <li key={id} className={styles['banner']}>
          <div role={announce}>
            <AnnouncementBanner level={level} text={text} onDismiss={() => dismissAnnouncement(id)} />
          </div>
        </li>
      ))}
    </ul>
  )
}

interface NewOutOfSightProps {
  readonly place: RefObject<HTMLElement | null>
  readonly shown: readonly ShownAnnouncement[]
}

/** Leads to an announcement that came while its place was scrolled out of sight. */
function NewOutOfSight({ place, shown }: NewOutOfSightProps) {
  const [unseenId, setUnseenId] = useState<string | null>(null)
  const knownIds = useRef(new Set(shown.map(({ id }) => id)))
  useEffect(() => {
    const firstNew = shown.find(({ id }) => !knownIds.current.has(id))
    for (const { id } of shown) knownIds.current.add(id)
    if (firstNew && place.current && place.current.getBoundingClientRect().bottom <= 0) setUnseenId(firstNew.id)
  }, [shown, place])
  useEffect(() => {
    const element = place.current
    if (unseenId === null || !element) return
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setUnseenId(null),
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [unseenId, place])
  if (!shown.some(({ id }) => id === unseenId)) return null
  return (
    <div ref={floatsAtTop} className={styles['unseen']}>
      <button type="button" onClick={() => place.current?.scrollIntoView({ block: 'start' })}>
        <Megaphone aria-hidden="true" />
        New announcement
      </button>
    </div>
  )
}

/** The part of an announcement that a banner shows. */
type ShownAnnouncement = Pick<Announcement, 'id' | 'text' | 'level' | 'until'>

const isAnnouncement = (it: unknown): it is ShownAnnouncement =>
  typeof it === 'object' && it !== null && 'id' in it && 'text' in it && 'level' in it && 'until' in it

const parseList =
  <T,>(isOne: (it: unknown) => it is T) =>
  (data: unknown): readonly T[] | null =>
    Array.isArray(data) && data.every(isOne) ? data : null

/**
 * The announcements of the last visit. The next page begins with them, so that they do not come late and move what
 * stands below.
 */
const storedAnnouncements = storedValue('announcements', parseList(isAnnouncement), () => deviceStorage)
const storedDismissals = storedValue(
  'dismissed-announcements',
  parseList((it): it is string => typeof it === 'string'),
  () => deviceStorage,
)

interface AnnouncementsState {
  readonly inForce: readonly ShownAnnouncement[]
  /** The ids of dismissed announcements. */
  readonly dismissed: readonly string[]
}

export const useAnnouncementsStore = create<AnnouncementsState>()(() => ({
  inForce: storedAnnouncements.load() ?? [],
  dismissed: storedDismissals.load() ?? [],
}))

/** Shows what the server has just answered, and stores it for the next visit. */
export function showAnnouncements(announcements: readonly ShownAnnouncement[]): void {
  const inForce = announcements.map(({ id, text, level, until }) => ({ id, text, level, until }))
  useAnnouncementsStore.setState({ inForce })
  if (inForce.length === 0) storedAnnouncements.clear()
  else storedAnnouncements.save(inForce)
  const dismissed = useAnnouncementsStore
    .getState()
    .dismissed.filter((id) => inForce.some((announcement) => announcement.id === id))
  if (dismissed.length !== useAnnouncementsStore.getState().dismissed.length) saveDismissed(dismissed)
}

/** Hides an announcement on this device, for as long as it is in force. */
const dismissAnnouncement = (id: string): void =>
  saveDismissed([...new Set([...useAnnouncementsStore.getState().dismissed, id])])

function saveDismissed(dismissed: readonly string[]): void {
  useAnnouncementsStore.setState({ dismissed })
  storedDismissals.save(dismissed)
}

/** Lists the announcements to draw: neither dismissed on this device nor over, in the order of the server. */
const listShown = ({ inForce, dismissed }: AnnouncementsState, now: number): readonly ShownAnnouncement[] =>
  inForce.filter(({ id, until }) => !dismissed.includes(id) && (until === null || Date.parse(until) > now))
