import { z } from 'zod'
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
