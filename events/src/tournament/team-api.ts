import { z } from 'zod'
import { endpoint } from '../language/endpoint.ts'
import { newNote, note, noteId } from '../language/note-schema.ts'
import { adminOrTd } from '../language/roles.ts'
import { requiredLine } from '../language/text/text.ts'
import { answerTexts, formFields, staffCorrection, toSnakeCase } from './registration.ts'
import { divisions, removalLimits, teamStatuses } from './team.ts'

export const teamId = z.uuid('This is not the id of a team.')

/** A team as the public sees it, without contact data. */
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

/** A team in the answer to its registration: as the public sees it, with a mark where the bid does not count yet. */
export const ownTeam = team.extend({ email_confirmed: z.literal(false).optional() })

/** A team as TD and admin see it. */
export const staffTeam = team.extend({
  /** False where the bid does not count yet. */
  email_confirmed: z.boolean(),
  /** True where staff set the status; otherwise it follows the order of registration. */
  by_hand: z.boolean(),
  /** Present where staff entered the bid for its captain. */
  entered_by_staff: z.literal(true).optional(),
  /** Absent for a team without a seed. */
  seed: z.int().optional(),
})
export type StaffTeam = z.infer<typeof staffTeam>

/** A removed team. It has no status, because it has no place in the order of registration. */
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

/** Accepts any text, so that a text which is no id is rejected as an unknown team. */
const ids = z
  .array(z.string().max(64), 'Please say which teams.')
  .min(1, 'Please say which teams.')
  .max(removalLimits.teams, `Please name at most ${removalLimits.teams} teams at once.`)

export const removal = z.strictObject({ ids, reason: requiredLine(removalLimits.reason, 'Please say why.') })

const restoration = z.strictObject({ ids })

/** `back` counts restored teams in their former places in pools, `taken` those whose place is taken or gone. */
const placesGivenBack = z.strictObject({ back: z.number().int(), taken: z.number().int() })
export type PlacesGivenBack = z.infer<typeof placesGivenBack>

const namedTeam = z.strictObject({ id: teamId, team_name: z.string() })

const spotOffer = z.strictObject({
  /** The next team on the waitlist. */
  team: namedTeam.extend({ division: z.enum(divisions) }),
  /** The confirmed team that left the spot; null for a spot that no team had before. */
  left_by: namedTeam.extend({ withdrawn: z.boolean() }).nullable(),
})
export type SpotOffer = z.infer<typeof spotOffer>

/** A whole bid with its status, for TD and admin. */
const teamPage = staffTeam.extend({
  ...answerTexts(formFields.map((field) => toSnakeCase(field))),
  /** The number among all bids that count; null where this one does not. */
  number: z.number().int().nullable(),
  removed: z
    .strictObject({
      at: z.iso.datetime(),
      by: z.string().nullable(),
      reason: z.string(),
      /** True where the captain withdrew it, and not staff. */
      withdrawn: z.boolean(),
    })
    .nullable(),
  /** The oldest first. */
  notes: z.array(note),
})
export type TeamPage = z.infer<typeof teamPage>

const params = z.strictObject({ id: teamId })

/** Calls of staff about registered teams. Part of `tournamentApi`. */
export const teamApi = {
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
    params,
    answers: { 200: z.strictObject({ team: ownTeam }) },
    errors: ['TEAM_NOT_FOUND', 'TEAM_REMOVED', 'SPOT_FILLED'],
  }),
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
    params,
    answers: { 200: z.strictObject({ team }) },
    errors: ['TEAM_NOT_FOUND'],
  }),
  readTeam: endpoint({
    allow: adminOrTd,
    personal: true,
    method: 'GET',
    path: '/api/teams/{id}',
    summary: 'Read all of a bid, with how to reach its captain, and the notes of staff; the audit records who did',
    params,
    answers: { 200: z.strictObject({ team: teamPage }) },
    errors: ['TEAM_NOT_FOUND'],
  }),
  correctTeamByStaff: endpoint({
    allow: adminOrTd,
    method: 'PUT',
    path: '/api/teams/{id}/bid',
    summary: 'Correct any fields of a bid, its division among them, and say why; its captain is mailed',
    params,
    body: staffCorrection,
    answers: { 200: z.strictObject({ team: teamPage }) },
    errors: ['TEAM_NOT_FOUND', 'TEAM_REMOVED'],
  }),
  addNote: endpoint({
    allow: adminOrTd,
    method: 'POST',
    path: '/api/teams/{id}/notes',
    summary: 'Write a note about a team, which only TD and admin read',
    params,
    body: newNote,
    answers: { 201: z.strictObject({ note }) },
    errors: ['TEAM_NOT_FOUND'],
  }),
  removeNote: endpoint({
    allow: adminOrTd,
    method: 'DELETE',
    path: '/api/teams/{id}/notes/{note}',
    summary: 'Remove a note about a team',
    params: params.extend({ note: noteId }),
    answers: { 204: null },
    errors: ['TEAM_NOT_FOUND', 'NOTE_NOT_FOUND'],
  }),
}
