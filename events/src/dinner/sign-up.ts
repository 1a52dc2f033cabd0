import type { TimedCommand } from '../language/command.ts'
import { forgottenName } from '../language/forgotten.ts'
import { type Allergens, noneNamed, storedAllergens } from './allergens.ts'
import { dinnerErrors } from './errors.ts'
import type { SlotEvent, Volunteer } from './events.ts'
import { refuseWithoutDish } from './name-allergens.ts'
import { canRepeat, emailKey, evolve, initialState, isFull, type OpenSlot, type SlotState } from './slot.ts'

export interface SignUpData extends Record<string, unknown> {
  readonly signupId: string
  readonly teamId: string
  /** True where the tournament has such a team, not removed. Asked just before; sign-ups of a removed team stay. */
  readonly isTeamKnown: boolean
  readonly visitorId: string
  readonly name: string
  readonly email: string
  /** The identification of the caller: none at all, a `visitor` cookie, or a staff token. */
  readonly knownBy: 'nothing' | 'cookie' | 'token'
  /** True where this device has opened the private link of the address. */
  readonly isOwnAddress: boolean
  /** Those of a dish; absent where none are named. */
  readonly allergens?: Allergens | undefined
}
export type SignUp = TimedCommand<'SignUp', SignUpData>

export function signUp({ data }: SignUp, slot: SlotState): SlotEvent {
  const { signupId, teamId, visitorId, name, email, allergens = noneNamed } = data
  if (!data.isTeamKnown) dinnerErrors.fail('UNKNOWN_CAPTAIN', { captainId: captainSentence })
  if (slot.status !== 'open') return dinnerErrors.fail('UNKNOWN_SLOT', { slotId: slotSentence })
  refuseWithoutDish(slot, allergens)
  if (!canRepeat(slot.definition.category) && isSignedUp(slot, data)) dinnerErrors.fail('ALREADY_SIGNED_UP')
  if (hasNoPlace(slot)) dinnerErrors.fail('SLOT_FULL')
  const person = { name, email }
  return { type: 'SignedUp', data: { signupId, teamId, visitorId, person, ...storedAllergens(allergens) } }
}

const hasNoPlace = ({ signups, definition }: OpenSlot): boolean => isFull(signups.length, definition.maxSignups)

/**
 * True where the caller is signed up, as far as they may know. A visitor learns nothing about another visitor's
 * address: their sign-up under the same address is accepted. A caller without a cookie may be the owner, whose answer
 * was lost: they learn it, but in a full slot only when they repeat every field; otherwise anyone could ask about
 * addresses there without ever taking a place.
 */
function isSignedUp(slot: OpenSlot, { email, name, teamId, visitorId, knownBy, isOwnAddress }: SignUpData): boolean {
  const key = emailKey(email)
  const same = slot.signups.filter((signup) => signup.email === key)
  if (knownBy === 'cookie') return same.some((signup) => isOwnAddress || signup.visitorId === visitorId)
  if (knownBy === 'token' || !hasNoPlace(slot)) return same.length > 0
  return same.some((signup) => signup.name === name && signup.teamId === teamId)
}

const captainSentence = dinnerErrors.registry.UNKNOWN_CAPTAIN.message
const slotSentence = dinnerErrors.registry.UNKNOWN_SLOT.message

export const signUpDecider = { decide: signUp, evolve, initialState }

/** `person` is who signed up, with the name and the address that they have from now on. */
export type CorrectSignup = TimedCommand<
  'CorrectSignup',
  { readonly signupId: string; readonly person: Volunteer; readonly reason?: string | undefined }
>

/** No one serves twice in the same half hour, under whichever address. */
export function correctSignup({ data: { signupId, person, reason } }: CorrectSignup, slot: SlotState): SlotEvent[] {
  const email = emailKey(person.email)
  const signup = slot.status === 'open' ? slot.signups.find(({ id }) => id === signupId) : undefined
  if (slot.status !== 'open' || !signup) return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  const isNameOnly = signup.email === email
  // A walk-in has no address to be replaced, and a person who was forgotten has no name either.
  if (signup.email === '' && (!isNameOnly || signup.name === forgottenName)) return dinnerErrors.fail('NO_PRIVATE_LINK')
  if (isNameOnly && signup.name === person.name) return []
  if (!canRepeat(slot.definition.category) && !isNameOnly && slot.signups.some((other) => other.email === email))
    dinnerErrors.fail('ALREADY_SIGNED_UP')
  return [{ type: 'SignupCorrected', data: { signupId, person, ...(reason && { reason }) } }]
}

export const correctSignupDecider = { decide: correctSignup, evolve, initialState }

/** Frees the place in the slot, once the sign-up itself has been canceled. */
export type FreePlace = TimedCommand<'FreePlace', { signupId: string }>

/** Does nothing where the place is free already. */
export function freePlace({ data: { signupId } }: FreePlace, slot: SlotState): SlotEvent[] {
  if (slot.status !== 'open' || !slot.signups.some(({ id }) => id === signupId)) return []
  return [{ type: 'SignupRemoved', data: { signupId } }]
}

export const freePlaceDecider = { decide: freePlace, evolve, initialState }

/** Gives a person whose sign-up is restored their place in the slot back. */
export type TakePlace = TimedCommand<'TakePlace', { readonly made: SlotEntry }>
/** The event by which the person had come into the slot. */
type SlotEntry = Extract<SlotEvent, { type: 'SignedUp' | 'WalkedIn' }>

/** The slot may be full by now: the dish is here all the same. */
export function takePlace({ data }: TakePlace, slot: SlotState): SlotEvent[] {
  if (slot.status !== 'open') return dinnerErrors.fail('SLOT_DELETED')
  const { made } = data
  if (slot.signups.some(({ id }) => id === made.data.signupId)) return []
  // A walk-in has no address and no team to restore, so its event is appended again.
  return [made.type === 'WalkedIn' ? { type: made.type, data: made.data } : { type: 'SignupRestored', data: made.data }]
}

export const takePlaceDecider = { decide: takePlace, evolve, initialState }
