import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { evolve, initialState, type UserState } from '@ultimate/events/staff/user-state.ts'

/** Sent once a code was right: secrets are no part of a decision. */
export type AddSecondFactor = TimedCommand<'AddSecondFactor', Record<string, never>>

export function addSecondFactor(_command: AddSecondFactor, user: UserState): UserEvent {
  if (user.status !== 'active') return platformErrors.fail('USER_REMOVED')
  if (user.secondFactor) return staffErrors.fail('SECOND_FACTOR_EXISTS')
  return { type: 'SecondFactorAdded', data: {} }
}

export const addSecondFactorDecider: Decider<UserState, AddSecondFactor, UserEvent> = {
  decide: addSecondFactor,
  evolve,
  initialState,
}
