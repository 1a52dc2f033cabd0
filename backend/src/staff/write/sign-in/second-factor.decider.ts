import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { evolve, initialState, type UserState } from '@ultimate/events/staff/user.ts'

/** Sent once a code was right: secrets are no part of a decision. */
type AddSecondFactor = TimedCommand<'AddSecondFactor', Record<string, never>>

function addSecondFactor(_command: AddSecondFactor, user: UserState): UserEvent {
  if (user.status !== 'active') return platformErrors.fail('USER_REMOVED')
  if (user.secondFactor) return staffErrors.fail('SECOND_FACTOR_EXISTS')
  return { type: 'SecondFactorAdded', data: {} }
}

export const addSecondFactorDecider: Decider<UserState, AddSecondFactor, UserEvent> = {
  decide: addSecondFactor,
  evolve,
  initialState,
}

/** Sent once the password was right: secrets are no part of a decision. */
type RenewRecoveryCodes = TimedCommand<'RenewRecoveryCodes', Record<string, never>>

function renewRecoveryCodes(_command: RenewRecoveryCodes, user: UserState): UserEvent {
  if (user.status !== 'active' || !user.secondFactor) return staffErrors.fail('SECOND_FACTOR_NOT_FOUND')
  return { type: 'RecoveryCodesRenewed', data: {} }
}

export const renewRecoveryCodesDecider: Decider<UserState, RenewRecoveryCodes, UserEvent> = {
  decide: renewRecoveryCodes,
  evolve,
  initialState,
}

/**
 * `isHelp`: a TD, or on the server its operator (`by` null), helps a user who has lost a device. Then passkeys are
 * removed too, because any of them may be on the lost device.
 */
export type RemoveSecondFactor = TimedCommand<'RemoveSecondFactor', { id: string; by: string | null; isHelp: boolean }>

export function removeSecondFactor({ data: { id, by, isHelp } }: RemoveSecondFactor, user: UserState): UserEvent[] {
  if (user.status !== 'active') return staffErrors.fail('USER_NOT_FOUND')
  // A user's own second factor is removed by another call, which takes the password.
  if (isHelp && id === by) return staffErrors.fail('OWN_SECOND_FACTOR')
  const passkeys = isHelp ? user.passkeys : []
  if (!user.secondFactor && passkeys.length === 0) return staffErrors.fail('SECOND_FACTOR_NOT_FOUND')
  return [
    ...(user.secondFactor ? [{ type: 'SecondFactorRemoved', data: {} } as const] : []),
    ...passkeys.map((passkeyId) => ({ type: 'PasskeyRemoved', data: { passkeyId } }) as const),
  ]
}

export const removeSecondFactorDecider: Decider<UserState, RemoveSecondFactor, UserEvent> = {
  decide: removeSecondFactor,
  evolve,
  initialState,
}
