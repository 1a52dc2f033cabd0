import type { TimedCommand } from '../language/command.ts'
import { teamErrors } from './errors.ts'
import type { TeamEvent } from './events.ts'
import { evolve, initialState, type Team } from './team-state.ts'

/** A spot that is offered to a team: `leftBy` is the team that left it, null of one that was never taken. */
export interface OfferedSpot {
  readonly leftBy: string | null
}

/** Confirms a team of the waitlist for the spot that is offered to it; null where none is. */
export type FillSpot = TimedCommand<'FillSpot', { readonly spot: OfferedSpot | null }>

/** A team that another director has just confirmed stays confirmed once. */
export function fillSpot({ data: { spot } }: FillSpot, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  if (team.status === 'removed') return teamErrors.fail('TEAM_REMOVED')
  if (team.bidStatus === 'confirmed') return []
  if (spot === null) return teamErrors.fail('SPOT_FILLED')
  return [{ type: 'TeamConfirmed', data: spot.leftBy === null ? {} : { teamId: spot.leftBy } }]
}

export const fillSpotDecider = { decide: fillSpot, evolve, initialState }
