import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { evolve, initialState, type UserState } from '@ultimate/events/staff/user.ts'

/** Sent once the new passkey was checked: keys are no part of a decision. */
export type AddPasskey = TimedCommand<'AddPasskey', { passkeyId: string; name: string }>

/** Enough for each of a person's devices. */
const maxPasskeys = 20

function addPasskey({ data }: AddPasskey, user: UserState): UserEvent {
  if (user.status !== 'active') return platformErrors.fail('USER_REMOVED')
  if (user.passkeys.length >= maxPasskeys) return staffErrors.fail('TOO_MANY_PASSKEYS')
  return { type: 'PasskeyAdded', data }
}

export const addPasskeyDecider: Decider<UserState, AddPasskey, UserEvent> = { decide: addPasskey, evolve, initialState }

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
