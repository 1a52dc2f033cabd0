import type { SlotDefinition, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { sameEmail } from '@ultimate/events/dinner/signup.ts'

/** What a slot's decisions need to know. `emails` are those of its sign-ups, by sign-up id, in one case of letters. */
export type Slot =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'open'
      readonly definition: SlotDefinition
      /** How often the definition was set: sign-ups do not count, so that an editor is not stopped by them. */
      readonly revision: number
      readonly emails: ReadonlyMap<string, string>
    }
  | { readonly status: 'deleted' }
export type OpenSlot = Extract<Slot, { status: 'open' }>

export const initialState = (): Slot => ({ status: 'unknown' })

export function evolve(slot: Slot, event: SlotEvent): Slot {
  if (event.type === 'SlotAdded') return { status: 'open', definition: event.data.slot, revision: 1, emails: new Map() }
  if (slot.status !== 'open') return slot
  switch (event.type) {
    case 'SlotChanged':
      return { ...slot, definition: event.data.slot, revision: slot.revision + 1 }
    case 'SlotDeleted':
      return { status: 'deleted' }
    case 'SignedUp':
      return { ...slot, emails: new Map(slot.emails).set(event.data.signupId, sameEmail(event.data.person.email)) }
    case 'SignupRemoved': {
      const emails = new Map(slot.emails)
      emails.delete(event.data.signupId)
      return { ...slot, emails }
    }
    default:
      return slot
  }
}

export const slotStream = (id: string): string => `slot-${id}`

export const slotIdOf = (stream: string): string => stream.slice('slot-'.length)
