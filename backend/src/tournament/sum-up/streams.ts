import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'

/** The events of each stream. */
export type Streams<E extends Event> = readonly (readonly [stream: string, events: readonly RecordedEvent<E>[]])[]
