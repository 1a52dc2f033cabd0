import { z } from 'zod'
import { endpoint } from '../language/endpoint.ts'
import { adminOrTd } from '../language/roles.ts'
import { divisions } from './team.ts'
import { ownTeam, teamId } from './team-api.ts'

const named = z.strictObject({ id: teamId, team_name: z.string() })

const spotOffer = z.strictObject({
  /** The next one on the waitlist. */
  team: named.extend({ division: z.enum(divisions) }),
  /** The confirmed team that left the spot; null where it was never taken. */
  left_by: named.extend({ withdrawn: z.boolean() }).nullable(),
})
export type SpotOffer = z.infer<typeof spotOffer>

/** Calls about spots that became free. Part of `tournamentApi`. */
export const freeSpotsApi = {
  listFreeSpots: endpoint({
    method: 'GET',
    path: '/api/free-spots',
    summary: 'List the free spots, each with the team that is next on the waitlist and the one that left the spot',
    allow: adminOrTd,
    answers: { 200: z.strictObject({ offers: z.array(spotOffer) }) },
  }),
  fillSpot: endpoint({
    method: 'POST',
    path: '/api/teams/{id}/fill-spot',
    summary: 'Confirm the team that is next on the waitlist for a free spot; its captain is mailed',
    allow: adminOrTd,
    params: z.strictObject({ id: teamId }),
    answers: { 200: z.strictObject({ team: ownTeam }) },
    errors: ['TEAM_NOT_FOUND', 'TEAM_REMOVED', 'SPOT_FILLED'],
  }),
}
