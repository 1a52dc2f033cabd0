import type { CommandContext, CommandHandler } from '@ultimate/event-store/commands.ts'
import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { EventMetadata } from '@ultimate/event-store/recorded-event.ts'
import {
  type CancelSignup,
  cancelSignupDecider,
  type FreePlace,
  freePlaceDecider,
  type TakePlace,
  takePlaceDecider,
} from '@ultimate/events/dinner/cancel-signup.ts'
import type { ReasonOfEnd, SignupEvent } from '@ultimate/events/dinner/events.ts'
import { signupStream } from '@ultimate/events/dinner/signup-state.ts'
import { slotStream } from '@ultimate/events/dinner/slot.ts'

export interface EndOfSignup {
  readonly signupId: string
  readonly slotId: string
  readonly reason: ReasonOfEnd
  /** The present dinner, where the person walked in. */
  readonly dinner?: number | undefined
}

/** The stream of the sign-up decides whether it may end: so it and a check-in at the same moment cannot both happen. */
export async function cancelSignup(
  commands: CommandHandler,
  { signupId, slotId, reason, dinner }: EndOfSignup,
  context: CommandContext,
): Promise<void> {
  const command: CancelSignup = {
    type: 'CancelSignup',
    data: { slotId, reason, dinner },
    metadata: { now: context.now },
  }
  await commands.handle(cancelSignupDecider, { stream: signupStream(signupId), command }, context)
}

/** Frees its place in the slot; does nothing where it is free already. */
export async function freePlace(
  commands: CommandHandler,
  { signupId, slotId }: Pick<EndOfSignup, 'signupId' | 'slotId'>,
  context: CommandContext,
): Promise<void> {
  const command: FreePlace = { type: 'FreePlace', data: { signupId }, metadata: { now: context.now } }
  // The request's key belongs to its first command.
  await commands.handle(freePlaceDecider, { stream: slotStream(slotId), command }, { ...context, idempotency: null })
}

/** Gives a sign-up that is back its place in the slot again; does nothing where it has one. */
export async function takePlace(
  commands: CommandHandler,
  { made, slotId }: { readonly made: TakePlace['data']['made']; readonly slotId: string },
  context: CommandContext,
): Promise<void> {
  const command: TakePlace = { type: 'TakePlace', data: { made }, metadata: { now: context.now } }
  await commands.handle(takePlaceDecider, { stream: slotStream(slotId), command }, { ...context, idempotency: null })
}

const returns = ['SignupReinstated', 'ArrivalRestored'] satisfies SignupEvent['type'][]

/** Whether a removal was taken back since: what follows from it late has nothing to do then. */
export async function isBack(log: Pick<EventLog, 'read'>, { stream, position }: EventMetadata): Promise<boolean> {
  return (await log.read({ stream, types: returns, after: position, limit: 1 })).length > 0
}
