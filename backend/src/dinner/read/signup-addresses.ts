import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import { signupStream } from '@ultimate/events/dinner/signup.ts'
import { emailKey, slotStream } from '@ultimate/events/dinner/slot.ts'
import type { Platform } from '../../platform/module.ts'
import { maxSlotEvents, type SignupInSlot } from './signup-entry.ts'

/** The event by which a volunteer signed up, or staff corrected the name or the address. */
export type PersonEvent = RecordedEvent<Extract<SlotEvent, { type: 'SignedUp' | 'SignupCorrected' }>>

/** Returns the event of a sign-up and the corrections since, even if it was canceled; the earliest first. */
export async function readPersonEvents(
  log: Platform['log'],
  { signupId, slotId }: SignupInSlot,
): Promise<readonly PersonEvent[]> {
  const types = ['SignedUp', 'SignupCorrected'] satisfies PersonEvent['type'][]
  const filter = { stream: slotStream(slotId), about: signupStream(signupId), types, limit: maxSlotEvents }
  return (await log.read(filter)) as readonly PersonEvent[]
}

/** True where the event gave the sign-up another address than the event before; always for the first event. */
export const hasNewAddress = ({ data }: PersonEvent, before: PersonEvent | undefined): boolean =>
  emailKey(data.person.email) !== emailKey(before?.data.person.email ?? '')

/**
 * Returns the event that gave a sign-up its present address, or with `before` the address just before that position. Returns
 * none for walk-ins, demo data and forgotten people.
 */
export async function readAddressEvent(
  log: Platform['log'],
  { before = Number.POSITIVE_INFINITY, ...signup }: SignupInSlot & { readonly before?: number },
): Promise<PersonEvent | undefined> {
  const events = await readPersonEvents(log, signup)
  const addressEvent = events.findLast(
    (event, index) => event.metadata.position < before && hasNewAddress(event, events[index - 1]),
  )
  // Only demo data comes from the system.
  if (!addressEvent || addressEvent.metadata.actor.kind === 'system' || addressEvent.data.person.email === '')
    return undefined
  return addressEvent
}
