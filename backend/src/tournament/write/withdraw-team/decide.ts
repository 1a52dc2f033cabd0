import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Team } from '../team.ts'

export type WithdrawTeam = TimedCommand<'WithdrawTeam'>

/** A bid that is out already stays out, no matter who took it out. */
export function withdrawTeam(_: WithdrawTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  return team.status === 'removed' ? [] : [{ type: 'TeamWithdrawn', data: {} }]
}

export const withdrawTeamDecider = { decide: withdrawTeam, evolve, initialState }
