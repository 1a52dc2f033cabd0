import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import { dinnerRefusals } from '@ultimate/events/dinner/refusals.ts'
import { sameEmail } from '@ultimate/events/dinner/signup.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import type { OpenSlot, Slot } from '../slot.ts'

export interface SignUpData extends Record<string, unknown> {
  readonly signupId: string
  readonly teamId: string
  /** Whether the tournament has such a team; teams never go away. */
  readonly isTeamKnown: boolean
  readonly visitorId: string
  readonly name: string
  readonly email: string
}
export type SignUp = TimedCommand<'SignUp', SignUpData>

/** A dish may be brought twice by one person; nobody can serve twice in the same half hour. */
export function signUp({ data }: SignUp, slot: Slot): SlotEvent {
  const { signupId, teamId, visitorId, name, email } = data
  if (!data.isTeamKnown) dinnerRefusals.refuse('UNKNOWN_CAPTAIN', { captainId: captainSentence })
  if (slot.status !== 'open') return dinnerRefusals.refuse('UNKNOWN_SLOT', { slotId: slotSentence })
  const { category, maxSignups } = slot.definition
  if (category === 'serving' && isSignedUp(slot, email)) dinnerRefusals.refuse('ALREADY_SIGNED_UP')
  if (slot.signups.length >= maxSignups) dinnerRefusals.refuse('SLOT_FULL')
  return { type: 'SignedUp', data: { signupId, teamId, visitorId, person: { name, email } } }
}

const isSignedUp = ({ signups }: OpenSlot, email: string): boolean => {
  const key = sameEmail(email)
  return signups.some((signup) => signup.email === key)
}

const captainSentence = dinnerRefusals.catalogue.UNKNOWN_CAPTAIN.message
const slotSentence = dinnerRefusals.catalogue.UNKNOWN_SLOT.message
