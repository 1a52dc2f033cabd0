import type { SlotDefinition, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slots/signup.ts'
import type { SlotFields } from '@ultimate/events/dinner/slots/slot-schema.ts'

/** What a slot's decisions need to know. */
export type Slot =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'open'
      readonly definition: SlotDefinition
      /** How often the definition was set: sign-ups do not count, so that an editor is not stopped by them. */
      readonly revision: number
      /** A list and no map: every sign-up folds the whole stream, and a list is copied a hundred times faster. */
      readonly signups: readonly SlotSignup[]
    }
  /** With what brings it back. */
  | { readonly status: 'deleted'; readonly definition: SlotDefinition; readonly revision: number }
/** A sign-up as its slot knows it: the address in one case of letters. */
export interface SlotSignup {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly teamId: string
  readonly visitorId: string
}
export type OpenSlot = Extract<Slot, { status: 'open' }>

export const initialState = (): Slot => ({ status: 'unknown' })

export function evolve(slot: Slot, event: SlotEvent): Slot {
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
      return { ...slot, signups: [...slot.signups, signupOf(event.data)] }
    case 'WalkedIn':
      return { ...slot, signups: [...slot.signups, walkInOf(event.data)] }
    case 'SignupRemoved':
      return { ...slot, signups: slot.signups.filter(({ id }) => id !== event.data.signupId) }
    case 'SignupCorrected':
      return { ...slot, signups: slot.signups.map((signup) => corrected(signup, event.data)) }
    default:
      return slot
  }
}

const corrected = (signup: SlotSignup, { signupId, person }: Corrected['data']): SlotSignup =>
  signup.id === signupId ? { ...signup, name: person.name, email: emailKey(person.email) } : signup

type Corrected = Extract<SlotEvent, { type: 'SignupCorrected' }>
type SignedUp = Extract<SlotEvent, { type: 'SignedUp' | 'SignupRestored' }>

const signupOf = ({ signupId, person, teamId, visitorId }: SignedUp['data']): SlotSignup => ({
  id: signupId,
  email: emailKey(person.email),
  name: person.name,
  teamId,
  visitorId,
})

/** Known by no address, of no registered team, and no visitor's own. */
const walkInOf = ({ signupId, person }: Extract<SlotEvent, { type: 'WalkedIn' }>['data']): SlotSignup => ({
  id: signupId,
  email: '',
  name: person.name,
  teamId: '',
  visitorId: '',
})

export const slotStream = (id: string): string => `slot-${id}`

export const slotIdOf = (stream: string): string => stream.slice('slot-'.length)

/** Fields that obey the rules between them (`slotProblems`), as they are stored. */
export function definitionOf(fields: SlotFields): SlotDefinition {
  const { name, description, team_requirement: teamRequirement, max_signups: maxSignups } = fields
  const described = { name, description, teamRequirement, maxSignups }
  if (fields.category === 'serving') {
    // Stryker disable next-line StringLiteral: serving without a time does not get here
    const timeSlot = fields.time_slot ?? ''
    return { category: 'serving', ...described, timeSlot }
  }
  const recipe = {
    title: fields.recipe_title ?? '',
    ingredients: fields.recipe_ingredients ?? '',
    instructions: fields.recipe_instructions ?? '',
  }
  const hasRecipe = Object.values(recipe).some((text) => text !== '')
  return { category: 'dishes', ...described, ...(hasRecipe && { recipe }) }
}

export function fieldsOf(definition: SlotDefinition): SlotFields {
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
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other))
