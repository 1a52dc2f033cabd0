import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { evolve, initialState, type UserState } from '@ultimate/events/staff/user.ts'

/**
 * Sent once password and code were right, or what the passkey signed: secrets are no part of a decision. `passkeyId` is
 * null with a password.
 */
export type SignIn = TimedCommand<'SignIn', { withRecoveryCode: boolean; passkeyId: string | null }>

function signIn({ data }: SignIn, user: UserState): UserEvent[] {
  if (user.status !== 'active') return staffErrors.fail('INVALID_CREDENTIALS')
  const { passkeyId } = data
  if (passkeyId !== null && !user.passkeys.includes(passkeyId)) return staffErrors.fail('PASSKEY_REFUSED')
  return [...usedCode(data), { type: 'UserSignedIn', data: { passkeyId } }]
}

/** Returns the event of a recovery code, if one was used. */
export const usedCode = ({ withRecoveryCode }: { readonly withRecoveryCode: boolean }): UserEvent[] =>
  withRecoveryCode ? [{ type: 'RecoveryCodeUsed', data: {} }] : []

export const signInDecider: Decider<UserState, SignIn, UserEvent> = { decide: signIn, evolve, initialState }

/** A sign-out on one device, whose session ends; the user's other devices stay signed in. */
export type SignOut = TimedCommand<'SignOut', Record<string, never>>

export function signOut(_command: SignOut, user: UserState): UserEvent[] {
  return user.status === 'active' ? [{ type: 'UserSignedOut', data: {} }] : []
}

export const signOutDecider: Decider<UserState, SignOut, UserEvent> = { decide: signOut, evolve, initialState }

/** The caller checks that the device is signed in, because sessions are not in the stream. */
export type RevokeDevice = TimedCommand<'RevokeDevice', { deviceId: string }>

export function revokeDevice({ data: { deviceId } }: RevokeDevice, user: UserState): UserEvent {
  if (user.status !== 'active') return platformErrors.fail('USER_REMOVED')
  return { type: 'DeviceSignedOut', data: { deviceId } }
}

export const revokeDeviceDecider: Decider<UserState, RevokeDevice, UserEvent> = {
  decide: revokeDevice,
  evolve,
  initialState,
}
