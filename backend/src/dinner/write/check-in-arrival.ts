import type { CommandContext, CommandHandler } from '@ultimate/event-store/commands.ts'
import { type CheckIn, checkInDecider } from '@ultimate/events/dinner/check-in.ts'
import { signupStream } from '@ultimate/events/dinner/signup-state.ts'
import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { type ReportedTime, trustOf } from '@ultimate/events/language/reported-time.ts'

export interface Arrival extends ReportedTime {
  readonly signupId: string
  readonly slotId: string
  readonly category: SlotCategory
  readonly at: Date
}

/** Checks in a new walk-in. Does nothing once the sign-up has later events, so that it cannot reverse an undo. */
export async function checkInArrival(
  commands: CommandHandler,
  { signupId, slotId, category, at, ...trust }: Arrival,
  context: CommandContext,
): Promise<void> {
  const command: CheckIn = {
    type: 'CheckIn',
    data: { checkedIn: true, slotId, category, at, ...trustOf(trust), dinner: 1 },
    metadata: { now: context.now },
  }
  // The request's key belongs to its first command.
  const own = { ...context, idempotency: null }
  try {
    await commands.handle(checkInDecider, { stream: signupStream(signupId), command, expectedVersion: 0 }, own)
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'STALE')) throw error
  }
}
