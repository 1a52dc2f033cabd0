import type { Event } from '@ultimate/event-store/emmett.ts'
import type { LiveEvent } from '@ultimate/event-store/event-log.ts'
import type { Audience, LiveTopic } from '@ultimate/events/language/event.ts'
import type { Topic } from '@ultimate/events/platform/api.ts'
import { isPermitted } from '../http/middleware/authorise.ts'
import type { Principal } from '../http/principal.ts'
import type { Module } from '../module.ts'

/** An event as live listeners get it: that it happened, and where; never its content. */
export interface Change {
  readonly position: number
  readonly topics: readonly AnnouncedTopic[]
  readonly stream: string
  readonly type: string
}

interface AnnouncedTopic {
  readonly topic: Topic
  readonly audience: Audience
}

/** The changes that the modules let their followers hear. */
export interface Announcements {
  toChange(event: LiveEvent): Change | null
  /** True where a visitor would listen to this topic in vain. */
  isForUsersOnly(topic: Topic): boolean
}

export function announcements(modules: readonly Pick<Module, 'events'>[]): Announcements {
  const byType = new Map(
    modules.flatMap(({ events }) => Object.entries(events).map(([type, { live = [] }]) => [type, live])),
  )
  const announced = [...byType.values()].flat()
  return {
    toChange: ({ type, data, metadata }) => {
      const topics = (byType.get(type) ?? []).map((it) => ({ topic: it.topic, audience: resolveAudience(it, data) }))
      return topics.length > 0 ? { position: metadata.position, topics, stream: metadata.stream, type } : null
    },
    isForUsersOnly: (topic) => {
      const audiences = announced.filter((it) => it.topic === topic).map((it) => it.audience)
      return audiences.length > 0 && !audiences.some((it) => it === 'everyone' || typeof it === 'function')
    },
  }
}

const resolveAudience = ({ audience }: LiveTopic<never>, data: Event['data']): Audience =>
  typeof audience === 'function' ? audience(data as never) : audience

export const maySee = ({ audience }: AnnouncedTopic, user: Principal | null): boolean => isPermitted(audience, user)
