import { z } from 'zod'
import type { ErrorDefinition } from '../language/domain-error.ts'
import { endpoint } from '../language/endpoint.ts'
import { adminOrTd } from '../language/roles.ts'
import { removal, restoration } from './removal.ts'
import { divisions } from './team.ts'
import { team, teamId } from './team-answer.ts'

export const removalErrors = {
  TEAM_REMOVED: { status: 409, message: 'This team was removed. Restore it first.' },
} as const satisfies Record<string, ErrorDefinition>

/** A team that staff took out. It has no status: it does not stand in the order while it is out. */
const removedTeam = z.strictObject({
  id: teamId,
  team_name: z.string(),
  division: z.enum(divisions),
  captain_name: z.string(),
  location: z.string(),
  created_at: z.iso.datetime(),
  paid: z.boolean(),
  removed_at: z.iso.datetime(),
  /** Null where it was the system, or somebody forgotten. */
  removed_by: z.string().nullable(),
  reason: z.string(),
})
export type RemovedTeam = z.infer<typeof removedTeam>

export const removalApi = {
  removeTeams: endpoint({
    method: 'POST',
    path: '/api/teams/remove',
    summary: 'Take teams out, all of them or, where one is unknown, none; answers how many were still in',
    allow: adminOrTd,
    body: removal,
    answers: { 200: z.strictObject({ removed: z.number().int() }) },
    errors: ['TEAM_NOT_FOUND'],
  }),
  listRemovedTeams: endpoint({
    method: 'GET',
    path: '/api/teams/removed',
    summary: 'Teams that were taken out, the last one first',
    allow: adminOrTd,
    personal: true,
    answers: { 200: z.strictObject({ teams: z.array(removedTeam) }) },
  }),
  restoreTeams: endpoint({
    method: 'POST',
    path: '/api/teams/restore',
    summary: 'Put removed teams back, all of them or, where one is unknown, none; answers how many were out',
    allow: adminOrTd,
    body: restoration,
    answers: { 200: z.strictObject({ restored: z.number().int() }) },
    errors: ['TEAM_NOT_FOUND'],
  }),
  restoreTeam: endpoint({
    method: 'POST',
    path: '/api/teams/{id}/restore',
    summary: 'Put a removed team back in its old place in the order; its place in a pool stays free',
    allow: adminOrTd,
    params: z.strictObject({ id: teamId }),
    answers: { 200: z.strictObject({ team }) },
    errors: ['TEAM_NOT_FOUND'],
  }),
}
