import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { Correction } from '@ultimate/events/tournament/registration.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { type ByLink, bidOf, evolve, initialState, isSameBid, requireLink, type Team } from '../team.ts'

export type CorrectTeam = TimedCommand<'CorrectTeam', Correction & ByLink>

/** The bid keeps its number, its status and its paid mark. */
export function correctTeam({ data: form }: CorrectTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  requireLink(form, team)
  if (team.status === 'removed') return tournamentErrors.fail('TEAM_REMOVED')
  const corrected = bidOf(form)
  return isSameBid(corrected, team.bid) ? [] : [{ type: 'TeamCorrected', data: corrected }]
}

export const correctTeamDecider = { decide: correctTeam, evolve, initialState }

export type WithdrawTeam = TimedCommand<'WithdrawTeam', ByLink>

/** A bid that is out already stays out, no matter who took it out. */
export function withdrawTeam({ data }: WithdrawTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  requireLink(data, team)
  return team.status === 'removed' ? [] : [{ type: 'TeamWithdrawn', data: {} }]
}

export const withdrawTeamDecider = { decide: withdrawTeam, evolve, initialState }

export type RevokeBidLink = TimedCommand<'RevokeBidLink', ByLink>

/** Also of a bid that is taken out: its link shows what was entered. A captain who asks twice by one link ends one. */
export function revokeBidLink({ data }: RevokeBidLink, team: Team): TeamEvent {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  requireLink(data, team)
  if (team.awaitsConfirmation || team.bid.captain.email === '') return tournamentErrors.fail('NO_BID_LINK')
  return { type: 'BidLinkRevoked', data: {} }
}

export const revokeBidLinkDecider = { decide: revokeBidLink, evolve, initialState }
