import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type UserState } from '../user.ts'

/** `isHelp`: by a TD, for a user who has lost it. */
export type RemoveSecondFactor = TimedCommand<'RemoveSecondFactor', { id: string; by: string; isHelp: boolean }>

export function removeSecondFactor({ data: { id, by, isHelp } }: RemoveSecondFactor, user: UserState): UserEvent {
  if (user.status !== 'active') return staffErrors.fail('USER_NOT_FOUND')
  // One's own takes the password.
  if (isHelp && id === by) return staffErrors.fail('OWN_SECOND_FACTOR')
  if (!user.secondFactor) return staffErrors.fail('SECOND_FACTOR_NOT_FOUND')
  return { type: 'SecondFactorRemoved', data: {} }
}

export const removeSecondFactorDecider: StreamDecider<UserState, RemoveSecondFactor, UserEvent> = {
  decide: removeSecondFactor,
  evolve,
  initialState,
}
