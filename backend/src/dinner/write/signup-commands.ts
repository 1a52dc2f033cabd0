import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { EventMetadata, RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { type CancelSignup, cancelSignupDecider } from '@ultimate/events/dinner/cancel-signup.ts'
import type { SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { checkInDecider, signupStream } from '@ultimate/events/dinner/signup.ts'
import {
  type FirstEntry,
  freePlaceDecider,
  type SlotCategory,
  slotIdOf,
  slotStream,
  takePlaceDecider,
} from '@ultimate/events/dinner/slot.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { pickTimeTrusted, type ReportedTime } from '@ultimate/events/language/reported-time.ts'
import { type SendCommand, withoutKey } from '../../platform/commands.ts'

/** Cancels in the sign-up's own stream, so that a cancellation and a check-in at the same moment cannot both happen. */
export async function cancelSignup(
  send: SendCommand,
  { signupId, ...data }: CancelSignup['data'] & { readonly signupId: string },
  options?: typeof withoutKey,
): Promise<void> {
  await send(cancelSignupDecider, signupStream(signupId), { type: 'CancelSignup', data }, options)
}

export type SlotDeleted = RecordedEvent<Extract<SlotEvent, { type: 'SlotDeleted' }>>

/** Cancels the sign-ups of a deleted slot. A late automation stops once an undo has restored the slot. */
export async function cancelSignups(
  send: SendCommand,
  { data, metadata }: SlotDeleted,
  isSlotRestored?: () => Promise<boolean>,
): Promise<void> {
  const slotId = slotIdOf(metadata.stream)
  for (const signupId of data.signupIds) {
    if (await isSlotRestored?.()) return
    await cancelSignup(send, { signupId, slotId, reason: 'slot-deleted' }, withoutKey)
  }
}

/** Frees the place of a sign-up in the slot; changes nothing if the place is free already. */
export async function freePlace(
  send: SendCommand,
  { signupId, slotId }: { readonly signupId: string; readonly slotId: string },
): Promise<void> {
  await send(freePlaceDecider, slotStream(slotId), { type: 'FreePlace', data: { signupId } }, withoutKey)
}

/** Gives a restored sign-up its place in the slot again; changes nothing if the sign-up has a place. */
export async function takePlace(
  send: SendCommand,
  { entry, slotId }: { readonly entry: FirstEntry; readonly slotId: string },
): Promise<void> {
  await send(takePlaceDecider, slotStream(slotId), { type: 'TakePlace', data: { entry } }, withoutKey)
}

const restoringEvents = ['SignupReinstated', 'ArrivalRestored'] satisfies SignupEvent['type'][]

/** Returns true if the sign-up was restored after this cancellation. A late automation then changes nothing. */
export async function wasSignupRestored(log: Pick<EventLog, 'read'>, cancellation: EventMetadata): Promise<boolean> {
  const { stream, position: after } = cancellation
  return (await log.read({ stream, types: restoringEvents, after, limit: 1 })).length > 0
}

interface WalkInArrival extends ReportedTime {
  readonly signupId: string
  readonly slotId: string
  readonly category: SlotCategory
  readonly at: Date
}

/** Checks in a new walk-in. A repetition changes nothing, so that it cannot reverse an undo of the check-in. */
export async function checkInWalkIn(send: SendCommand, arrival: WalkInArrival): Promise<void> {
  const { signupId, slotId, category, at } = arrival
  // Only undoing a check-in uses `dinner`, so any number will do.
  const data = { checkedIn: true, slotId, category, at, ...pickTimeTrusted(arrival), dinner: 1 }
  const options = { ...withoutKey, expectedVersion: 0 }
  try {
    await send(checkInDecider, signupStream(signupId), { type: 'CheckIn', data }, options)
  } catch (error) {
    // STALE: the sign-up's stream has events, so the walk-in was checked in before.
    if (!(error instanceof DomainError && error.code === 'STALE')) throw error
  }
}
