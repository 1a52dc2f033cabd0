import type { Topic } from '@ultimate/events/platform/api.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import type { Event } from '../event-store/emmett.ts'
import type { RecordedEvent } from '../event-store/recorded-event.ts'
import type { LiveTopic, Module } from '../module.ts'

/** A fact as followers hear of it: that it happened, and where; never what it says. */
export interface Change {
  readonly position: number
  readonly topics: readonly LiveTopic[]
  readonly stream: string
  readonly type: string
}

/** What the modules let their followers hear. */
export interface Announcements {
  changeOf(event: RecordedEvent<Event>): Change | null
  /** True where a visitor would listen to this topic in vain. */
  isForStaffOnly(topic: Topic): boolean
}

export function announcements(modules: readonly Pick<Module, 'live'>[]): Announcements {
  const byType = new Map(modules.flatMap(({ live }) => Object.entries(live).map(([type, to]) => [type, [to].flat()])))
  const announced = [...byType.values()].flat()
  return {
    changeOf: ({ type, metadata }) => {
      const to = byType.get(type)
      return to ? { position: metadata.position, topics: to, stream: metadata.stream, type } : null
    },
    isForStaffOnly: (topic) => {
      const audiences = announced.filter((it) => it.topic === topic).map((it) => it.audience)
      return audiences.length > 0 && !audiences.includes('everyone')
    },
  }
}

export function mayHear({ audience }: LiveTopic, user: User | null): boolean {
  if (audience === 'everyone') return true
  return audience === 'staff' ? user !== null : user?.role === 'TD'
}
