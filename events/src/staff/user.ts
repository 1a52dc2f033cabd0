import type { Decider, TimedCommand } from '../language/command.ts'
import type { Role } from '../language/roles.ts'
import { userErrors } from './errors.ts'
import type { Person, UserEvent } from './events.ts'

/** The state that decisions about one user need. */
export type UserState =
  | { status: 'absent' }
  | {
      status: 'active'
      role: Role
      verified: boolean
      secondFactor: boolean
      /** The ids of their passkeys. */
      passkeys: readonly string[]
      profile: Omit<Person, 'username'>
    }
  | { status: 'removed' }

export const initialState = (): UserState => ({ status: 'absent' })

/** A sign-in verifies the user: with a mailed password it shows that the address is theirs. */
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

export type AddUser = TimedCommand<'AddUser', { person: Person; role: Role; verified: boolean }>

/** A repeated request has the same id: it adds no second user, and brings no removed one back. */
export function addUser({ data }: AddUser, user: UserState): UserEvent | UserEvent[] {
  if (user.status === 'active') return []
  if (user.status === 'removed') return userErrors.fail('USER_NOT_FOUND')
  const { person, role, verified } = data
  return { type: 'UserAdded', data: { person, role, verified } }
}

export const addUserDecider: Decider<UserState, AddUser, UserEvent> = { decide: addUser, evolve, initialState }

/**
 * `id` is the user to remove, `by` the user who asks, `tds` are all TDs at this moment. `by` is null where the
 * site ends an account whose name can no longer be decrypted, which may be the last TD's.
 */
export type RemoveUser = TimedCommand<'RemoveUser', { id: string; by: string | null; tds: readonly string[] }>

/** When two TDs remove each other at once, the second removal fails: its actor is gone already. */
export function removeUser({ data: { id, by, tds } }: RemoveUser, user: Pick<UserState, 'status'>): UserEvent {
  if (by === id) return userErrors.fail('OWN_ACCOUNT')
  if (user.status !== 'active') return userErrors.fail('USER_NOT_FOUND')
  if (tds.length === 1 && tds[0] === id) return userErrors.fail('LAST_TD')
  if (by !== null && !tds.includes(by)) return userErrors.fail('USER_REMOVED')
  return { type: 'UserRemoved', data: {} }
}

export const removeUserDecider: Decider<UserState, RemoveUser, UserEvent> = { decide: removeUser, evolve, initialState }

/** Undoes a removal. The mailed link to a new password follows from `key`. */
export type RestoreUser = TimedCommand<'RestoreUser', Extract<UserEvent, { type: 'UserRestored' }>['data']>

export function restoreUser({ data }: RestoreUser, user: UserState): UserEvent[] {
  return user.status === 'removed' ? [{ type: 'UserRestored', data }] : []
}

export const restoreUserDecider: Decider<UserState, RestoreUser, UserEvent> = {
  decide: restoreUser,
  evolve,
  initialState,
}

export type UpdateProfile = TimedCommand<'UpdateProfile', Omit<Person, 'username'>>

export function updateProfile({ data: { fullName, email } }: UpdateProfile, user: UserState): UserEvent | UserEvent[] {
  if (user.status !== 'active') return userErrors.fail('USER_REMOVED')
  if (user.profile.fullName === fullName && user.profile.email === email) return []
  return { type: 'ProfileChanged', data: { person: { fullName, email } } }
}

export const updateProfileDecider: Decider<UserState, UpdateProfile, UserEvent> = {
  decide: updateProfile,
  evolve,
  initialState,
}
