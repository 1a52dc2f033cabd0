import type { EventOf } from '../language/event.ts'
import { tournamentEvents } from './events.ts'

/** The status by the order of bids, for other modules that need to know which teams are confirmed. */
export { statusByOrder } from './team.ts'

/** The events of this module that other modules may follow; streams `team-<id>`. */
export const publishedByTournament = {
  TeamRegistered: tournamentEvents.TeamRegistered,
  AddressConfirmed: tournamentEvents.AddressConfirmed,
  TeamRemoved: tournamentEvents.TeamRemoved,
  TeamRestored: tournamentEvents.TeamRestored,
  TeamCorrected: tournamentEvents.TeamCorrected,
  TeamWithdrawn: tournamentEvents.TeamWithdrawn,
  TeamConfirmed: tournamentEvents.TeamConfirmed,
  TeamWaitlisted: tournamentEvents.TeamWaitlisted,
  TeamStandingReset: tournamentEvents.TeamStandingReset,
}
export type PublishedByTournament = EventOf<typeof publishedByTournament>
