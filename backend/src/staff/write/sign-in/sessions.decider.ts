import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { evolve, initialState, type UserState } from '@ultimate/events/staff/user-state.ts'

/** A sign-out on one device, whose session ends; the user's other devices stay signed in. */
export type SignOut = TimedCommand<'SignOut', Record<string, never>>

export function signOut(_command: SignOut, user: UserState): UserEvent[] {
  return user.status === 'active' ? [{ type: 'UserSignedOut', data: {} }] : []
}

export const signOutDecider: Decider<UserState, SignOut, UserEvent> = { decide: signOut, evolve, initialState }

/** The caller knows whether this device is signed in: sessions are no facts. */
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
