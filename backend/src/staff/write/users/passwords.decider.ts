import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { evolve, initialState, type UserState } from '@ultimate/events/staff/user-state.ts'

/** Sent once the old password was right: hashes are secrets, and no part of a decision. */
export type ChangePassword = TimedCommand<'ChangePassword', Record<string, never>>

export function changePassword(_command: ChangePassword, user: UserState): UserEvent {
  if (user.status !== 'active') return platformErrors.fail('USER_REMOVED')
  return { type: 'PasswordChanged', data: {} }
}

export const changePasswordDecider: Decider<UserState, ChangePassword, UserEvent> = {
  decide: changePassword,
  evolve,
  initialState,
}

/** The password follows from `key` and a secret of the site, so that it cannot be read from the fact. */
export type RenewPassword = TimedCommand<'RenewPassword', { id: string; by: string; key: string }>

export function renewPassword({ data: { id, by, key } }: RenewPassword, user: UserState): UserEvent {
  if (user.status !== 'active') return staffErrors.fail('USER_NOT_FOUND')
  if (id === by) return staffErrors.fail('OWN_PASSWORD')
  return { type: 'TemporaryPasswordMade', data: { key } }
}

export const renewPasswordDecider: Decider<UserState, RenewPassword, UserEvent> = {
  decide: renewPassword,
  evolve,
  initialState,
}
