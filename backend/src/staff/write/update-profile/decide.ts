import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Person, UserEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type UserState } from '../user.ts'

export type UpdateProfile = TimedCommand<'UpdateProfile', Omit<Person, 'username'>>

export function updateProfile({ data: { fullName, email } }: UpdateProfile, user: UserState): UserEvent | UserEvent[] {
  if (user.status !== 'active') return platformErrors.fail('USER_REMOVED')
  if (user.profile.fullName === fullName && user.profile.email === email) return []
  return { type: 'ProfileChanged', data: { person: { fullName, email } } }
}

export const updateProfileDecider: StreamDecider<UserState, UpdateProfile, UserEvent> = {
  decide: updateProfile,
  evolve,
  initialState,
}
