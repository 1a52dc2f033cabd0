import { z } from 'zod'
import { endpoint } from '../language/endpoint.ts'
import { newNote, note, noteId } from '../language/note-schema.ts'
import { adminOrTd } from '../language/roles.ts'
import { staffCorrection } from './registration.ts'
import { staffTeam, teamId } from './team-api.ts'

/** All that a bid contains, and what became of it, for those who may reach its captain. */
const teamPage = staffTeam.extend({
  past_team_names: z.string(),
  captain_email: z.string(),
  captain_phone: z.string(),
  /** Empty where there is no alternate contact. */
  alt_captain_name: z.string(),
  alt_captain_email: z.string(),
  alt_captain_phone: z.string(),
  comments: z.string(),
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

const byStaff = { allow: adminOrTd, personal: true } as const
const params = z.strictObject({ id: teamId })

export const teamPageApi = {
  readTeam: endpoint({
    ...byStaff,
    method: 'GET',
    path: '/api/teams/{id}',
    summary: 'Read all of a bid, with how to reach its captain, and the notes of staff; the audit records who did',
    params,
    answers: { 200: z.strictObject({ team: teamPage }) },
    errors: ['TEAM_NOT_FOUND'],
  }),
  correctTeamByStaff: endpoint({
    ...byStaff,
    method: 'PUT',
    path: '/api/teams/{id}/bid',
    summary: 'Correct any fields of a bid, its division among them, and say why; its captain is mailed',
    params,
    body: staffCorrection,
    answers: { 200: z.strictObject({ team: teamPage }) },
    errors: ['TEAM_NOT_FOUND', 'TEAM_REMOVED'],
  }),
  addNote: endpoint({
    ...byStaff,
    method: 'POST',
    path: '/api/teams/{id}/notes',
    summary: 'Write a note about a team, which only TD and admin read',
    params,
    body: newNote,
    answers: { 201: z.strictObject({ note }) },
    errors: ['TEAM_NOT_FOUND'],
  }),
  removeNote: endpoint({
    ...byStaff,
    method: 'DELETE',
    path: '/api/teams/{id}/notes/{note}',
    summary: 'Remove a note about a team',
    params: params.extend({ note: noteId }),
    answers: { 204: null },
    errors: ['TEAM_NOT_FOUND', 'NOTE_NOT_FOUND'],
  }),
}
