import type { EventOf } from '../language/event.ts'
import { dinnerEvents } from './events.ts'

/** The events of this module that other modules may follow; stream `dinner`. */
export const publishedByDinner = {
  DinnerFinished: dinnerEvents.DinnerFinished,
}
export type PublishedByDinner = EventOf<typeof publishedByDinner>
