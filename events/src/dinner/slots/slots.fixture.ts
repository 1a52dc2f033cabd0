import { noDetails } from '../dish-details.ts'
import type { OwnSignup, Signup } from './signup-api.ts'
import type { Slot } from './slot-api.ts'

export const pie: Slot = {
  id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  name: 'Pumpkin pie',
  description: 'Two of them',
  category: 'dishes',
  team_requirement: 4,
  max_signups: 3,
  current_signups: 1,
  time_slot: null,
  recipe_title: 'Grandma',
  recipe_ingredients: null,
  recipe_instructions: null,
}

/** A dish, unless changed. */
export const exampleSignup = (changes: Partial<Signup>): Signup => ({
  id: 'signup',
  slot_id: 'slot',
  person_name: 'Becky Thatcher',
  team_name: 'Huck Finns',
  checked_in: false,
  checked_at: null,
  slot_name: 'Turkey',
  description: '',
  category: 'dishes',
  time_slot: null,
  walk_in: false,
  ...noDetails,
  ...changes,
})

export const exampleOwnSignup = (changes: Partial<OwnSignup>): OwnSignup => ({
  ...exampleSignup(changes),
  email: 'becky@example.org',
  captain_id: 'finns',
  ...changes,
})

/** Lists what a sign-up shows of its slot. */
export const slotOf = ({ id: slot_id, name: slot_name, description, category, time_slot }: Slot) => ({
  slot_id,
  slot_name,
  description,
  category,
  time_slot,
})
