import { checkInDecider } from '@ultimate/events/dinner/check-in.ts'
import { signupStream } from '@ultimate/events/dinner/signup-state.ts'
import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { buildTrust, type ReportedTime } from '@ultimate/events/language/reported-time.ts'
import { type SendCommand, withoutKey } from '../../platform/commands.ts'

export interface Arrival extends ReportedTime {
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
