import type { TimedCommand } from '@ultimate/events/language/command.ts'
import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { Registration } from '@ultimate/events/tournament/registration.ts'
import { bidOf, evolve, initialState, type Team } from '../team.ts'

export type RegisterTeam = TimedCommand<'RegisterTeam', Registration & { readonly awaitsConfirmation: boolean }>

export function registerTeam({ data: { division, awaitsConfirmation, ...form } }: RegisterTeam, team: Team): TeamEvent {
  if (team.status !== 'unregistered') return tournamentErrors.fail('TEAM_ALREADY_REGISTERED')
  return { type: 'TeamRegistered', data: { ...bidOf(form), division, awaitsConfirmation } }
}

export const registerTeamDecider = { decide: registerTeam, evolve, initialState }
