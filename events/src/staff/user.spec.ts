import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { userErrors } from './errors.ts'
import type { UserEvent } from './events.ts'
import { addedUser as added, addedUser } from './facts.fixture.ts'
import {
  type AddUser,
  addUserDecider,
  evolve,
  initialState,
  type RemoveUser,
  type RestoreUser,
  removeUserDecider,
  restoreUserDecider,
  type UpdateProfile,
  updateProfileDecider,
  userStream,
} from './user.ts'

const married = { fullName: 'Becky Sawyer', email: 'becky@example.com' }
const changed: UserEvent = { type: 'ProfileChanged', data: { person: married } }
const factor: UserEvent = { type: 'SecondFactorAdded', data: {} }
const noFactor: UserEvent = { type: 'SecondFactorRemoved', data: {} }
const passkey = (passkeyId: string): UserEvent => ({ type: 'PasskeyAdded', data: { passkeyId, name: 'Phone' } })
const noPasskey: UserEvent = { type: 'PasskeyRemoved', data: { passkeyId: 'p1' } }
const after = (...events: UserEvent[]) => events.reduce(evolve, initialState())

describe('A user', () => {
  it('is there with role, name and address once added', () => {
    expect(after()).toEqual({ status: 'absent' })
    expect(after(added)).toEqual({
      status: 'active',
      role: 'helper',
      secondFactor: false,
      passkeys: [],
      verified: false,
      profile: { fullName: 'Becky Thatcher', email: 'becky@example.org' },
    })
    expect(after(added, changed)).toMatchObject({ status: 'active', role: 'helper', profile: married })
  })

  it('is not made by a fact about them, nor touched by a fact that decisions do not ask about', () => {
    expect(after(changed)).toEqual({ status: 'absent' })
    expect(after(added, { type: 'PasswordChanged', data: {} })).toEqual(after(added))
  })

  it('has a second factor and passkeys until they are removed', () => {
    const [phone, laptop] = [passkey('p1'), passkey('p2')]
    expect(after(added, factor, phone, laptop)).toMatchObject({ secondFactor: true, passkeys: ['p1', 'p2'] })
    expect(after(added, factor, noFactor, phone, laptop, noPasskey)).toMatchObject({
      secondFactor: false,
      passkeys: ['p2'],
    })
  })

  it('has none of these where there is no user', () => {
    for (const event of [factor, noFactor, passkey('p1'), noPasskey]) {
      expect(after(event)).toEqual({ status: 'absent' })
      expect(after(added, { type: 'UserRemoved', data: {} }, event)).toEqual({ status: 'removed' })
    }
  })

  it('has a stream of their own', () => expect(userStream('abc-1')).toBe('user-abc-1'))
})

describe('adding a user', () => {
  const given = DeciderSpecification.for(addUserDecider)

  const data = {
    person: { username: 'becky', fullName: 'Becky Thatcher', email: 'becky@example.org' },
    role: 'helper',
    verified: false,
  } as const

  const addUser: AddUser = { type: 'AddUser', data, metadata: { now: new Date('2025-11-22T18:00:00Z') } }
  const added: UserEvent = { type: 'UserAdded', data }

  it('adds a new user', () => given([]).when(addUser).then(added))

  it('adds no user twice: the same id again is a repeated request', () =>
    given([added]).when(addUser).thenNothingHappened())

  it('brings no removed user back', () =>
    given([added, { type: 'UserRemoved', data: {} }])
      .when(addUser)
      .thenThrows((error) => error.message === userErrors.registry.USER_NOT_FOUND.message))
})

