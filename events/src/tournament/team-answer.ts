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

/** As whoever has just written gets it back: with a mark where the bid does not count yet, else as everybody sees it. */
export const ownTeam = team.extend({ email_confirmed: z.literal(false).optional() })

/** As TD and admin see it: false where the bid does not count yet. */
export const staffTeam = team.extend({ email_confirmed: z.boolean() })
export type StaffTeam = z.infer<typeof staffTeam>
