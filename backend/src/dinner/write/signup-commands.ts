import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { EventMetadata, RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { cancelSignupDecider } from '@ultimate/events/dinner/cancel-signup.ts'
import type { ReasonOfEnd, SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { checkInDecider, signupStream } from '@ultimate/events/dinner/signup.ts'
import {
  freePlaceDecider,
  type SlotCategory,
  slotIdOf,
  slotStream,
  type TakePlace,
  takePlaceDecider,
} from '@ultimate/events/dinner/slot.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { buildTrust, type ReportedTime } from '@ultimate/events/language/reported-time.ts'
import { type SendCommand, withoutKey } from '../../platform/commands.ts'

export interface EndOfSignup {
  readonly signupId: string
  readonly slotId: string
  readonly reason: ReasonOfEnd
  /** The present dinner, where the person walked in. */
  readonly dinner?: number | undefined
}

/** The stream of the sign-up decides whether it may end: so it and a check-in at the same moment cannot both happen. */
export async function cancelSignup(
  send: SendCommand,
  { signupId, ...data }: EndOfSignup,
  options: typeof withoutKey | undefined = undefined,
): Promise<void> {
  await send(cancelSignupDecider, signupStream(signupId), { type: 'CancelSignup', data }, options)
}

/** Cancels the sign-ups of a deleted slot. An undo does not wait until all end, so this stops when the slot is back. */
export async function cancelSignups(
  send: SendCommand,
  { type, data, metadata }: RecordedEvent<SlotEvent>,
  isBack: () => Promise<boolean> = async () => false,
): Promise<void> {
  if (type !== 'SlotDeleted') return
  const slotId = slotIdOf(metadata.stream)
  for (const signupId of data.signupIds) {
    if (await isBack()) return
    await cancelSignup(send, { signupId, slotId, reason: 'slot-deleted' }, withoutKey)
  }
}

/** Frees its place in the slot; does nothing where it is free already. */
export async function freePlace(
  send: SendCommand,
  { signupId, slotId }: Pick<EndOfSignup, 'signupId' | 'slotId'>,
): Promise<void> {
  await send(freePlaceDecider, slotStream(slotId), { type: 'FreePlace', data: { signupId } }, withoutKey)
}

/** Gives a sign-up that is back its place in the slot again; does nothing where it has one. */
export async function takePlace(
  send: SendCommand,
  { made, slotId }: { readonly made: TakePlace['data']['made']; readonly slotId: string },
): Promise<void> {
  await send(takePlaceDecider, slotStream(slotId), { type: 'TakePlace', data: { made } }, withoutKey)
}

const returns = ['SignupReinstated', 'ArrivalRestored'] satisfies SignupEvent['type'][]

/** True where a removal was taken back since: automations that react to it late have nothing to do then. */
export async function isBack(log: Pick<EventLog, 'read'>, { stream, position }: EventMetadata): Promise<boolean> {
  return (await log.read({ stream, types: returns, after: position, limit: 1 })).length > 0
}

interface Arrival extends ReportedTime {
  readonly signupId: string
  readonly slotId: string
  readonly category: SlotCategory
  readonly at: Date
}

/** Checks in a new walk-in. Does nothing once the sign-up has later events, so that it cannot reverse an undo. */
export async function checkInArrival(
  send: SendCommand,
  { signupId, slotId, category, at, ...trust }: Arrival,
): Promise<void> {
  const data = { checkedIn: true, slotId, category, at, ...buildTrust(trust), dinner: 1 }
  const options = { ...withoutKey, expectedVersion: 0 }
  try {
    await send(checkInDecider, signupStream(signupId), { type: 'CheckIn', data }, options)
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'STALE')) throw error
  }
}
