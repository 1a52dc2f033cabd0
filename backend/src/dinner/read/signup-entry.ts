import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { detailsToEvent, findDetails } from '@ultimate/events/dinner/dish-details.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import { signupStream } from '@ultimate/events/dinner/signup.ts'
import { emailKey, type SlotEntry, slotStream } from '@ultimate/events/dinner/slot.ts'
import type { Platform } from '../../platform/module.ts'

/** A sign-up or a walk-in, with its slot. */
export interface SignupInSlot {
  readonly signupId: string
  readonly slotId: string
}

/** More events than one slot has. */
export const maxSlotEvents = 10_000

/** Finds the event by which a sign-up first came into its slot, also for one that has left. */
export const findFirstEntry = (
  ofSlot: readonly RecordedEvent[],
  signupId: string,
): RecordedEvent<SlotEntry> | undefined =>
  (ofSlot as readonly RecordedEvent<SlotEvent>[]).find(
    (event): event is RecordedEvent<SlotEntry> =>
      (event.type === 'SignedUp' || event.type === 'WalkedIn') && event.data.signupId === signupId,
  )

type Corrected = Extract<SlotEvent, { type: 'SignupCorrected' }>

/**
 * Returns that event with the name, the address and the details that the sign-up has after these events of its slot. A
 * canceled sign-up comes back with it.
 */
export function findCorrectedEntry(ofSlot: readonly RecordedEvent[], signupId: string): SlotEntry | undefined {
  const entry = findFirstEntry(ofSlot, signupId)
  if (!entry) return undefined
  const details = detailsToEvent(findDetails(ofSlot, signupId))
  const correctedPerson = (ofSlot as readonly RecordedEvent<SlotEvent>[]).findLast(
    (event): event is RecordedEvent<Corrected> => event.type === 'SignupCorrected' && event.data.signupId === signupId,
  )?.data.person
  // The fields are listed, because `details` lacks empty ones, which must not come from the first event.
  if (entry.type === 'SignedUp') {
    const { teamId, visitorId, person } = entry.data
    return { type: 'SignedUp', data: { signupId, teamId, visitorId, person: correctedPerson ?? person, ...details } }
  }
  const { at, timeTrusted, person } = entry.data
  const name = correctedPerson?.name ?? person.name
  return { type: 'WalkedIn', data: { signupId, person: { ...person, name }, at, timeTrusted, ...details } }
}

export async function readCorrectedEntry(
  log: Platform['log'],
  { signupId, slotId }: SignupInSlot,
): Promise<SlotEntry | undefined> {
  const filter = { stream: slotStream(slotId), about: signupStream(signupId), limit: maxSlotEvents }
  return findCorrectedEntry(await log.read(filter), signupId)
}

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
