import type { PastEvent } from '../language/sentence/sentence.ts'
import {
  type Allergens,
  areAnyNamed,
  describeAllergens,
  noneNamed,
  type StoredAllergens,
  toAllergens,
  toStoredAllergens,
} from './allergens.ts'
import type { SlotEvent } from './events.ts'

/**
 * What a person says about the dish that they bring, and may correct later. Sign-ups carry the details as one value
 * through commands, states, rows and answers, so a further detail is added here, to the events that store details, to
 * the requests and to the answers.
 */
export interface DishDetails {
  readonly allergens: Allergens
}

/** The details of a dish about which nothing was said, and of serving. */
export const noDetails: DishDetails = { allergens: noneNamed }

/** Returns the details of a request or an answer. What is absent there was not said. */
export const pickDetails = ({
  allergens = noneNamed,
}: {
  readonly allergens?: Allergens | undefined
}): DishDetails => ({
  allergens,
})

const copyAllergens = ({ listed, other }: Allergens) => ({ listed: [...listed], other })

/** Returns the details as answers name them. */
export const toAnsweredDetails = ({ allergens }: DishDetails) => ({ allergens: copyAllergens(allergens) })

/** Returns the details as requests name them: without what was not said. */
export const toRequestedDetails = ({ allergens }: DishDetails) => ({
  ...(areAnyNamed(allergens) && { allergens: copyAllergens(allergens) }),
})

/** The details as the events of a sign-up store them: without what was not said. */
type StoredDetails = StoredAllergens

export const toDetails = (stored: StoredDetails): DishDetails => ({ allergens: toAllergens(stored) })
export const toStoredDetails = ({ allergens }: DishDetails) => ({ ...toStoredAllergens(allergens) })

/** Returns the data of a stored sign-up with these details in place of its own. */
export function replaceDetails<Data extends StoredDetails>(data: Data, details: DishDetails) {
  const { allergens: _allergens, otherAllergens: _otherAllergens, ...others } = data
  return { ...others, ...toStoredDetails(details) }
}

/** Returns the details of a sign-up after an event of its slot about this sign-up. */
export function evolveDetails(details: DishDetails, event: SlotEvent): DishDetails {
  switch (event.type) {
    case 'SignedUp':
    case 'SignupRestored':
    case 'WalkedIn':
      return toDetails(event.data)
    case 'AllergensNamed':
      return { ...details, allergens: toAllergens(event.data) }
    default:
      return details
  }
}

/** Returns true if the event is about this sign-up alone. */
const isAbout = ({ data }: PastEvent, signupId: string): boolean => data['signupId'] === signupId

/** Returns the details of a sign-up after these events of its slot. */
export const findDetails = (ofSlot: readonly PastEvent[], signupId: string): DishDetails =>
  (ofSlot as readonly SlotEvent[]).filter((event) => isAbout(event, signupId)).reduce(evolveDetails, noDetails)

/** Returns `allergens: milk`; empty if nothing was said. */
export function describeDetails({ allergens }: DishDetails): string {
  const words = describeAllergens(allergens)
  return words && `allergens: ${words}`
}
