import type { TimedCommand } from '../language/command.ts'
import { forgottenName } from '../language/forgotten.ts'
import { limitMoment, pickTimeTrusted, type ReportedTime } from '../language/reported-time.ts'
import { editErrors } from '../platform/errors.ts'
import { type Allergens, areSameAllergens } from './allergens.ts'
import {
  applyDetailsCorrection,
  type DishDetails,
  detailsToEvent,
  detailsToRequest,
  eventToDetails,
  isDetailsCorrection,
  noDetails,
} from './dish-details.ts'
import { dinnerErrors } from './errors.ts'
import type { SlotDefinition, SlotEvent, Volunteer } from './events.ts'
import { servingRange } from './serving-times.ts'
import type { Slot } from './slots/slot-api.ts'
import type { SlotChange } from './slots/slot-schema.ts'

/** The purposes of slots: a dish that is brought, or half an hour of serving. */
export const slotCategories = ['dishes', 'serving'] as const
export type SlotCategory = (typeof slotCategories)[number]

/** The longest accepted texts, in UTF-16 units, and the largest number, for the form and the server. */
export const slotLimits = { name: 80, description: 1000, recipeTitle: 120, recipe: 5000, count: 1000 } as const

/** `team_requirement` is a number that staff note for themselves. No rule depends on it. */
export const defaultTeamRequirement = 4
export const defaultMaxSignups = 1

/** Returns a name with the time of serving, because serving slots may differ only in time. */
export const nameOfSlot = ({ name, time_slot: time }: { readonly name: string; readonly time_slot: string | null }) =>
  time === null ? name : `${name}, ${servingRange(time)}`

/** True for the slot of a dish that a walk-in brought and no other slot asks for. Visitors are not offered the slot. */
export const isUnlisted = (slot: SlotDefinition): boolean => 'unlisted' in slot && slot.unlisted === true

const recipeFields = ['recipe_title', 'recipe_ingredients', 'recipe_instructions'] as const

/** Returns the fields that contradict the category, each with a sentence. */
export function slotProblems(slot: Pick<SlotFields, 'category' | 'time_slot' | (typeof recipeFields)[number]>) {
  const problems: Record<string, string> = {}
  if (slot.category === 'serving') {
    if (slot.time_slot === null) problems.time_slot = 'A serving slot needs a time.'
    for (const field of recipeFields) if (slot[field]) problems[field] = 'Only dishes have a recipe.'
  } else if (slot.time_slot !== null) problems.time_slot = 'Only serving slots have a time.'
  return problems
}

/** The state of a slot for decisions. */
export type SlotState =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'open'
      readonly definition: SlotDefinition
      /** The version of the definition. Sign-ups do not raise the number, so that no edit is stale because of them. */
      readonly revision: number
      /** A list, because each event copies the sign-ups, and a map would be copied a hundred times slower. */
      readonly signups: readonly SlotSignup[]
    }
  /** The deletion can be undone, so the definition and its revision stay. */
  | { readonly status: 'deleted'; readonly definition: SlotDefinition; readonly revision: number }

/** A sign-up as decisions about its slot need it. */
export interface SlotSignup {
  readonly id: string
  /** In lower case; empty for a walk-in or a forgotten person. */
  readonly email: string
  readonly name: string
  readonly teamId: string
  readonly visitorId: string
  readonly details: DishDetails
}

export type OpenSlot = Extract<SlotState, { status: 'open' }>

export const initialState = (): SlotState => ({ status: 'unknown' })

/**
 * A cancellation is an event of the sign-up's own stream. The slot's stream then gets `SignupRemoved`, and after an
 * undo `SignupRestored` or `WalkedIn`.
 */
