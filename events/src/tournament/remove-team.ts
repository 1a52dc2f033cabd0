import type { TimedCommand } from '../language/command.ts'
import { teamErrors } from './errors.ts'
import type { TeamEvent } from './events.ts'
import { type ByLink, evolve, initialState, requireLink, type Team } from './team-state.ts'

/** Removes one of the teams that are removed together. */
export type RemoveTeams = TimedCommand<'RemoveTeams', { reason: string }>

/** A team that is out already stays out, with the reason for which it was removed first. */
export function removeTeams({ data: { reason } }: RemoveTeams, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  return team.status === 'removed' ? [] : [{ type: 'TeamRemoved', data: { reason } }]
}

export const removeTeamsDecider = { decide: removeTeams, evolve, initialState }

/** A withdrawal by the captain, with the private link. */
export type WithdrawTeam = TimedCommand<'WithdrawTeam', ByLink>

/** A bid that is out already stays out, no matter who took it out. */
export function withdrawTeam({ data }: WithdrawTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  requireLink(data, team)
  return team.status === 'removed' ? [] : [{ type: 'TeamWithdrawn', data: {} }]
}

export const withdrawTeamDecider = { decide: withdrawTeam, evolve, initialState }

export type RestoreTeam = TimedCommand<'RestoreTeam', Record<string, never>>

export function restoreTeam(_command: RestoreTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  return team.status === 'removed' ? [{ type: 'TeamRestored', data: {} }] : []
}

export const restoreTeamDecider = { decide: restoreTeam, evolve, initialState }
