import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { evolve, initialState, type UserState } from '@ultimate/events/staff/user-state.ts'

/**
 * Sent once the password was right, and the code, or what the passkey signed: they are secrets, and no part of a decision.
 * `passkeyId` is null with a password.
 */
export type SignIn = TimedCommand<'SignIn', { withRecoveryCode: boolean; passkeyId: string | null }>

export function signIn({ data }: SignIn, user: UserState): UserEvent[] {
  if (user.status !== 'active') return staffErrors.fail('INVALID_CREDENTIALS')
  const { passkeyId } = data
  if (passkeyId !== null && !user.passkeys.includes(passkeyId)) return staffErrors.fail('PASSKEY_REFUSED')
  return [...usedCode(data), { type: 'UserSignedIn', data: { passkeyId } }]
}

/** Returns the event that records a used recovery code besides. */
export const usedCode = ({ withRecoveryCode }: { readonly withRecoveryCode: boolean }): UserEvent[] =>
  withRecoveryCode ? [{ type: 'RecoveryCodeUsed', data: {} }] : []

export const signInDecider: Decider<UserState, SignIn, UserEvent> = { decide: signIn, evolve, initialState }
