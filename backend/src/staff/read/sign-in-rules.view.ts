import { readModel } from '@ultimate/event-store/read-model.ts'
import type { Role } from '@ultimate/events/language/roles.ts'
import type { AccessEvent } from '@ultimate/events/staff/events.ts'

/** The rule for people of a role to be let in; `id` is the role. */
export interface SignInRuleRow {
  readonly id: Role
  readonly second_factor: boolean
}

export const signInRules = readModel<SignInRuleRow, AccessEvent>({
  table: 'sign_in_rules',
  version: 1,
  category: 'access',
  columns: { id: { type: 'text' }, second_factor: { type: 'boolean' } },
  rowsOf: (event) => event.data.role,
  evolve(row, event) {
    switch (event.type) {
      case 'SecondFactorRequired':
        return { id: event.data.role, second_factor: true }
      case 'SecondFactorMadeOptional':
        return null
      default:
        return row
    }
  },
})
