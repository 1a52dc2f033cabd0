import type { Event } from './emmett.ts'

/** The cause of an event. `id` is a user's id, a visitor's id, or the name of a part of the system. */
export interface Actor {
  readonly kind: 'staff' | 'visitor' | 'system'
  readonly id: string | null
  readonly name: string | null
  readonly role: string | null
}

/** The fields that the store adds to an event's type and data. */
export interface EventMetadata {
  /**
   * Place in the log of all streams, which has gaps; opaque outside the store. 0 while states and read models are folded,
   * because an append knows its positions only when it is stored.
   */
  readonly position: number
  readonly stream: string
  /** Place in its own stream, from 1. */
  readonly version: number
  /** The time at which it was stored. */
  readonly at: Date
  /** The time at which it happened, where a device that was offline sent that. */
  readonly happenedAt: Date | null
  readonly actor: Actor
  readonly correlationId: string
  readonly causationId: string
  readonly edition: string
}

/** An event as read from the log: upcast to its newest version, personal data decrypted or forgotten. */
export type RecordedEvent<E extends Event = Event> = E extends Event
  ? { readonly type: E['type']; readonly data: E['data']; readonly metadata: EventMetadata }
  : never

const prefix = 'undoes:'

/** The `causationId` of an event that takes back the event at this position: `undoes:4096`. */
export const toUndoCause = (position: number): string => `${prefix}${position}`

/** The position of the event that this one takes back; null where it takes none back. */
export function undoneBy({ causationId }: Pick<EventMetadata, 'causationId'>): number | null {
  return causationId.startsWith(prefix) ? Number(causationId.slice(prefix.length)) : null
}
