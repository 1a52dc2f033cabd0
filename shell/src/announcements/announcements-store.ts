import type { Announcement } from '@ultimate/events/staff/announcement-api.ts'
import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'
import { create } from 'zustand'

/** The part of an announcement that a banner shows. */
export type ShownAnnouncement = Pick<Announcement, 'id' | 'text' | 'level' | 'until'>

const isAnnouncement = (it: unknown): it is ShownAnnouncement =>
  typeof it === 'object' && it !== null && 'id' in it && 'text' in it && 'level' in it && 'until' in it

const parseList =
  <T>(isOne: (it: unknown) => it is T) =>
  (found: unknown): readonly T[] | null =>
    Array.isArray(found) && found.every(isOne) ? found : null

/**
 * The announcements of the last visit, so that the next page begins with them: they neither come late nor move what
 * stands below.
 */
const onDevice = storedValue('announcements', parseList(isAnnouncement), () => deviceStorage)
const dismissedOnDevice = storedValue(
  'dismissed-announcements',
  parseList((it): it is string => typeof it === 'string'),
  () => deviceStorage,
)

interface Announcements {
  readonly inForce: readonly ShownAnnouncement[]
  /** Ids. */
  readonly dismissed: readonly string[]
}

export const useAnnouncementsStore = create<Announcements>()(() => ({
  inForce: onDevice.load() ?? [],
  dismissed: dismissedOnDevice.load() ?? [],
}))

/** Shows what the server has just answered, and stores it for the next visit. */
export function showAnnouncements(announcements: readonly ShownAnnouncement[]): void {
  const inForce = announcements.map(({ id, text, level, until }) => ({ id, text, level, until }))
  useAnnouncementsStore.setState({ inForce })
  if (inForce.length === 0) onDevice.clear()
  else onDevice.save(inForce)
  const dismissed = useAnnouncementsStore.getState().dismissed.filter((id) => inForce.some((one) => one.id === id))
  if (dismissed.length !== useAnnouncementsStore.getState().dismissed.length) saveDismissed(dismissed)
}

/** Hides an announcement on this device, for as long as it is in force. */
export const dismissAnnouncement = (id: string): void =>
  saveDismissed([...new Set([...useAnnouncementsStore.getState().dismissed, id])])

function saveDismissed(dismissed: readonly string[]): void {
  useAnnouncementsStore.setState({ dismissed })
  dismissedOnDevice.save(dismissed)
}

/** Those to draw now: neither dismissed on this device nor over, in the order of the server. */
export const listShown = ({ inForce, dismissed }: Announcements, now: number): readonly ShownAnnouncement[] =>
  inForce.filter(({ id, until }) => !dismissed.includes(id) && (until === null || Date.parse(until) > now))
