import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { type ByLink, evolve, initialState, requireLink, type Team } from '../team.ts'

export type WithdrawTeam = TimedCommand<'WithdrawTeam', ByLink>

/** A bid that is out already stays out, no matter who took it out. */
export function withdrawTeam({ data }: WithdrawTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  requireLink(data, team)
  return team.status === 'removed' ? [] : [{ type: 'TeamWithdrawn', data: {} }]
}

export const withdrawTeamDecider = { decide: withdrawTeam, evolve, initialState }
