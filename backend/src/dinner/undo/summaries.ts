import { areAnyNamed, describeAllergens } from '@ultimate/events/dinner/allergens.ts'
import type { DishDetails } from '@ultimate/events/dinner/dish-details.ts'
import { type DinnerSession, type Phase, phaseOf } from '@ultimate/events/dinner/session.ts'
import { placeName, type SignupState } from '@ultimate/events/dinner/signup.ts'
import { nameOfSlot, type OpenSlot, type SlotState, toFields } from '@ultimate/events/dinner/slot.ts'

// The return types are inferred, so that a wrong name of a part in `undo.ts` does not compile.

export function summarizeSlot(state: SlotState) {
  if (state.status !== 'open') return { Slot: state.status === 'deleted' ? 'deleted' : 'none' }
  const fields = toFields(state.definition)
  return {
    Slot: 'open',
    Name: nameOfSlot(fields),
    Description: fields.description,
    Kind: fields.category,
    'Team requirement': String(fields.team_requirement),
    Places: String(fields.max_signups),
    Recipe: [fields.recipe_title, fields.recipe_ingredients, fields.recipe_instructions].filter(Boolean).join('; '),
    'Signed up': state.signups.map(({ name }) => name).join(', ') || 'no one',
    // The compiler asks for each detail of a dish.
    ...({ Allergens: listAllergens(state) } satisfies Record<Capitalize<keyof DishDetails>, string>),
  }
}

const listAllergens = ({ signups }: OpenSlot): string =>
  signups
    .filter(({ details }) => areAnyNamed(details.allergens))
    .map(({ name, details: { allergens } }) => `${name}: ${describeAllergens(allergens)}`)
    .join('; ') || 'none named'

export function summarizeSignup(state: SignupState) {
  if (state.status === 'canceled')
    return { 'Sign-up': 'removed', Arrival: state.removedArrival.status === 'undecided' ? 'undecided' : 'none' }
  const { place, emptiedAt } = state.dish
  return {
    'Sign-up': 'expected',
    'Check-in': state.status === 'checked-in' ? 'checked in' : 'not checked in',
    Place: placeName(place),
    Dish: emptiedAt === null ? 'not done' : 'done',
  }
}

export function summarizeSession(session: DinnerSession) {
  return {
    Dinner: `dinner ${session.dinner}, ${phaseWords[phaseOf(session)]}`,
    Board: `${session.warmingSlots} warming and ${session.buffetSlots} buffet slots`,
  }
}

const phaseWords: Readonly<Record<Phase, string>> = {
  'not-started': 'not started',
  'in-progress': 'in progress',
  completed: 'finished',
}
