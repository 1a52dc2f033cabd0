import type { PastEvent } from '../language/sentence/sentence.ts'
import { type Allergens, areAnyNamed, describeAllergens, noneNamed } from './allergens.ts'
import type { SlotEvent } from './events.ts'

/**
 * What a person states about the dish that they bring, and may correct later. CONTRIBUTING lists the places of a further
 * detail. There are three forms:
 *
 * - `DishDetails` has all details, for commands, states, rows and answers.
 * - `RequestDetails` lacks those that were not given, for requests.
 * - `EventDetails` lacks them too, for events. Free text has a field of its own, because the text is encrypted, and
 *   forgotten with the person. The listed allergens stay.
 */
export interface DishDetails {
  readonly allergens: Allergens
}

/** The details of a dish for which none were given, and of serving. */
export const noDetails: DishDetails = { allergens: noneNamed }

/**
 * The details of a request, without those that were not given. It also fits a sign-up in the answer of an older server,
 * which does not know all details.
 */
export type RequestDetails = { readonly [Detail in keyof DishDetails]?: DishDetails[Detail] | undefined }

export const requestToDetails = ({ allergens = noneNamed }: RequestDetails): DishDetails => ({ allergens })

export const detailsToRequest = ({ allergens = noneNamed }: RequestDetails) => ({
  ...(areAnyNamed(allergens) && { allergens }),
})

/** The details of an event that stores a sign-up; those that were not given are absent. */
export interface EventDetails {
  readonly allergens?: Allergens['listed'] | undefined
  readonly otherAllergens?: Allergens['other'] | undefined
}

export const eventToDetails = ({ allergens = [], otherAllergens = '' }: EventDetails): DishDetails => ({
  allergens: { listed: allergens, other: otherAllergens },
})

export const detailsToEvent = ({ allergens: { listed, other } }: DishDetails) => ({
  ...(listed.length > 0 && { allergens: listed }),
  ...(other !== '' && { otherAllergens: other }),
})

/** The events that correct details of a dish. `SignupCorrected` is none: it corrects the person's name or address. */
const detailsCorrectionTypes = ['AllergensNamed'] as const satisfies readonly SlotEvent['type'][]
type DetailsCorrection = Extract<SlotEvent, { type: (typeof detailsCorrectionTypes)[number] }>

export const isDetailsCorrection = (event: SlotEvent): event is DetailsCorrection =>
  detailsCorrectionTypes.some((type) => type === event.type)

export function applyDetailsCorrection(details: DishDetails, event: DetailsCorrection): DishDetails {
  switch (event.type) {
    case 'AllergensNamed':
      return { ...details, allergens: eventToDetails(event.data).allergens }
  }
}

/** The events by which a person comes into a slot, for the first time or again. */
export const entryTypes = ['SignedUp', 'SignupRestored', 'WalkedIn'] as const satisfies readonly SlotEvent['type'][]
export type Entry = Extract<SlotEvent, { type: (typeof entryTypes)[number] }>
const isEntry = (event: SlotEvent): event is Entry => entryTypes.some((type) => type === event.type)

/** Returns the details that a sign-up has after these events of its slot. */
export const findDetails = (slotEvents: readonly PastEvent[], signupId: string): DishDetails =>
  (slotEvents as readonly SlotEvent[]).reduce((details, event) => {
    if (!('signupId' in event.data) || event.data.signupId !== signupId) return details
    if (isDetailsCorrection(event)) return applyDetailsCorrection(details, event)
    return isEntry(event) ? eventToDetails(event.data) : details
  }, noDetails)

/** Returns `allergens: milk`; empty if no details were given. */
export function describeDetails({ allergens }: DishDetails): string {
  const words = describeAllergens(allergens)
  return words && `allergens: ${words}`
}
