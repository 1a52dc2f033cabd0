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

/** Returns the name of a detail that was said, as requests name it; undefined if nothing was said. */
export const findNamedField = (details: DishDetails): string | undefined => Object.keys(toRequestedDetails(details))[0]

/** The details as the events of a sign-up store them: without what was not said. */
type StoredDetails = StoredAllergens

export const toDetails = (stored: StoredDetails): DishDetails => ({ allergens: toAllergens(stored) })
export const toStoredDetails = ({ allergens }: DishDetails) => ({ ...toStoredAllergens(allergens) })

/** The events that correct details of a sign-up. */
const correctionTypes = ['AllergensNamed'] as const satisfies readonly SlotEvent['type'][]
type Correction = Extract<SlotEvent, { type: (typeof correctionTypes)[number] }>

export const isDetailsCorrection = (event: SlotEvent): event is Correction =>
  correctionTypes.some((type) => type === event.type)

export function applyCorrection(details: DishDetails, event: Correction): DishDetails {
  switch (event.type) {
    case 'AllergensNamed':
      return { ...details, allergens: toAllergens(event.data) }
  }
}

type Entry = Extract<SlotEvent, { type: 'SignedUp' | 'SignupRestored' | 'WalkedIn' }>
const isEntry = (event: SlotEvent): event is Entry =>
  event.type === 'SignedUp' || event.type === 'SignupRestored' || event.type === 'WalkedIn'

/** Returns the details of a sign-up after these events of its slot. */
export const findDetails = (ofSlot: readonly PastEvent[], signupId: string): DishDetails =>
  (ofSlot as readonly SlotEvent[]).reduce((details, event) => {
    if (!('signupId' in event.data) || event.data.signupId !== signupId) return details
    if (isDetailsCorrection(event)) return applyCorrection(details, event)
    return isEntry(event) ? toDetails(event.data) : details
  }, noDetails)

/** Returns `allergens: milk`; empty if nothing was said. */
export function describeDetails({ allergens }: DishDetails): string {
  const words = describeAllergens(allergens)
  return words && `allergens: ${words}`
}
