import type { Allergens } from './allergens.ts'
import type { SlotDefinition, SlotEvent } from './events.ts'

/** Facts and times for the specifications of a slot. */
export const metadata = { now: new Date('2025-11-20T12:00:00Z') }

export const dishSlot = {
  category: 'dishes',
  name: 'Cranberry sauce',
  description: 'For ten.',
  teamRequirement: 4,
  maxSignups: 2,
} satisfies SlotDefinition
export const servingSlot = {
  category: 'serving',
  name: 'Carving',
  description: '',
  teamRequirement: 4,
  maxSignups: 2,
  timeSlot: '18:30',
} satisfies SlotDefinition

export const added = (slot: SlotDefinition = dishSlot): SlotEvent => ({ type: 'SlotAdded', data: { slot } })
export const changed = (slot: SlotDefinition): SlotEvent => ({ type: 'SlotChanged', data: { slot } })
export const deleted = (...signupIds: string[]): SlotEvent => ({ type: 'SlotDeleted', data: { signupIds } })
export const slotRestored = (revision = 2, slot: SlotDefinition = dishSlot): SlotEvent => ({
  type: 'SlotRestored',
  data: { slot, revision },
})
export const signedUp = (signupId: string, email = `${signupId}@example.org`): SlotEvent => ({
  type: 'SignedUp',
  data: { signupId, teamId: 'team-a', visitorId: 'visitor-a', person: { name: 'Becky', email } },
})
export const correctedTo = (signupId: string, email: string, name = 'Becky'): SlotEvent => ({
  type: 'SignupCorrected',
  data: { signupId, person: { name, email } },
})
export const restoredTo = (signupId: string): Extract<SlotEvent, { type: 'SignupRestored' }> => ({
  type: 'SignupRestored',
  data: {
    signupId,
    teamId: 'team-a',
    visitorId: 'visitor-a',
    person: { name: 'Becky', email: `${signupId}@example.org` },
  },
})
export const walkedIn = (
  signupId: string,
  at = '2025-11-22T18:30:00.000Z',
): Extract<SlotEvent, { type: 'WalkedIn' }> => ({
  type: 'WalkedIn',
  data: { signupId, person: { name: 'Aunt Polly', team: '' }, at },
})
export const named = (signupId: string, { listed, other }: Allergens): SlotEvent => ({
  type: 'AllergensNamed',
  data: { signupId, allergens: [...listed], otherAllergens: other },
})
export const removed = (signupId: string): SlotEvent => ({ type: 'SignupRemoved', data: { signupId } })
