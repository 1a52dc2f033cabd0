import { allergenWords, areAnyNamed } from '@ultimate/events/dinner/allergens.ts'
import type { DinnerSession } from '@ultimate/events/dinner/session.ts'
import type { SignupState } from '@ultimate/events/dinner/signup.ts'
import { type DishPlace, zoneLabels } from '@ultimate/events/dinner/signup.ts'
import type { SlotState } from '@ultimate/events/dinner/slot.ts'
import * as slot from '@ultimate/events/dinner/slot.ts'
import { nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { StateSummary } from '../../platform/undo.ts'

export function slotSummary(state: SlotState): StateSummary {
  if (state.status !== 'open') return { Slot: state.status === 'deleted' ? 'deleted' : 'none' }
  const fields = slot.toFields(state.definition)
  return {
    Slot: 'open',
    Name: nameOfSlot(fields),
    Description: fields.description,
    Kind: fields.category,
    'Team requirement': String(fields.team_requirement),
    Places: String(fields.max_signups),
    Recipe: [fields.recipe_title, fields.recipe_ingredients, fields.recipe_instructions].filter(Boolean).join('; '),
    'Signed up': state.signups.map(({ name }) => name).join(', ') || 'no one',
    Allergens: allergensIn(state),
  }
}

const allergensIn = ({ signups }: slot.OpenSlot): string =>
  signups
    .filter(({ allergens }) => areAnyNamed(allergens))
    .map(({ name, allergens }) => `${name}: ${allergenWords(allergens)}`)
    .join('; ') || 'none named'

const placeName = (place: DishPlace): string =>
  place.zone === 'holding' ? zoneLabels.holding : `${zoneLabels[place.zone]} ${place.position + 1}`

export function signupSummary(state: SignupState): StateSummary {
  if (state.status === 'canceled')
    return { 'Sign-up': 'removed', Arrival: state.arrival.status === 'undecided' ? 'undecided' : 'none' }
  const { place, emptiedAt } = state.dish
  const board = { Place: placeName(place), Dish: emptiedAt === null ? 'not done' : 'done' }
  return {
    'Sign-up': 'expected',
    'Check-in': state.status === 'checked-in' ? 'checked in' : 'not checked in',
    ...board,
  }
}

export function sessionSummary({
  dinner: number,
  startedAt,
  finishedAt,
  warmingSlots,
  buffetSlots,
}: DinnerSession): StateSummary {
  const running = startedAt === null ? 'not started' : 'in progress'
  return {
    Dinner: `dinner ${number}, ${finishedAt === null ? running : 'finished'}`,
    Board: `${warmingSlots} warming and ${buffetSlots} buffet slots`,
  }
}
