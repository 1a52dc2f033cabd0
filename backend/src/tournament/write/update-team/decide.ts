import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { TeamStatus } from '@ultimate/events/tournament/team.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type RegisteredTeam, type Team } from '../team.ts'

/** Sets what is named and leaves the rest. */
export type UpdateTeam = TimedCommand<'UpdateTeam', { status?: TeamStatus | undefined; paid?: boolean | undefined }>

export function updateTeam({ data }: UpdateTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  if (team.status === 'removed') return tournamentErrors.fail('TEAM_REMOVED')
  return [...decideStanding(data.status, team), ...decidePaid(data.paid, team)]
}

/** A status that the order alone had given becomes a decision when staff set it: it no longer moves with the order. */
function decideStanding(status: TeamStatus | undefined, team: RegisteredTeam): TeamEvent[] {
  if (status === undefined || status === team.standing) return []
  return [{ type: status === 'confirmed' ? 'TeamConfirmed' : 'TeamWaitlisted', data: {} }]
}

function decidePaid(paid: boolean | undefined, team: RegisteredTeam): TeamEvent[] {
  if (paid === undefined || paid === team.paid) return []
  return [{ type: paid ? 'TeamMarkedPaid' : 'TeamMarkedUnpaid', data: {} }]
}

export const updateTeamDecider = { decide: updateTeam, evolve, initialState }