export function evolve(slot: SlotState, event: SlotEvent): SlotState {
  if (event.type === 'SlotAdded') return { status: 'open', definition: event.data.slot, revision: 1, signups: [] }
  if (slot.status === 'deleted' && event.type === 'SlotRestored')
    return { status: 'open', definition: event.data.slot, revision: event.data.revision, signups: [] }
  if (slot.status !== 'open') return slot
  switch (event.type) {
    case 'SlotChanged':
      return { ...slot, definition: event.data.slot, revision: slot.revision + 1 }
    case 'SlotDeleted':
      return { status: 'deleted', definition: slot.definition, revision: slot.revision }
    case 'SignedUp':
    case 'SignupRestored':
      return { ...slot, signups: [...slot.signups, toSignup(event.data)] }
    case 'WalkedIn':
      return { ...slot, signups: [...slot.signups, toWalkIn(event.data)] }
    case 'SignupRemoved':
      return { ...slot, signups: slot.signups.filter(({ id }) => id !== event.data.signupId) }
    case 'SignupCorrected': {
      const { name, email } = event.data.person
      return changeSignup(slot, event.data.signupId, (signup) => ({ ...signup, name, email: emailKey(email) }))
    }
    default:
      if (!isDetailsCorrection(event)) return slot
      return changeSignup(slot, event.data.signupId, (signup) => ({
        ...signup,
        details: applyDetailsCorrection(signup.details, event),
      }))
  }
}

const changeSignup = (slot: OpenSlot, id: string, change: (signup: SlotSignup) => SlotSignup): OpenSlot => ({
  ...slot,
  signups: slot.signups.map((signup) => (signup.id === id ? change(signup) : signup)),
})

type DataOf<Type extends SlotEvent['type']> = Extract<SlotEvent, { type: Type }>['data']

const toSignup = ({ signupId, person, teamId, visitorId, ...data }: DataOf<'SignedUp'>): SlotSignup => ({
  id: signupId,
  email: emailKey(person.email),
  name: person.name,
  teamId,
  visitorId,
  details: eventToDetails(data),
})

/** A walk-in has no address, no registered team and no visitor. */
const toWalkIn = ({ signupId, person, ...data }: DataOf<'WalkedIn'>): SlotSignup => ({
  id: signupId,
  email: '',
  name: person.name,
  teamId: '',
  visitorId: '',
  details: eventToDetails(data),
})

/** True if no place is free. Sign-ups may even outnumber the places, because staff can lower `maxSignups`. */
export const isFull = (signups: number, maxSignups: number): boolean => signups >= maxSignups

/** True where one person may sign up twice for the same slot: for a dish, but not for serving. */
export const canRepeat = (category: SlotCategory): boolean => category === 'dishes'

/** True once people have signed up for a slot: what they promised is of its category. */
export const isCategoryFixed = (signups: number): boolean => signups > 0

/** True for a forgotten person. Walk-ins have no address either, but they have a name. */
export const isForgotten = ({ name, email = '' }: { readonly name: string; readonly email?: string }): boolean =>
  email === '' && name === forgottenName

interface CheckInStatus {
  readonly checked_in: boolean
  readonly walk_in?: boolean | undefined
}

/**
 * True for a sign-up that is not checked in, and for every walk-in, because a walk-in is checked in from the start.
 * Where the dish of a walk-in has left Holding, `cancelSignup` still rejects the cancellation.
 */
export const canCancel = ({ checked_in, walk_in = false }: CheckInStatus): boolean => !checked_in || walk_in

export const slotStream = (id: string): string => `slot-${id}`

export const slotIdOf = (stream: string): string => stream.slice('slot-'.length)

/** The fields of a slot, named as in requests. */
export type SlotFields = Readonly<Omit<Slot, 'id' | 'current_signups'>>

/** Returns the stored form of a slot, in which `slotProblems` found no problem. */
export function toDefinition(fields: SlotFields): SlotDefinition {
  const { name, description, team_requirement: teamRequirement, max_signups: maxSignups } = fields
  const common = { name, description, teamRequirement, maxSignups }
  if (fields.category === 'serving') {
    // Stryker disable next-line StringLiteral: serving without a time does not get here
    const timeSlot = fields.time_slot ?? ''
    return { category: 'serving', ...common, timeSlot }
  }
  const recipe = {
    title: fields.recipe_title ?? '',
    ingredients: fields.recipe_ingredients ?? '',
    instructions: fields.recipe_instructions ?? '',
  }
  const hasRecipe = Object.values(recipe).some((text) => text !== '')
  return { category: 'dishes', ...common, ...(hasRecipe && { recipe }) }
}

