import type { TimedCommand } from '../language/command.ts'
import { teamErrors } from './errors.ts'
import type { TeamEvent } from './events.ts'
import { evolve, initialState, type RegisteredTeam, seedOf, type Team } from './team-state.ts'

/** Sets what is named and leaves the rest. `by-order` takes a decision about the status back. */
export type UpdateTeam = TimedCommand<
  'UpdateTeam',
  { status?: RegisteredTeam['bidStatus'] | undefined; paid?: boolean | undefined; seed?: number | null | undefined }
>

export function updateTeam({ data }: UpdateTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  if (team.status === 'removed') return teamErrors.fail('TEAM_REMOVED')
  return [...decideStatus(data.status, team), ...decidePaid(data.paid, team), ...decideSeed(data.seed, team)]
}

/** A status that the order alone had given becomes a decision when staff set it: it no longer moves with the order. */
export function decideStatus(
  status: RegisteredTeam['bidStatus'] | undefined,
  team: Pick<RegisteredTeam, 'bidStatus'>,
): TeamEvent[] {
  if (status === undefined || status === team.bidStatus) return []
  if (status === 'by-order') return [{ type: 'TeamStandingReset', data: {} }]
  return [{ type: status === 'confirmed' ? 'TeamConfirmed' : 'TeamWaitlisted', data: {} }]
}

function decidePaid(paid: boolean | undefined, team: RegisteredTeam): TeamEvent[] {
  if (paid === undefined || paid === team.paid) return []
  return [{ type: paid ? 'TeamMarkedPaid' : 'TeamMarkedUnpaid', data: {} }]
}

function decideSeed(seed: number | null | undefined, team: RegisteredTeam): TeamEvent[] {
  return seed === undefined || seed === seedOf(team) ? [] : [{ type: 'TeamSeeded', data: { seed } }]
}

export const updateTeamDecider = { decide: updateTeam, evolve, initialState }

/** A spot that is offered to a team: `leftBy` is the team that left it, null of one that was never taken. */
interface OfferedSpot {
  readonly leftBy: string | null
}

/** Confirms a team of the waitlist for the spot that is offered to it; null where none is. */
export type FillSpot = TimedCommand<'FillSpot', { readonly spot: OfferedSpot | null }>

/** A team that another director has just confirmed stays confirmed once. */
function fillSpot({ data: { spot } }: FillSpot, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  if (team.status === 'removed') return teamErrors.fail('TEAM_REMOVED')
  if (team.bidStatus === 'confirmed') return []
  if (spot === null) return teamErrors.fail('SPOT_FILLED')
  return [{ type: 'TeamConfirmed', data: spot.leftBy === null ? {} : { teamId: spot.leftBy } }]
}

export const fillSpotDecider = { decide: fillSpot, evolve, initialState }
