import type { Role } from '../language/roles.ts'
import type { Person, UserEvent } from './events.ts'

/** The state that decisions about one user need. */
export type UserState =
  | { status: 'absent' }
  | {
      status: 'active'
      role: Role
      verified: boolean
      secondFactor: boolean
      /** Their ids. */
      passkeys: readonly string[]
      profile: Omit<Person, 'username'>
    }
  | { status: 'removed' }

export const initialState = (): UserState => ({ status: 'absent' })

/** A user who signed in with a mailed password has shown that the address is theirs. */
export function evolve(state: UserState, event: UserEvent): UserState {
  switch (event.type) {
    case 'UserAdded':
    case 'UserRestored': {
      const { role, verified, person } = event.data
      return {
        status: 'active',
        role,
        verified,
        secondFactor: false,
        passkeys: [],
        profile: { fullName: person.fullName, email: person.email },
      }
    }
    case 'UserSignedIn':
      return state.status === 'active' ? { ...state, verified: true } : state
    case 'ProfileChanged':
      return state.status === 'active' ? { ...state, profile: event.data.person } : state
    case 'SecondFactorAdded':
      return state.status === 'active' ? { ...state, secondFactor: true } : state
    case 'SecondFactorRemoved':
      return state.status === 'active' ? { ...state, secondFactor: false } : state
    case 'PasskeyAdded':
      return state.status === 'active' ? { ...state, passkeys: [...state.passkeys, event.data.passkeyId] } : state
    case 'PasskeyRemoved':
      return state.status === 'active' ? withoutPasskey(state, event.data.passkeyId) : state
    case 'UserRemoved':
      return { status: 'removed' }
    default:
      return state
  }
}

const withoutPasskey = (state: UserState & { status: 'active' }, passkeyId: string): UserState => ({
  ...state,
  passkeys: state.passkeys.filter((id) => id !== passkeyId),
})

export const userStream = (id: string) => `user-${id}`