export function toFields(definition: SlotDefinition): SlotFields {
  const recipe = definition.category === 'dishes' ? definition.recipe : undefined
  return {
    name: definition.name,
    description: definition.description,
    category: definition.category,
    team_requirement: definition.teamRequirement,
    max_signups: definition.maxSignups,
    time_slot: definition.category === 'serving' ? definition.timeSlot : null,
    recipe_title: recipe?.title || null,
    recipe_ingredients: recipe?.ingredients || null,
    recipe_instructions: recipe?.instructions || null,
  }
}

export const isSameDefinition = (one: SlotDefinition, other: SlotDefinition): boolean =>
  JSON.stringify(toFields(one)) === JSON.stringify(toFields(other))

/** The address in lower case, so that addresses that differ only in case are equal. */
export const emailKey = (email: string): string => email.toLowerCase()

export type AddSlot = TimedCommand<'AddSlot', SlotFields>

/** Adds nothing where the slot is there already, because a request may be repeated. */
export function addSlot({ data }: AddSlot, slot: SlotState): SlotEvent[] {
  return slot.status === 'unknown' ? [{ type: 'SlotAdded', data: { slot: toDefinition(data) } }] : []
}

export const addSlotDecider = { decide: addSlot, evolve, initialState }

/** Fields that `change` lacks stay as they are. `expectedRevision` is the revision that the editor saw. */
export type ChangeSlot = TimedCommand<'ChangeSlot', { change: SlotChange; expectedRevision?: number | undefined }>

/** `maxSignups` may fall below the number of sign-ups: all sign-ups stay, and the slot is full. */
export function changeSlot({ data: { change, expectedRevision } }: ChangeSlot, slot: SlotState): SlotEvent[] {
  if (slot.status !== 'open') return dinnerErrors.fail('SLOT_NOT_FOUND')
  if (expectedRevision !== undefined && expectedRevision !== slot.revision) editErrors.fail('STALE')
  const givenFields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const fields: SlotFields = { ...toFields(slot.definition), ...givenFields }
  const problems = slotProblems(fields)
  if (Object.keys(problems).length > 0) editErrors.fail('INVALID_FIELDS', problems)
  if (fields.category !== slot.definition.category && isCategoryFixed(slot.signups.length))
    dinnerErrors.fail('SLOT_HAS_SIGNUPS')
  // A change makes an unlisted dish a normal slot, because `toDefinition` leaves out `unlisted`.
  const definition = toDefinition(fields)
  return isSameDefinition(definition, slot.definition) ? [] : [{ type: 'SlotChanged', data: { slot: definition } }]
}

export const changeSlotDecider = { decide: changeSlot, evolve, initialState }

export type DeleteSlot = TimedCommand<'DeleteSlot', { expectedRevision?: number | undefined }>

export function deleteSlot({ data: { expectedRevision } }: DeleteSlot, slot: SlotState): SlotEvent {
  if (slot.status !== 'open') return dinnerErrors.fail('SLOT_NOT_FOUND')
  if (expectedRevision !== undefined && expectedRevision !== slot.revision) editErrors.fail('STALE')
  return { type: 'SlotDeleted', data: { signupIds: slot.signups.map(({ id }) => id) } }
}

export const deleteSlotDecider = { decide: deleteSlot, evolve, initialState }

/**
 * Undoes a deletion. Further commands then restore the sign-ups one by one. The new revision makes edits stale that
 * began before the deletion.
 */
export type RestoreSlot = TimedCommand<'RestoreSlot', Record<string, never>>

export function restoreSlot(_: RestoreSlot, slot: SlotState): SlotEvent[] {
  if (slot.status !== 'deleted') return []
  return [{ type: 'SlotRestored', data: { slot: slot.definition, revision: slot.revision + 1 } }]
}

export const restoreSlotDecider = { decide: restoreSlot, evolve, initialState }

export type SignUpData = {
  readonly signupId: string
  readonly teamId: string
  /** True if the team is registered and not removed, as read just before the decision. */
  readonly isTeamKnown: boolean
  readonly visitorId: string
  readonly name: string
  readonly email: string
  /** The caller has nothing at all, a `visitor` cookie, or a staff token. */
  readonly knownBy: 'nothing' | 'cookie' | 'token'
  /** True where this device has opened the private link of the address. */
  readonly isOwnAddress: boolean
  readonly details: DishDetails
}
export type SignUp = TimedCommand<'SignUp', SignUpData>

