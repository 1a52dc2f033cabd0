import type { TimedCommand } from '@ultimate/events/language/command.ts'
import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { type ByLink, evolve, initialState, requireLink, type Team } from '@ultimate/events/tournament/bid.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'

export type RevokeBidLink = TimedCommand<'RevokeBidLink', ByLink>

/** Revokes the link of a removed bid too, because it still opens the bid. A second request by the same link is rejected. */
export function revokeBidLink({ data }: RevokeBidLink, team: Team): TeamEvent {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  requireLink(data, team)
  if (team.awaitsConfirmation || team.bid.captain.email === '') return tournamentErrors.fail('NO_BID_LINK')
  return { type: 'BidLinkRevoked', data: {} }
}

export const revokeBidLinkDecider = { decide: revokeBidLink, evolve, initialState }
