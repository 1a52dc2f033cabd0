import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { evolve, initialState, type UserState } from '@ultimate/events/staff/user-state.ts'

/** Sent once the password was right: secrets are no part of a decision. */
export type RenewRecoveryCodes = TimedCommand<'RenewRecoveryCodes', Record<string, never>>

export function renewRecoveryCodes(_command: RenewRecoveryCodes, user: UserState): UserEvent {
  if (user.status !== 'active' || !user.secondFactor) return staffErrors.fail('SECOND_FACTOR_NOT_FOUND')
  return { type: 'RecoveryCodesRenewed', data: {} }
}

export const renewRecoveryCodesDecider: Decider<UserState, RenewRecoveryCodes, UserEvent> = {
  decide: renewRecoveryCodes,
  evolve,
  initialState,
}
