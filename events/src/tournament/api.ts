import { z } from 'zod'
import { endpoint, type OperationsOf } from '../language/endpoint.ts'
import { refusalsOf } from '../language/refusal.ts'
import { adminOrTd } from '../language/roles.ts'
import { poolsApi, poolsRefusals } from './pools-api.ts'
import { registration } from './registration.ts'
import { teamStatuses } from './team.ts'
import { team, teamId } from './team-answer.ts'

export type { Team } from './team-answer.ts'

export const tournamentRefusals = refusalsOf({
  TEAM_NOT_FOUND: { status: 404, message: 'There is no such team.' },
  TEAM_ALREADY_REGISTERED: { status: 409, message: 'This team is registered already.' },
  TOO_MANY_REGISTRATIONS: {
    status: 429,
    message: 'A great many teams have just been registered from here. Please try again in a few minutes.',
  },
  ...poolsRefusals,
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
    // A club may register all its teams at once, and a venue those of its visitors.
    limit: {
      name: 'registration',
      seconds: 10 * 60,
      perNetwork: 60,
      perMailbox: { field: 'captainEmail', most: 60 },
      refusedPerNetwork: 600,
      refusal: 'TOO_MANY_REGISTRATIONS',
    },
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
  exportTeams: endpoint({
    method: 'POST',
    path: '/api/registered-teams/export',
    summary: "All teams with their captains' contact data as a CSV file; the audit notes who took it",
    allow: adminOrTd,
    personal: true,
    answers: { 200: null },
    media: 'text/csv',
  }),
  ...poolsApi,
}
export type TournamentOperations = OperationsOf<typeof tournamentApi>
