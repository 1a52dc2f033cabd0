import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { Correction } from '@ultimate/events/tournament/registration.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { type ByLink, bidOf, evolve, initialState, isSameBid, requireLink, type Team } from '../team.ts'

export type CorrectTeam = TimedCommand<'CorrectTeam', Correction & ByLink>

/** The bid keeps its number, its status and its paid mark. */
export function correctTeam({ data: form }: CorrectTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  requireLink(form, team)
  if (team.status === 'removed') return tournamentErrors.fail('TEAM_REMOVED')
  const corrected = bidOf(form)
  return isSameBid(corrected, team.bid) ? [] : [{ type: 'TeamCorrected', data: corrected }]
}

export const correctTeamDecider = { decide: correctTeam, evolve, initialState }
