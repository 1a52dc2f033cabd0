import { dinnerEvents } from './dinner/events.ts'
import type { EventDefinitions } from './language/event.ts'
import { releasesEvents } from './releases/events.ts'
import { staffEvents } from './staff/events.ts'
import { tournamentEvents } from './tournament/events.ts'

/** The events of each module, for what is derived from all of them. */
export const eventsOfModules: Readonly<Record<string, EventDefinitions>> = {
  tournament: tournamentEvents,
  dinner: dinnerEvents,
  staff: staffEvents,
  releases: releasesEvents,
}

export const allEvents: EventDefinitions = Object.assign({}, ...Object.values(eventsOfModules))
