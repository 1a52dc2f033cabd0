import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type UserState } from '../user.ts'

/** Sent once the old password was right: hashes are secrets, and no part of a decision. */
export type ChangePassword = TimedCommand<'ChangePassword', Record<string, never>>

export function changePassword(_command: ChangePassword, user: UserState): UserEvent {
  if (user.status !== 'active') return platformErrors.fail('USER_REMOVED')
  return { type: 'PasswordChanged', data: {} }
}

export const changePasswordDecider: StreamDecider<UserState, ChangePassword, UserEvent> = {
  decide: changePassword,
  evolve,
  initialState,
}
