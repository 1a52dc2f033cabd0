import type { EventOf } from '../language/event.ts'
import { staffEvents } from './events.ts'

/** The events of this module that other modules may follow; streams `edition-<year>`. */
export const publishedByStaff = {
  EditionSettingsChanged: staffEvents.EditionSettingsChanged,
}
export type PublishedByStaff = EventOf<typeof publishedByStaff>
