import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type UserState } from '../user.ts'

/** Sent once the password was right: hashes are secrets, and no part of a decision. */
export type SignIn = TimedCommand<'SignIn', Record<string, never>>

export function signIn(_command: SignIn, user: UserState): UserEvent {
  if (user.status !== 'active') return staffErrors.fail('INVALID_CREDENTIALS')
  return { type: 'UserSignedIn', data: {} }
}

export const signInDecider: StreamDecider<UserState, SignIn, UserEvent> = { decide: signIn, evolve, initialState }
