import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { Contact, TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { Registration } from '@ultimate/events/tournament/registration.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Team } from '../team.ts'

export type RegisterTeam = TimedCommand<'RegisterTeam', Registration & { readonly awaitsConfirmation: boolean }>

export function registerTeam({ data: bid }: RegisterTeam, team: Team): TeamEvent {
  if (team.status !== 'unregistered') return tournamentErrors.fail('TEAM_ALREADY_REGISTERED')
  return {
    type: 'TeamRegistered',
    data: {
      teamName: bid.teamName,
      pastTeamNames: bid.pastTeamNames,
      location: bid.location,
      division: bid.division,
      captain: {
        name: bid.captainName,
        email: bid.captainEmail,
        phone: bid.captainPhone,
        comments: bid.comments,
      },
      alternate: alternateOf(bid),
      awaitsConfirmation: bid.awaitsConfirmation,
    },
  }
}

/** Any one of the three fields makes an alternate contact. */
function alternateOf(bid: Registration): Contact | null {
  const { altCaptainName: name, altCaptainEmail: email, altCaptainPhone: phone } = bid
  return name === '' && email === '' && phone === '' ? null : { name, email, phone }
}

export const registerTeamDecider = { decide: registerTeam, evolve, initialState }
