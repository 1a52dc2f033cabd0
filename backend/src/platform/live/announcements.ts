import type { Event } from '@ultimate/event-store/emmett.ts'
import type { LiveEvent } from '@ultimate/event-store/event-log.ts'
import type { LiveTopic, Audience as Permitted } from '@ultimate/events/language/event.ts'
import type { Topic } from '@ultimate/events/platform/api.ts'
import type { Module } from '../module.ts'

/** An event as live listeners get it: that it happened, and where; never its content. */
export interface AnnouncedChange {
  readonly position: number
  readonly topics: readonly AnnouncedTopic[]
  readonly stream: string
  readonly type: string
}

export interface AnnouncedTopic {
  readonly topic: Topic
  readonly audience: Permitted
}

/** The changes that modules announce to live readers. */
export interface Announcements {
  toChange(event: LiveEvent): AnnouncedChange | null
  /** Returns whether no change of this topic is for visitors. */
  isForUsersOnly(topic: Topic): boolean
}

export function announcements(modules: readonly Pick<Module, 'events'>[]): Announcements {
  const byType = new Map(
    modules.flatMap(({ events }) => Object.entries(events).map(([type, { live = [] }]) => [type, live])),
  )
  const allTopics = [...byType.values()].flat()
  return {
    toChange: ({ type, data, metadata }) => {
      const topics = (byType.get(type) ?? []).map((live) => ({
        topic: live.topic,
        audience: resolveAudience(live, data),
      }))
      return topics.length > 0 ? { position: metadata.position, topics, stream: metadata.stream, type } : null
    },
    isForUsersOnly: (topic) => {
      const audiences = allTopics.filter((live) => live.topic === topic).map(({ audience }) => audience)
      return (
        audiences.length > 0 && !audiences.some((audience) => audience === 'everyone' || typeof audience === 'function')
      )
    },
  }
}

const resolveAudience = ({ audience }: LiveTopic<never>, data: Event['data']): Permitted =>
  typeof audience === 'function' ? audience(data as never) : audience
