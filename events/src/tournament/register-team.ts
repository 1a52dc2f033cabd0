import type { TimedCommand } from '../language/command.ts'
import { teamErrors } from './errors.ts'
import type { TeamEvent } from './events.ts'
import type { Registration } from './registration.ts'
import { bidOf, evolve, initialState, type Team } from './team-state.ts'

/** By a captain with the public form, or by staff for a captain. */
export type RegisterTeam = TimedCommand<
  'RegisterTeam',
  Registration & { readonly awaitsConfirmation: boolean; readonly enteredByStaff?: true }
>

export function registerTeam({ data }: RegisterTeam, team: Team): TeamEvent {
  const { division, awaitsConfirmation, enteredByStaff, ...form } = data
  if (team.status !== 'unregistered') return teamErrors.fail('TEAM_ALREADY_REGISTERED')
  // Staff vouch for the address that they enter, so it needs no confirmation.
  if (enteredByStaff)
    return { type: 'TeamRegistered', data: { ...bidOf(form), division, awaitsConfirmation: false, enteredByStaff } }
  return { type: 'TeamRegistered', data: { ...bidOf(form), division, awaitsConfirmation } }
}

export const registerTeamDecider = { decide: registerTeam, evolve, initialState }
