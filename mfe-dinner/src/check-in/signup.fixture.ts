import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'

/** A dish, unless changed. */
export const signupOf = (changes: Partial<Signup>): Signup => ({
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
  ...changes,
})
