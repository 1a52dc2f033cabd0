import type { UserEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type UserState } from '../user.ts'

/** On one device, whose session ends; the user's other devices stay signed in. */
export type SignOut = TimedCommand<'SignOut', Record<string, never>>

export function signOut(_command: SignOut, user: UserState): UserEvent[] {
  return user.status === 'active' ? [{ type: 'UserSignedOut', data: {} }] : []
}

export const signOutDecider: StreamDecider<UserState, SignOut, UserEvent> = { decide: signOut, evolve, initialState }
