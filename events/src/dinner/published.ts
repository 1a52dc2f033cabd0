import type { EventOf } from '../language/event.ts'
import { dinnerEvents } from './events.ts'

/** The events of this module that other modules may follow; see `dinnerStream` in `session.ts`. */
export const publishedByDinner = {
  DinnerFinished: dinnerEvents.DinnerFinished,
}
export type PublishedByDinner = EventOf<typeof publishedByDinner>
