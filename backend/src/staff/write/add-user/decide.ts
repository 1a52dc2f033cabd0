import type { Role } from '@ultimate/events/language/roles.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { Person, UserEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type UserState } from '../user.ts'

export type AddUser = TimedCommand<'AddUser', { person: Person; role: Role; verified: boolean }>

/** The same id again is the same user again: a repeated request adds no second user, and brings no removed one back. */
export function addUser({ data }: AddUser, user: UserState): UserEvent | UserEvent[] {
  if (user.status === 'active') return []
  if (user.status === 'removed') return staffErrors.fail('USER_NOT_FOUND')
  const { person, role, verified } = data
  return { type: 'UserAdded', data: { person, role, verified } }
}

export const addUserDecider: StreamDecider<UserState, AddUser, UserEvent> = { decide: addUser, evolve, initialState }