export function signUp({ data }: SignUp, slot: SlotState): SlotEvent {
  const { signupId, teamId, visitorId, name, email, details } = data
  if (!data.isTeamKnown) rejectField('captainId', 'UNKNOWN_CAPTAIN')
  if (slot.status !== 'open') return rejectField('slotId', 'UNKNOWN_SLOT')
  rejectDetailsOfServing(slot, details)
  const sameAddress = slot.signups.filter((signup) => signup.email === emailKey(email))
  // A caller learns that the address is signed up only if that sign-up may be theirs. Otherwise they are signed up once
  // more. docs/sign-up.md has the reasons.
  const isKnownRepetition = sameAddress.some((signup) => mayLearnOf(signup, slot, data))
  if (!canRepeat(slot.definition.category) && isKnownRepetition) dinnerErrors.fail('ALREADY_SIGNED_UP')
  if (isSlotFull(slot)) dinnerErrors.fail('SLOT_FULL')
  const person = { name, email }
  return { type: 'SignedUp', data: { signupId, teamId, visitorId, person, ...detailsToEvent(details) } }
}

/** Rejects the request with the error's sentence for this field of the request. */
const rejectField = (field: string, code: 'UNKNOWN_CAPTAIN' | 'UNKNOWN_SLOT' | 'NOT_A_DISH'): never =>
  dinnerErrors.fail(code, { [field]: dinnerErrors.registry[code].message })

/**
 * Rejects details of serving, which has none. The error is about the first given detail: `detailsToRequest` leaves out
 * empty details, and names the others as requests do.
 */
function rejectDetailsOfServing({ definition }: OpenSlot, details: DishDetails): void {
  const [firstDetail] = Object.keys(detailsToRequest(details))
  if (definition.category === 'serving' && firstDetail !== undefined) rejectField(firstDetail, 'NOT_A_DISH')
}

const isSlotFull = ({ signups, definition }: OpenSlot): boolean => isFull(signups.length, definition.maxSignups)

/** Returns true if this sign-up with the same address may be the caller's, or the caller is staff. */
function mayLearnOf(signup: SlotSignup, slot: OpenSlot, caller: SignUpData): boolean {
  switch (caller.knownBy) {
    case 'token':
      return true
    case 'cookie':
      return caller.isOwnAddress || signup.visitorId === caller.visitorId
    case 'nothing':
      // The caller is the owner, if the answer that set the cookie was lost; or a stranger who guesses addresses. While
      // there is room, each wrong guess takes a place, which limits the number of guesses.
      if (!isSlotFull(slot)) return true
      // In a full slot, wrong guesses take no place. So the caller must repeat the sign-up exactly, as the owner does.
      return signup.name === caller.name && signup.teamId === caller.teamId
  }
}

export const signUpDecider = { decide: signUp, evolve, initialState }

/** `person` holds the name and the address that the sign-up has from now on. */
export type CorrectSignup = TimedCommand<
  'CorrectSignup',
  { readonly signupId: string; readonly person: Volunteer; readonly reason?: string | undefined }
>

/** Rejects the address of another sign-up for the same serving slot, because one person serves once per slot. */
export function correctSignup({ data: { signupId, person, reason } }: CorrectSignup, slot: SlotState): SlotEvent[] {
  const email = emailKey(person.email)
  if (slot.status !== 'open') return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  const signup = slot.signups.find(({ id }) => id === signupId) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
  const isAddressForWalkIn = signup.email === '' && email !== ''
  // A forgotten person cannot be corrected, and a walk-in cannot get an address. Neither has a private link, so the error
  // is named after the link.
  if (isForgotten(signup) || isAddressForWalkIn) dinnerErrors.fail('NO_PRIVATE_LINK')
  const isSameAddress = signup.email === email
  if (isSameAddress && signup.name === person.name) return []
  if (!canRepeat(slot.definition.category) && !isSameAddress && slot.signups.some((other) => other.email === email))
    dinnerErrors.fail('ALREADY_SIGNED_UP')
  return [{ type: 'SignupCorrected', data: { signupId, person, ...(reason && { reason }) } }]
}

