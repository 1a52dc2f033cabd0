import type { TimedCommand } from '../language/command.ts'
import { teamErrors } from './errors.ts'
import type { TeamEvent } from './events.ts'
import type { Registration } from './registration.ts'
import { bidOf, evolve, initialState, type Team } from './team-state.ts'

export type RegisterTeam = TimedCommand<'RegisterTeam', Registration & { readonly awaitsConfirmation: boolean }>

export function registerTeam({ data: { division, awaitsConfirmation, ...form } }: RegisterTeam, team: Team): TeamEvent {
  if (team.status !== 'unregistered') return teamErrors.fail('TEAM_ALREADY_REGISTERED')
  return { type: 'TeamRegistered', data: { ...bidOf(form), division, awaitsConfirmation } }
}

export const registerTeamDecider = { decide: registerTeam, evolve, initialState }
