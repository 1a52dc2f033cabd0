import type { TimedCommand } from '@ultimate/events/language/command.ts'
import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { Correction } from '@ultimate/events/tournament/registration.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { type ByLink, bidOf, evolve, formOf, initialState, isSameBid, requireLink, type Team } from '../team.ts'

/** By the captain, who comes by the link, or by staff. What is absent stays. */
export type CorrectTeam = TimedCommand<
  'CorrectTeam',
  { readonly [Field in keyof Correction]?: Correction[Field] | undefined } & ByLink & {
      readonly division?: Division | undefined
      readonly reason?: string | undefined
    }
>

/** The bid keeps its number, its status and its paid mark. */
export function correctTeam({ data }: CorrectTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  requireLink(data, team)
  if (team.status === 'removed') return tournamentErrors.fail('TEAM_REMOVED')
  const { link: _, division = team.division, reason, ...form } = data
  const said = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
  const corrected = bidOf({ ...formOf(team.bid), ...said })
  if (division === team.division && isSameBid(corrected, team.bid)) return []
  const moved = division === team.division ? {} : { division }
  return [{ type: 'TeamCorrected', data: { ...corrected, ...moved, ...(reason && { reason }) } }]
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
