import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { evolve, initialState, type UserState } from '@ultimate/events/staff/user-state.ts'

/** A removal by the passkey's owner, once their password was right. */
export type RemovePasskey = TimedCommand<'RemovePasskey', { passkeyId: string }>

export function removePasskey({ data: { passkeyId } }: RemovePasskey, user: UserState): UserEvent {
  const isTheirs = user.status === 'active' && user.passkeys.includes(passkeyId)
  return isTheirs ? { type: 'PasskeyRemoved', data: { passkeyId } } : staffErrors.fail('PASSKEY_NOT_FOUND')
}

export const removePasskeyDecider: Decider<UserState, RemovePasskey, UserEvent> = {
  decide: removePasskey,
  evolve,
  initialState,
}
