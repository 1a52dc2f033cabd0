import type { TimedCommand } from '../language/command.ts'
import { type Allergens, areAnyNamed, areSameAllergens } from './allergens.ts'
import { dinnerErrors } from './errors.ts'
import type { SlotEvent } from './events.ts'
import { evolve, initialState, type OpenSlot, type SlotState } from './slot.ts'

/** A command of the owner or of staff that replaces the allergens named for a sign-up's dish. */
export type NameAllergens = TimedCommand<'NameAllergens', { readonly signupId: string; readonly allergens: Allergens }>

export function nameAllergens({ data: { signupId, allergens } }: NameAllergens, slot: SlotState): SlotEvent[] {
  const signup = slot.status === 'open' ? slot.signups.find(({ id }) => id === signupId) : undefined
  if (slot.status !== 'open' || !signup) return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  refuseWithoutDish(slot, allergens)
  if (areSameAllergens(signup.allergens, allergens)) return []
  const { listed, other } = allergens
  return [{ type: 'AllergensNamed', data: { signupId, allergens: [...listed], otherAllergens: other } }]
}

/** A person who serves brings nothing to eat. */
export function refuseWithoutDish({ definition }: Pick<OpenSlot, 'definition'>, allergens: Allergens): void {
  if (definition.category !== 'dishes' && areAnyNamed(allergens))
    dinnerErrors.fail('NOT_A_DISH', { allergens: dinnerErrors.registry.NOT_A_DISH.message })
}

export const nameAllergensDecider = { decide: nameAllergens, evolve, initialState }
