import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import type { Team } from '../team.ts'

/** Of one of the teams that are taken out together. */
export type RemoveTeam = TimedCommand<'RemoveTeam', { reason: string }>

/** A team that is out already stays out, with the reason for which it was removed first. */
export function removeTeam({ data: { reason } }: RemoveTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  return team.status === 'removed' ? [] : [{ type: 'TeamRemoved', data: { reason } }]
}
