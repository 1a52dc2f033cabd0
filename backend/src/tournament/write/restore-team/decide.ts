import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Team } from '../team.ts'

export type RestoreTeam = TimedCommand<'RestoreTeam', Record<string, never>>

export function restoreTeam(_command: RestoreTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  return team.status === 'removed' ? [{ type: 'TeamRestored', data: {} }] : []
}

export const restoreTeamDecider = { decide: restoreTeam, evolve, initialState }