describe('removing a user', () => {
  const given = DeciderSpecification.for(removeUserDecider)

  const remove = (by: string | null, tds: readonly string[]): RemoveUser => ({
    type: 'RemoveUser',
    data: { id: 'becky', by, tds },
    metadata: { now: new Date('2025-11-22T18:00:00Z') },
  })
  const added = (role: 'TD' | 'helper'): UserEvent => ({
    type: 'UserAdded',
    data: {
      person: { username: 'becky', fullName: 'Becky Thatcher', email: 'becky@example.org' },
      role,
      verified: true,
    },
  })
  const removed: UserEvent = { type: 'UserRemoved', data: {} }
  const says = (message: string) => (error: Error) => error.message === message
  const { OWN_ACCOUNT, USER_NOT_FOUND, LAST_TD } = userErrors.registry

  it('removes a helper', () =>
    given([added('helper')])
      .when(remove('tom', ['tom']))
      .then(removed))

  it('removes a TD where another stays', () =>
    given([added('TD')])
      .when(remove('tom', ['becky', 'tom']))
      .then(removed))

  it('is refused for one’s own account', () =>
    given([added('TD')])
      .when(remove('becky', ['becky', 'tom']))
      .thenThrows(says(OWN_ACCOUNT.message)))

  it('is refused for the last TD, by any user', () =>
    given([added('TD')])
      .when(remove('tom', ['becky']))
      .thenThrows(says(LAST_TD.message)))

  it('is asked by no one where the name cannot be read any more, also of the only TD', () =>
    given([added('TD')])
      .when(remove(null, []))
      .then(removed))

  it('is refused to a TD who has been removed meanwhile', () =>
    given([added('TD')])
      .when(remove('tom', ['becky', 'huck']))
      .thenThrows(says(userErrors.registry.USER_REMOVED.message)))

  it('is refused for an unknown user', () =>
    given([])
      .when(remove('tom', ['tom']))
      .thenThrows(says(USER_NOT_FOUND.message)))

  it('is refused for a removed user', () =>
    given([added('helper'), removed])
      .when(remove('tom', ['tom']))
      .thenThrows(says(USER_NOT_FOUND.message)))

  it('ends the account for good: nothing that follows brings it back', () => {
    const gone = [added('helper'), removed].reduce(evolve, initialState())
    expect(evolve(gone, { type: 'UserSignedIn', data: { passkeyId: null } })).toEqual({ status: 'removed' })
    const profile = { fullName: 'Becky', email: 'b@example.org' }
    expect(evolve(gone, { type: 'ProfileChanged', data: { person: profile } })).toEqual({ status: 'removed' })
  })
})

describe('updating the own profile', () => {
  const given = DeciderSpecification.for(updateProfileDecider)

  const was = { fullName: 'Becky Thatcher', email: 'becky@example.org' }
  const married = { fullName: 'Becky Sawyer', email: 'becky@example.org' }
  const update = (data: UpdateProfile['data']): UpdateProfile => ({
    type: 'UpdateProfile',
    data,
    metadata: { now: new Date('2025-11-22T18:00:00Z') },
  })
  const added: UserEvent = {
    type: 'UserAdded',
    data: { person: { username: 'becky', ...was }, role: 'helper', verified: true },
  }
  const changed = (person: typeof was): UserEvent => ({ type: 'ProfileChanged', data: { person } })

  it('records the new name and address', () => given([added]).when(update(married)).then(changed(married)))

  it('records an address that is new alone', () => {
    const moved = { fullName: 'Becky Thatcher', email: 'becky@example.com' }
    given([added]).when(update(moved)).then(changed(moved))
  })

  it('records nothing where nothing is new', () => given([added]).when(update(was)).thenNothingHappened())

  it('compares with what was changed last', () =>
    given([added, changed(married)])
      .when(update(was))
      .then(changed(was)))

  it('is refused to a removed user', () =>
    given([added, { type: 'UserRemoved', data: {} }])
      .when(update(married))
      .thenThrows((error) => error.message === userErrors.registry.USER_REMOVED.message))
})

describe('restoring a removed user', () => {
  const given = DeciderSpecification.for(restoreUserDecider)
  const data = {
    person: { username: 'becky', fullName: 'Becky Thatcher', email: 'becky@example.org' },
    role: 'helper',
    verified: true,
    key: 'a-key',
  } as const
  const command: RestoreUser = { type: 'RestoreUser', data, metadata: { now: new Date('2025-11-22T18:00:00Z') } }

  it('brings back a removed user, and no other', () => {
    given([addedUser, { type: 'UserRemoved', data: {} }])
      .when(command)
      .then([{ type: 'UserRestored', data }])
    for (const events of [[], [addedUser]]) given(events).when(command).thenNothingHappened()
  })
})
