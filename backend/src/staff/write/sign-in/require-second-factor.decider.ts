import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { type Role, roles } from '@ultimate/events/language/roles.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { AccessEvent } from '@ultimate/events/staff/events.ts'

export const accessStream = 'access'

/** The roles that need a second factor, highest first. */
export interface AccessState {
  readonly required: readonly Role[]
}

export const initialState = (): AccessState => ({ required: [] })

export function evolve(state: AccessState, event: AccessEvent): AccessState {
  switch (event.type) {
    case 'SecondFactorRequired':
      return { required: roles.filter((role) => role === event.data.role || state.required.includes(role)) }
    case 'SecondFactorMadeOptional':
      return { required: state.required.filter((role) => role !== event.data.role) }
    default:
      return state
  }
}

/** True for roles that need a second factor, false for roles that do not; roles that are absent stay as they are. */
export type SecondFactorRules = Readonly<Partial<Record<Role, boolean>>>

/** `hasOwn`: whether the user who asks has a second factor. */
export type RequireSecondFactor = TimedCommand<'RequireSecondFactor', { rules: SecondFactorRules; hasOwn: boolean }>

/** A user who requires a second factor needs one, so that they know how it works and do not lock themselves out. */
export function requireSecondFactor(
  { data: { rules, hasOwn } }: RequireSecondFactor,
  { required }: AccessState,
): AccessEvent[] {
  const isRequired = (role: Role) => required.includes(role)
  const changed = roles.filter((role) => (rules[role] ?? isRequired(role)) !== isRequired(role))
  if (!hasOwn && !changed.every(isRequired)) staffErrors.fail('OWN_SECOND_FACTOR_FIRST')
  return changed.map((role) => ({
    type: isRequired(role) ? 'SecondFactorMadeOptional' : 'SecondFactorRequired',
    data: { role },
  }))
}

export const requireSecondFactorDecider: Decider<AccessState, RequireSecondFactor, AccessEvent> = {
  decide: requireSecondFactor,
  evolve,
  initialState,
}
