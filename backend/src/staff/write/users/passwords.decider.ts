import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { AttemptEvent, UserEvent } from '@ultimate/events/staff/events.ts'
import { evolve, initialState, type UserState } from '@ultimate/events/staff/user.ts'
import { usedCode } from '../sign-in/sessions.decider.ts'

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

/** The password follows from `key` and a secret of the site, so that it cannot be read from the event. */
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

/** A stream holds one request; no decision depends on earlier ones. */
export type Requested = Readonly<Record<string, never>>

/** `userId` is null where no user has the typed address. */
export type RequestPasswordReset = TimedCommand<'RequestPasswordReset', { userId: string | null }>

/** Records a request for every address, so that neither answer nor time reveals whether a user has the address. */
export function requestPasswordReset({ data: { userId } }: RequestPasswordReset): AttemptEvent {
  return { type: 'PasswordResetRequested', data: { userId } }
}

export const requestPasswordResetDecider: Decider<Requested, RequestPasswordReset, AttemptEvent> = {
  decide: requestPasswordReset,
  evolve: (state) => state,
  initialState: () => ({}),
}

/** Sent once the link was right: its token is a secret, and no part of a decision. */
export type ResetPassword = TimedCommand<'ResetPassword', { withRecoveryCode: boolean }>

/** Sets the password and signs in: a person with the link has the user's mailbox. */
export function resetPassword({ data }: ResetPassword, user: UserState): UserEvent[] {
  if (user.status !== 'active') return staffErrors.fail('RESET_LINK_INVALID')
  return [...usedCode(data), { type: 'PasswordReset', data: {} }, { type: 'UserSignedIn', data: { passkeyId: null } }]
}

export const resetPasswordDecider: Decider<UserState, ResetPassword, UserEvent> = {
  decide: resetPassword,
  evolve,
  initialState,
}
