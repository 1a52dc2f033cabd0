import { type Role, roles } from '@ultimate/events/language/roles.ts'
import type { AccessEvent } from '@ultimate/events/staff/events.ts'

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

export const accessStream = 'access'
