import { z } from 'zod'
import { defineErrors } from '../language/domain-error.ts'
import { endpoint, type OperationsOf } from '../language/endpoint.ts'
import { adminOrTd } from '../language/roles.ts'
import { formMarkErrors } from '../language/text/form-mark.ts'
import { gameErrors, poolsErrors, scheduleErrors, teamErrors } from './errors.ts'
import { ownBidApi, ownBidErrors } from './own-bid-api.ts'
import { type Pool, poolsApi } from './pools/pools-api.ts'
import { confirmationLinkRequest, enteredRegistration, registrationRequest } from './registration.ts'
import { type Division, divisions, seedLimits, seedRule, statusChoices } from './team.ts'
import { ownTeam, type StaffTeam, staffTeam, type Team, team, teamApi, teamId } from './team-api.ts'
import { teamChoices } from './team-filter.ts'
import { gamesApi, type ShownBracket, type ShownStandings } from './weekend/games-api.ts'
import { myTeamApi } from './weekend/my-team-api.ts'
import { type ShownSchedule, scheduleApi } from './weekend/schedule-api.ts'

export type { StaffTeam, Team }

export const tournamentErrors = defineErrors({
  ...teamErrors.registry,
  ...poolsErrors.registry,
  ...scheduleErrors.registry,
  ...gameErrors.registry,
  SAME_TEAM_AGAIN: { status: 409, message: 'This team is already registered with this email.' },
  TOO_MANY_REGISTRATIONS: {
    status: 429,
    message: 'Too many teams have just been registered from your network. Please try again in a few minutes.',
  },
  CONFIRMATION_LINK_INVALID: { status: 422, message: 'This link is not complete. Please ask for a new one.' },
  CONFIRMATION_LINK_EXPIRED: {
    status: 422,
    message: 'This link is older than 48 hours. Please ask for a new one.',
  },
  ...formMarkErrors,
  ...ownBidErrors,
})

/** The bid that a mailed link confirms. */
const awaitedBid = z.strictObject({
  team_name: z.string(),
  division: z.enum(divisions),
  /** True where it counts already. */
  counts: z.boolean(),
})
export type AwaitedBid = z.infer<typeof awaitedBid>

