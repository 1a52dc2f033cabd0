import { z } from 'zod'
import { endpoint, type OperationsOf } from '../language/endpoint.ts'
import { refusalsOf } from '../language/refusal.ts'
import { adminOrTd } from '../language/roles.ts'
import { registration } from './registration.ts'
import { divisions, teamStatuses } from './team.ts'

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

export const tournamentRefusals = refusalsOf({
  TEAM_NOT_FOUND: { status: 404, message: 'There is no such team.' },
  TEAM_ALREADY_REGISTERED: { status: 409, message: 'This team is registered already.' },
})

export const tournamentApi = {
  registerTeam: endpoint({
    method: 'POST',
    path: '/api/register-team',
    summary: 'Register a team (a bid)',
    allow: 'everyone',
    body: registration,
    answers: { 201: z.strictObject({ team }) },
    refusals: ['TEAM_ALREADY_REGISTERED'],
  }),
  listTeams: endpoint({
    method: 'GET',
    path: '/api/registered-teams',
    summary: 'Registered teams, oldest first',
    allow: 'everyone',
    answers: { 200: z.strictObject({ teams: z.array(team) }) },
  }),
  updateTeam: endpoint({
    method: 'PUT',
    path: '/api/teams/{id}',
    summary: "Set a team's status, its paid mark, or both",
    allow: adminOrTd,
    params: z.strictObject({ id: teamId }),
    body: z
      .strictObject({
        status: z.enum(teamStatuses, 'Status is confirmed or waitlist.').optional(),
        paid: z.boolean('Paid is true or false.').optional(),
      })
      .refine((change) => change.status !== undefined || change.paid !== undefined, {
        message: 'Say what to change: status, paid, or both.',
        path: ['status'],
      }),
    answers: { 200: z.strictObject({ team }) },
    refusals: ['TEAM_NOT_FOUND'],
  }),
}
export type TournamentOperations = OperationsOf<typeof tournamentApi>