export const correctSignupDecider = { decide: correctSignup, evolve, initialState }

/** Frees the place in the slot, once the sign-up itself has been canceled. */
export type FreePlace = TimedCommand<'FreePlace', { signupId: string }>

/** Returns no event if the place is free already, because a command may be repeated. */
export function freePlace({ data: { signupId } }: FreePlace, slot: SlotState): SlotEvent[] {
  if (slot.status !== 'open' || !slot.signups.some(({ id }) => id === signupId)) return []
  return [{ type: 'SignupRemoved', data: { signupId } }]
}

export const freePlaceDecider = { decide: freePlace, evolve, initialState }

/** The event by which a person first came into a slot. `Entry` in `dish-details.ts` also includes `SignupRestored`. */
export type FirstEntry = Extract<SlotEvent, { type: 'SignedUp' | 'WalkedIn' }>

/** Gives the person of a restored sign-up their place in the slot again. `entry` has the later corrections. */
export type TakePlace = TimedCommand<'TakePlace', { readonly entry: FirstEntry }>

/** A restored sign-up returns even if the slot is full by now. */
export function takePlace({ data: { entry } }: TakePlace, slot: SlotState): SlotEvent[] {
  if (slot.status !== 'open') return dinnerErrors.fail('SLOT_DELETED')
  if (slot.signups.some(({ id }) => id === entry.data.signupId)) return []
  // `SignupRestored` needs an address and a registered team. A walk-in has neither, so `WalkedIn` is appended again.
  if (entry.type === 'WalkedIn') return [{ type: 'WalkedIn', data: entry.data }]
  return [{ type: 'SignupRestored', data: entry.data }]
}

export const takePlaceDecider = { decide: takePlace, evolve, initialState }

/** A command of the owner or of staff that replaces the allergens named for a sign-up's dish. */
export type NameAllergens = TimedCommand<'NameAllergens', { readonly signupId: string; readonly allergens: Allergens }>

export function nameAllergens({ data: { signupId, allergens } }: NameAllergens, slot: SlotState): SlotEvent[] {
  if (slot.status !== 'open') return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  const signup = slot.signups.find(({ id }) => id === signupId) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
  rejectDetailsOfServing(slot, { ...noDetails, allergens })
  if (areSameAllergens(signup.details.allergens, allergens)) return []
  // Not `detailsToEvent`, which leaves out empty fields: here they clear what was named.
  const { listed, other: otherAllergens } = allergens
  return [{ type: 'AllergensNamed', data: { signupId, allergens: listed, otherAllergens } }]
}

export const nameAllergensDecider = { decide: nameAllergens, evolve, initialState }

export type WalkInData = ReportedTime & {
  readonly signupId: string
  readonly name: string
  readonly team: string
  /** The name of a dish that no slot asks for; the dish becomes an unlisted slot. */
  readonly dish?: string | undefined
  readonly details: DishDetails
}
export type WalkIn = TimedCommand<'WalkIn', WalkInData>

/** A full slot accepts a walk-in too, because the dish or the helper is already here. */
export function walkIn({ data, metadata }: WalkIn, slot: SlotState): SlotEvent[] {
  const { signupId, name, team, dish, details } = data
  const isNewSlot = slot.status === 'unknown' && dish !== undefined
  // The request of a walk-in names the field `slot_id`, and that of a sign-up `slotId`.
  if (slot.status !== 'open' && !isNewSlot) return rejectField('slot_id', 'UNKNOWN_SLOT')
  if (slot.status === 'open') rejectDetailsOfServing(slot, details)
  const at = limitMoment(data.at, { now: metadata.now })
  const person = { name, team }
  const entry = { signupId, person, at, ...pickTimeTrusted(data), ...detailsToEvent(details) }
  return [...(isNewSlot ? [addUnlistedSlot(dish)] : []), { type: 'WalkedIn', data: entry }]
}

const addUnlistedSlot = (name: string): SlotEvent => ({
  type: 'SlotAdded',
  data: {
    slot: {
      category: 'dishes',
      name,
      description: '',
      teamRequirement: defaultTeamRequirement,
      maxSignups: defaultMaxSignups,
      unlisted: true,
    },
  },
})

export const walkInDecider = { decide: walkIn, evolve, initialState }
