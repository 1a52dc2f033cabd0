import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { evolve, initialState, type UserState } from '@ultimate/events/staff/user-state.ts'

/** `isHelp`: by a TD, or on the server (`by` null), for a user who has lost it. Then passkeys go as well: it is not known who holds which of them. */
export type RemoveSecondFactor = TimedCommand<'RemoveSecondFactor', { id: string; by: string | null; isHelp: boolean }>

export function removeSecondFactor({ data: { id, by, isHelp } }: RemoveSecondFactor, user: UserState): UserEvent[] {
  if (user.status !== 'active') return staffErrors.fail('USER_NOT_FOUND')
  // One's own takes the password.
  if (isHelp && id === by) return staffErrors.fail('OWN_SECOND_FACTOR')
  const passkeys = isHelp ? user.passkeys : []
  if (!user.secondFactor && passkeys.length === 0) return staffErrors.fail('SECOND_FACTOR_NOT_FOUND')
  return [
    ...(user.secondFactor ? [{ type: 'SecondFactorRemoved', data: {} } as const] : []),
    ...passkeys.map((passkeyId) => ({ type: 'PasskeyRemoved', data: { passkeyId } }) as const),
  ]
}

export const removeSecondFactorDecider: Decider<UserState, RemoveSecondFactor, UserEvent> = {
  decide: removeSecondFactor,
  evolve,
  initialState,
}
