import { z } from 'zod'
import { endpoint } from '../../language/endpoint.ts'
import { anyStaff } from '../../language/roles.ts'
import { allergenNames } from '../allergens.ts'
import { slotCategories } from '../slot.ts'
import { signupId } from '../slots/signup-api.ts'
import { slotId } from '../slots/slot-api.ts'

/** A dish, and the team that brings it. Its id leads to its label. */
const dish = z.strictObject({
  id: signupId,
  slot_name: z.string(),
  /** Empty where a walk-in named none. */
  team_name: z.string(),
  checked_in: z.boolean(),
})
export type KitchenDish = z.infer<typeof dish>

/** The number of people who are signed up, and of those among them who are checked in. */
const counts = { expected: z.int(), here: z.int() }

/** All dishes of one slot. */
const kind = z.strictObject({
  slot_id: slotId,
  name: z.string(),
  ...counts,
  /** Null for a dish that no slot asks for. */
  places: z.int().nullable(),
  /** Sorted by name. */
  teams: z.array(z.strictObject({ team_name: z.string(), ...counts })),
})
export type KitchenKind = z.infer<typeof kind>

const halfHour = z.strictObject({
  /** `HH:MM` */
  time_slot: z.string(),
  ...counts,
  places: z.int(),
  /** Sorted by name. */
  jobs: z.array(z.strictObject({ slot_id: slotId, name: z.string(), ...counts, places: z.int() })),
})
export type KitchenHalfHour = z.infer<typeof halfHour>

const allergens = z.strictObject({
  /** All nine, each with the dishes for which it is named. */
  listed: z.array(z.strictObject({ allergen: z.enum(allergenNames), dishes: z.array(dish) })),
  /** Allergens named in the person's own words. */
  other: z.array(z.strictObject({ ...dish.shape, text: z.string() })),
  /** Dishes for which nothing is named. They may hold anything. */
  none_named: z.array(dish),
})

const missing = z.strictObject({
  /** Dishes by name, then serving by time, as far as they have open places. */
  slots: z.array(
    z.strictObject({
      slot_id: slotId,
      name: z.string(),
      category: z.enum(slotCategories),
      time_slot: z.string().nullable(),
      open: z.int().min(1),
    }),
  ),
  /** Confirmed teams that bring fewer dishes than every team is asked for; those with the fewest first. */
  teams: z.array(
    z.strictObject({ team_id: z.uuid(), team_name: z.string(), dishes: z.int(), missing: z.int().min(1) }),
  ),
})

const kitchen = z.strictObject({
  /** Sorted by name. */
  dishes: z.array(kind),
  /** Sorted by time. */
  servers: z.array(halfHour),
  allergens,
  missing,
})
export type Kitchen = z.infer<typeof kitchen>

export const kitchenApi = {
  readKitchen: endpoint({
    method: 'GET',
    path: '/api/dinner/kitchen',
    summary:
      'Read what the kitchen can expect: dishes by kind and team, servers per half hour, allergens, and what is missing',
    allow: anyStaff,
    answers: { 200: kitchen },
    personal: true,
  }),
}
