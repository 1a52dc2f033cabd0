import { z } from 'zod'
import { endpoint } from '../language/endpoint.ts'
import { adminOrTd } from '../language/roles.ts'
import { requiredLine } from '../language/text/text.ts'
import { divisions, removalLimits, teamStatuses } from './team.ts'

export const teamId = z.uuid('This is not the id of a team.')

/** A team as the public sees it: nothing here reaches a captain. */
export const team = z.strictObject({
  id: teamId,
  team_name: z.string(),
  division: z.enum(divisions),
  captain_name: z.string(),
  location: z.string(),
  created_at: z.iso.datetime(),
  status: z.enum(teamStatuses),
  paid: z.boolean(),
})
export type Team = z.infer<typeof team>

/** The answer to a write: marked where the bid does not count yet, else as the public sees it. */
export const ownTeam = team.extend({ email_confirmed: z.literal(false).optional() })

/** A team as TD and admin see it. */
export const staffTeam = team.extend({
  /** False where the bid does not count yet. */
  email_confirmed: z.boolean(),
  /** Staff set the status; otherwise it follows the order of registration. */
  by_hand: z.boolean(),
  /** Present where staff entered the bid for its captain. */
  entered_by_staff: z.literal(true).optional(),
  /** Absent where staff gave none. */
  seed: z.int().optional(),
})
export type StaffTeam = z.infer<typeof staffTeam>

/** A team that staff removed. It has no status: while it is removed it has no place in the order. */
const removedTeam = z.strictObject({
  id: teamId,
  team_name: z.string(),
  division: z.enum(divisions),
  captain_name: z.string(),
  location: z.string(),
  created_at: z.iso.datetime(),
  paid: z.boolean(),
  removed_at: z.iso.datetime(),
  /** Null for the system and for a forgotten user. */
  removed_by: z.string().nullable(),
  reason: z.string(),
  /** True where the captain withdrew it, and not staff. */
  withdrawn: z.boolean(),
})
export type RemovedTeam = z.infer<typeof removedTeam>

/** Any text is accepted: what is not the id of a team is an unknown team. */
const ids = z
  .array(z.string().max(64), 'Please say which teams.')
  .min(1, 'Please say which teams.')
  .max(removalLimits.teams, `Please name at most ${removalLimits.teams} teams at once.`)

/** The teams to take out, and the reason. */
export const removal = z.strictObject({ ids, reason: requiredLine(removalLimits.reason, 'Please say why.') })

/** The teams to put back. */
export const restoration = z.strictObject({ ids })

/** The number of restored teams that have their places in pools again, and of those whose place is taken or gone. */
export const placesGivenBack = z.strictObject({ back: z.number().int(), taken: z.number().int() })
export type PlacesGivenBack = z.infer<typeof placesGivenBack>

export const removalApi = {
  removeTeams: endpoint({
    method: 'POST',
    path: '/api/teams/remove',
    summary: 'Remove teams: all of them or, where one is unknown, none; answers how many were still in',
    allow: adminOrTd,
    body: removal,
    answers: { 200: z.strictObject({ removed: z.number().int() }) },
    errors: ['TEAM_NOT_FOUND'],
  }),
  listRemovedTeams: endpoint({
    method: 'GET',
    path: '/api/teams/removed',
    summary: 'List the removed teams, the last one first',
    allow: adminOrTd,
    personal: true,
    answers: { 200: z.strictObject({ teams: z.array(removedTeam) }) },
  }),
  restoreTeams: endpoint({
    method: 'POST',
    path: '/api/teams/restore',
    summary:
      'Restore removed teams: all of them or, where one is unknown, none; answers how many were out, and how many of those that stood in a pool have their places there again',
    allow: adminOrTd,
    body: restoration,
    answers: { 200: z.strictObject({ restored: z.number().int(), places: placesGivenBack.optional() }) },
    errors: ['TEAM_NOT_FOUND'],
  }),
  restoreTeam: endpoint({
    method: 'POST',
    path: '/api/teams/{id}/restore',
    summary:
      'Restore a removed team to its old place in the order, and to its place in a pool where that is still free',
    allow: adminOrTd,
    params: z.strictObject({ id: teamId }),
    answers: { 200: z.strictObject({ team }) },
    errors: ['TEAM_NOT_FOUND'],
  }),
}
