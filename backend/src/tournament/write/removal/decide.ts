import type { TimedCommand } from '@ultimate/events/language/command.ts'
import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { evolve, initialState, type Team } from '../team.ts'

/** Removes one of the teams that are removed together. */
export type RemoveTeams = TimedCommand<'RemoveTeams', { reason: string }>

/** A team that is out already stays out, with the reason for which it was removed first. */
export function removeTeams({ data: { reason } }: RemoveTeams, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  return team.status === 'removed' ? [] : [{ type: 'TeamRemoved', data: { reason } }]
}

export const removeTeamsDecider = { decide: removeTeams, evolve, initialState }

export type RestoreTeam = TimedCommand<'RestoreTeam', Record<string, never>>

export function restoreTeam(_command: RestoreTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  return team.status === 'removed' ? [{ type: 'TeamRestored', data: {} }] : []
}

export const restoreTeamDecider = { decide: restoreTeam, evolve, initialState }