export const tournamentApi = {
  registerTeam: endpoint({
    method: 'POST',
    path: '/api/register-team',
    summary: 'Register a team (a bid) and mail its captain',
    allow: 'everyone',
    body: registrationRequest,
    answers: { 201: z.strictObject({ team: ownTeam }) },
    errors: ['TEAM_ALREADY_REGISTERED', 'SAME_TEAM_AGAIN', 'REGISTRATION_CLOSED', ...Object.keys(formMarkErrors)],
    // A club may register all its teams at once, and a venue's network has those of many clubs.
    limit: {
      name: 'registration',
      seconds: 10 * 60,
      perNetwork: 60,
      perMailbox: { field: 'captainEmail', max: 60 },
      rejectedPerNetwork: 600,
      error: 'TOO_MANY_REGISTRATIONS',
    },
  }),
  enterTeam: endpoint({
    method: 'POST',
    path: '/api/teams',
    summary:
      'Enter a team for its captain: the bid counts at once, is marked as entered by staff, and its captain is mailed',
    allow: adminOrTd,
    body: enteredRegistration,
    answers: { 201: z.strictObject({ team: ownTeam }) },
    errors: ['TEAM_ALREADY_REGISTERED', 'SAME_TEAM_AGAIN'],
  }),
  confirmAddress: endpoint({
    method: 'POST',
    path: '/api/confirm-address',
    summary: "Confirm a captain's address with the token from the mail: the bid counts from then on",
    allow: 'everyone',
    ignoresToken: true,
    body: z.strictObject({ token: z.string().max(2000) }),
    answers: { 200: z.strictObject({ team }) },
    errors: ['CONFIRMATION_LINK_INVALID', 'CONFIRMATION_LINK_EXPIRED', 'TEAM_NOT_FOUND', 'TEAM_REMOVED'],
    limit: { name: 'confirmation', seconds: 15 * 60, perNetwork: 2_000, rejectedPerNetwork: 600 },
  }),
  readConfirmation: endpoint({
    method: 'POST',
    path: '/api/confirm-address/read',
    summary: 'Read which bid the token from the mail would confirm, without confirming it',
    allow: 'everyone',
    ignoresToken: true,
    body: z.strictObject({ token: z.string().max(2000) }),
    answers: { 200: awaitedBid },
    errors: ['CONFIRMATION_LINK_INVALID', 'CONFIRMATION_LINK_EXPIRED', 'TEAM_NOT_FOUND', 'TEAM_REMOVED'],
    limit: { name: 'confirmation', seconds: 15 * 60, perNetwork: 2_000, rejectedPerNetwork: 600 },
  }),
  requestConfirmationLink: endpoint({
    method: 'POST',
    path: '/api/confirm-address/link',
    summary:
      'Mail the links of an address: those that confirm its bids, and the private ones to bids that count. The answer is the same whether there is any bid or not',
    allow: 'everyone',
    ignoresToken: true,
    body: confirmationLinkRequest,
    answers: { 204: null },
    limit: {
      name: 'confirmation-link',
      seconds: 15 * 60,
      perNetwork: 60,
      perMailbox: { field: 'email', max: 3 },
      rejectedPerNetwork: 600,
    },
  }),
  confirmTeamAddress: endpoint({
    method: 'POST',
    path: '/api/teams/{id}/confirm-address',
    summary: "Confirm a captain's address by hand: the bid counts from then on",
    allow: adminOrTd,
    params: z.strictObject({ id: teamId }),
    answers: { 200: z.strictObject({ team: staffTeam }) },
    errors: ['TEAM_NOT_FOUND', 'TEAM_REMOVED'],
  }),
  listTeams: endpoint({
    method: 'GET',
    path: '/api/registered-teams',
    summary: 'List the registered teams, oldest first; TD and admin also get those whose address is not confirmed yet',
    allow: 'everyone',
    answers: { 200: z.strictObject({ teams: z.array(z.union([team, staffTeam])) }) },
  }),
  updateTeam: endpoint({
    method: 'PUT',
    path: '/api/teams/{id}',
    summary:
      "Set a team's status, its paid mark or its seed in its division (null takes it away); with by-order the order of registration decides again",
    allow: adminOrTd,
    params: z.strictObject({ id: teamId }),
    body: z
      .strictObject({
        status: z.enum(statusChoices, 'Status is confirmed, waitlist or by-order.').optional(),
        paid: z.boolean('Paid is true or false.').optional(),
        seed: z.int(seedRule).min(seedLimits.min, seedRule).max(seedLimits.max, seedRule).nullable().optional(),
      })
      .refine((change) => Object.values(change).some((value) => value !== undefined), {
        message: 'Say what to change: status, paid or seed.',
        path: ['status'],
      }),
    answers: { 200: z.strictObject({ team: ownTeam }) },
    errors: ['TEAM_NOT_FOUND', 'TEAM_REMOVED'],
  }),
  ...teamApi,
  ...ownBidApi,
  exportTeams: endpoint({
    method: 'POST',
    path: '/api/registered-teams/export',
    summary:
      "Export the teams with their captains' contact data as a CSV file, all of them or those that a filter leaves; the audit records who did",
    allow: adminOrTd,
    query: z.strictObject({
      q: z.string().max(1000).default(''),
      division: z.enum(teamChoices.division).default('all'),
      status: z.enum(teamChoices.status).default('all'),
      paid: z.enum(teamChoices.paid).default('all'),
      decided: z.enum(teamChoices.decided).default('all'),
      address: z.enum(teamChoices.address).default('all'),
    }),
    answers: { 200: null },
    media: 'text/csv',
  }),
  ...poolsApi,
  ...scheduleApi,
  ...gamesApi,
  ...myTeamApi,
}

/** Version of these calls, which parts declare to need. A new call or field raises the middle number, a removed one the first. */
export const tournamentInterface = '1.14.0'
export type TournamentOperations = OperationsOf<typeof tournamentApi>

export interface DivisionResults {
  readonly standings: ShownStandings
  /** Null where none was posted. */
  readonly bracket: ShownBracket | null
}

/** The tournament of a past edition as the archive shows it: the same as the public calls answered about it. */
export interface ArchivedTournament {
  readonly teams: readonly Team[]
  /** The published pools. */
  readonly pools: Readonly<Record<Division, readonly Pool[]>>
  readonly results: Readonly<Record<Division, DivisionResults>> & { readonly schedule: ShownSchedule }
}
