import type { DishDetails } from '../dish-details.ts'
import type { Signup } from './signup-api.ts'

/** The parts of an answer about a sign-up, named as in the rows of sign-ups, slots, teams and check-ins. */
export interface SignupParts
  extends Pick<Signup, 'id' | 'slot_id' | 'person_name' | 'slot_name' | 'description' | 'category' | 'time_slot'> {
  /** The name of the registered team; null if there is none. */
  readonly team_name: string | null
  /** The team that a walk-in named; null for all others. */
  readonly walk_in_team: string | null
  readonly taken_in_by: string | null
  readonly checked_at: Date | null
  readonly time_trusted: boolean | null
  readonly came_in_at: Date | null
  readonly details: DishDetails
}

/** Builds the answer about a sign-up, for lists, board and replay alike. */
export const buildSignup = (parts: SignupParts): Signup => ({
  id: parts.id,
  slot_id: parts.slot_id,
  person_name: parts.person_name,
  team_name: parts.team_name ?? parts.walk_in_team ?? '',
  checked_in: parts.checked_at !== null,
  checked_at: parts.checked_at?.toISOString() ?? null,
  slot_name: parts.slot_name,
  description: parts.description,
  category: parts.category,
  time_slot: parts.time_slot,
  ...parts.details,
  walk_in: parts.walk_in_team !== null,
  ...(parts.taken_in_by !== null && { taken_in_by: parts.taken_in_by }),
  ...(parts.time_trusted === false && { time_trusted: parts.time_trusted }),
  ...(parts.came_in_at && { came_in_at: parts.came_in_at.toISOString() }),
})
