import type { EventOf } from '../language/event.ts'
import { tournamentEvents } from './events.ts'

/** The facts of this module that other modules may follow; streams `team-<id>`. */
export const publishedByTournament = {
  TeamRegistered: tournamentEvents.TeamRegistered,
  AddressConfirmed: tournamentEvents.AddressConfirmed,
  TeamRemoved: tournamentEvents.TeamRemoved,
  TeamRestored: tournamentEvents.TeamRestored,
  TeamCorrected: tournamentEvents.TeamCorrected,
  TeamWithdrawn: tournamentEvents.TeamWithdrawn,
}
export type PublishedByTournament = EventOf<typeof publishedByTournament>
