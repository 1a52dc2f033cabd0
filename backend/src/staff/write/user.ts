import type { Role } from '@ultimate/events/language/roles.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'

/** What decisions about one user need to know: his name and address are none of their business. */
export type UserState = { status: 'absent' } | { status: 'active'; role: Role; verified: boolean }

export const initialState = (): UserState => ({ status: 'absent' })

/** Whoever got in with a password that was mailed to him has shown that the address is his. */
export function evolve(state: UserState, event: UserEvent): UserState {
  switch (event.type) {
    case 'UserAdded':
      return { status: 'active', role: event.data.role, verified: event.data.verified }
    case 'UserSignedIn':
      return state.status === 'active' ? { ...state, verified: true } : state
    default:
      return state
  }
}

export const userStream = (id: string) => `user-${id}`
